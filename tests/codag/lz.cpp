// What decoders of LZ77 formats share: the newest output in a buffer, and batches of tokens.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "codag/lz/output/output_buffer.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/lz/tokens/token_batch.hpp"
#include "codag/lz/tokens/warp_token_writer.hpp"
#include "codag/simt/host/launch.hpp"
#include "codag/simt/warp_group.hpp"
#include "tests/support/lambda_kernel.hpp"
#include "tests/support/lz_blocks.hpp"

namespace codag::lz {
namespace {

using host_thread = simt::host::thread;
using host_warp = simt::warp_group<host_thread>;
using host_buffer = output_buffer<host_thread>;
using test::byte_vector, test::make_match, test::serial, test::write_by_block, test::written_by;
using body = std::function<void(const host_thread&, host_buffer&)>;

struct one_warp {
  static constexpr const char* name = "one_warp";
  static constexpr unsigned max_threads = 32;
  std::byte* out;
  const body& run;
  void operator()(const host_thread& t, std::byte* shared) const {
    host_buffer buffer(t, shared, out);
    run(t, buffer);
    buffer.finish();
  }
};

/// What a warp writes.
byte_vector written(std::size_t offset, std::size_t bytes, const body& run,
                    const simt::host::launch_options& options = {}) {
  return written_by(offset, bytes, [&](std::byte* out) {
    simt::host::launch(one_warp{out, run}, {1, 32, buffer_bytes}, options);
  });
}

std::uint8_t value_of(std::size_t i) {
  return static_cast<std::uint8_t>(i * 7 + i / 256);
}

TEST(output_buffer, writes_batches_of_any_size_at_any_address) {
  for (std::size_t offset = 0; offset < 16; offset += offset == 1 ? 6 : 1)
    for (const std::uint32_t batch : {7u, 31u, 500u, 512u, 1023u, 1024u}) {
      constexpr std::uint32_t bytes = 2500;
      const auto out = written(offset, bytes, [&](const host_thread& t, host_buffer& out) {
        while (out.written() < bytes) {
          const std::uint32_t before = out.written(), count = std::min(batch, bytes - before);
          for (std::uint32_t i = t.lane(); i < count; i += simt::warp_size)
            out.put(out.position() + i, value_of(before + i));
          out.advance(count);
        }
      });
      for (std::size_t i = 0; i < bytes; ++i)
        ASSERT_EQ(out[i], value_of(i)) << i << ", batches of " << batch << ", offset " << offset;
    }
}

// Those that are still in the buffer, and those that only memory has.
TEST(output_buffer, gives_every_byte_before_the_batch) {
  constexpr std::uint32_t batch = host_buffer::batch_bytes, bytes = 8 * batch;
  written(5, bytes, [&](const host_thread& t, host_buffer& out) {
    while (out.written() < bytes) {
      const std::uint32_t before = out.written(), first = out.position() - before;
      for (std::uint32_t i = t.lane(); i < batch; i += simt::warp_size)
        out.put(out.position() + i, value_of(before + i));
      // The batch's own bytes, too, once they are there.
      t.sync_warp();
      for (std::uint32_t i = t.lane(); i < before + batch; i += simt::warp_size)
        ASSERT_EQ(out.get(first + i), value_of(i)) << i << " of " << before;
      out.advance(batch);
    }
  });
}

void expect_same_as_serial(const std::vector<token>& tokens, std::size_t offset,
                           const std::string& name) {
  const byte_vector expected = serial(tokens);
  const auto order_of_block = simt::host::lane_order::seeded(offset + tokens.size());
  for (const auto way : test::block_ways) {
    const auto by_block = written_by(offset, expected.size(), [&](std::byte* out) {
      EXPECT_TRUE(write_by_block(tokens, out, expected.size(), way, {.order = order_of_block}))
          << name;
    });
    ASSERT_EQ(by_block, expected) << name << ", by a block, " << static_cast<int>(way);
  }
  for (const auto& order :
       {simt::host::lane_order::descending(), simt::host::lane_order::seeded(offset)}) {
    const auto out = written(
        offset, expected.size(),
        [&](const host_thread& t, host_buffer& out) {
          const host_warp warp(t);
          warp_token_writer<host_thread> writer(warp, out);
          for (std::size_t first = 0; first < tokens.size(); first += simt::warp_size) {
            const std::size_t i = first + t.lane();
            const bool has = i < tokens.size();
            const auto batch = token_batch::of(warp, has ? tokens[i] : make_literal(0), has);
            ASSERT_FALSE(batch.reaches_before(warp, out.written()));
            writer.write(batch);
          }
        },
        {.order = order});
    ASSERT_EQ(out, expected) << name;
  }
}

TEST(token_writers, a_match_of_any_length_and_distance) {
  for (const std::uint32_t distance :
       {1u,  2u,  3u,  5u,   8u,   15u,  16u,  17u,  31u,  32u,  33u,
        47u, 63u, 64u, 100u, 131u, 132u, 135u, 265u, 266u, 600u, 3000u})
    for (const std::uint32_t length :
         {3u, 4u, 8u, 9u, 16u, 17u, 31u, 32u, 33u, 47u, 64u, 65u, 257u, 258u}) {
      std::vector<token> tokens;
      for (std::size_t i = 0; i < distance; ++i) tokens.push_back(make_literal(value_of(i)));
      tokens.push_back(make_match(length, distance));
      for (std::size_t i = 0; i < 3; ++i) tokens.push_back(make_literal(value_of(i)));
      expect_same_as_serial(tokens, distance % 16,
                            std::to_string(length) + " bytes from " + std::to_string(distance));
    }
}

// A match of the chunk's first bytes, after they have left the buffer; the first one is not the
// first of a word.
TEST(token_writers, copy_the_chunks_first_bytes) {
  for (const std::uint32_t length : {4u, 9u, 16u, 17u, 40u, 258u})
    for (std::size_t offset = 0; offset < 8; ++offset) {
      std::vector<token> tokens;
      for (std::size_t i = 0; i < 3000 + offset * 3 % 8; ++i)
        tokens.push_back(make_literal(value_of(i)));
      for (std::uint32_t i = 0; i < 40; ++i) {
        const auto written = static_cast<std::uint32_t>(serial(tokens).size());
        tokens.push_back(make_match(length, written - i % 5));
        tokens.push_back(make_literal(value_of(i)));
      }
      expect_same_as_serial(tokens, offset, std::to_string(length) + " bytes");
    }
}

// Matches of a batch that copy from each other, over several copies.
TEST(token_writers, chains_of_short_matches) {
  std::vector<token> tokens = {make_literal(1), make_literal(2), make_literal(3)};
  for (unsigned i = 0; i < 400; ++i)
    tokens.push_back(i % 7 == 3 ? make_literal(value_of(i)) : make_match(3 + i % 3, 1 + i % 3));
  expect_same_as_serial(tokens, 3, "chains");
}

TEST(token_writers, random_tokens) {
  std::mt19937_64 random(1);
  for (unsigned round = 0; round < 20; ++round) {
    const std::uint64_t literals = random() % 100, short_ones = random() % 100;
    std::vector<token> tokens = {make_literal(7)};
    for (std::size_t bytes = 1; tokens.size() < 400; bytes += bytes_of(tokens.back())) {
      if (random() % 100 < literals) {
        tokens.push_back(make_literal(static_cast<std::uint8_t>(random())));
        continue;
      }
      const std::uint32_t length =
          3 + static_cast<std::uint32_t>(random() % (random() % 100 < short_ones ? 8 : 256));
      const std::uint64_t reach = std::min<std::uint64_t>(bytes, 32768);
      const std::uint64_t near = std::min<std::uint64_t>(reach, 1 + random() % 64);
      const std::uint64_t distance = 1 + random() % (random() % 2 == 0 ? near : reach);
      tokens.push_back(make_match(length, static_cast<std::uint32_t>(distance)));
    }
    expect_same_as_serial(tokens, round % 16, "round " + std::to_string(round));
  }
}

// 32 matches of the greatest length: four times what the buffer takes at once.
TEST(token_writers, more_than_the_window_takes) {
  std::vector<token> tokens = {make_literal(1), make_literal(2)};
  for (unsigned i = 0; i < 64; ++i) tokens.push_back(make_match(258, 1 + i % 2));
  expect_same_as_serial(tokens, 0, "long matches");
}

// Values of one size that change in one byte or more, as columns have them: most of these tokens a
// block_period_writer writes, and some, with another distance, only a block_token_writer.
TEST(token_writers, matches_with_a_period) {
  std::mt19937_64 random(3);
  for (const std::uint32_t period : {1u, 2u, 4u, 8u})
    for (const unsigned longest : {9u, 258u})
      for (unsigned round = 0; round < 3; ++round) {
        std::vector<token> tokens;
        for (unsigned i = 0; i < period; ++i) tokens.push_back(make_literal(value_of(i + 1)));
        while (tokens.size() < 900) {
          for (auto n = random() % 4; n > 0; --n)
            tokens.push_back(make_literal(static_cast<std::uint8_t>(random())));
          const bool other = round > 0 && tokens.size() > 20 && random() % (100 * round) == 0;
          const auto length = 3 + static_cast<std::uint32_t>(random() % (longest - 2));
          tokens.push_back(
              make_match(length, other ? 1 + static_cast<std::uint32_t>(random() % 9) : period));
        }
        expect_same_as_serial(tokens, random() % 16, std::to_string(period) + " bytes");
      }
}

// A batch that begins in the middle of a line, with a match of the longest distance: what it copies
// is kept next to what is written of that line.
TEST(token_writers, matches_of_the_longest_distance_at_any_place_of_a_line) {
  std::mt19937_64 random(11);
  for (std::size_t extra = 0; extra < 16; ++extra) {
    std::vector<token> tokens;
    // Bytes that repeat after 251: one that is taken from a wrong place differs.
    constexpr std::uint32_t period = 251, longest = 258;
    for (std::uint32_t i = 0; i < period; ++i)
      tokens.push_back(make_literal(static_cast<std::uint8_t>(random())));
    std::size_t bytes = period;
    for (; bytes + longest <= 32768 + extra; bytes += longest)
      tokens.push_back(make_match(longest, period));
    for (; bytes < 32768 + extra; ++bytes)
      tokens.push_back(make_literal(static_cast<std::uint8_t>(random())));
    for (unsigned k = 0; k < 400; ++k)
      tokens.push_back(make_match(3 + static_cast<std::uint32_t>(random() % 7), 32768 - k % 2));
    expect_same_as_serial(tokens, extra % 3, std::to_string(extra) + " bytes more");
  }
}

// Long matches: what they copy is from before the batch, or in it, and some copy each other in long
// chains. Some copy from words that the match itself begins in.
TEST(token_writers, long_matches_of_any_source) {
  std::mt19937_64 random(17);
  for (const std::uint32_t reach : {9u, 40u, 300u, 1500u, 32768u})
    for (unsigned round = 0; round < 4; ++round) {
      std::vector<token> tokens = {make_literal(7), make_literal(8)};
      for (std::size_t bytes = 2; tokens.size() < 500; bytes += bytes_of(tokens.back())) {
        if (random() % 8 == 0 || bytes < 16) {
          tokens.push_back(make_literal(static_cast<std::uint8_t>(random())));
          continue;
        }
        const auto length =
            static_cast<std::uint32_t>(3 + random() % (random() % 4 == 0 ? 20 : 256));
        const auto most = static_cast<std::uint32_t>(std::min<std::size_t>(bytes, reach));
        const std::uint32_t other = static_cast<std::uint32_t>(
            random() % 4 == 0 ? length + random() % 24 : random() % reach);
        tokens.push_back(make_match(length, 1 + other % most));
      }
      expect_same_as_serial(tokens, random() % 16,
                            "up to " + std::to_string(reach) + " bytes before");
    }
}

// A match that repeats a part of the value, at any place of a line.
TEST(token_writers, matches_with_another_period_between_values) {
  for (const std::uint32_t distance : {1u, 2u, 4u, 8u})
    for (const std::uint32_t length : {3u, 5u, 8u, 11u, 19u})
      for (std::size_t place = 8; place < 24; ++place) {
        std::vector<token> tokens;
        for (std::size_t i = 0; i < place; ++i) tokens.push_back(make_literal(value_of(i)));
        tokens.push_back(make_match(length, distance));
        tokens.push_back(make_literal(99));
        tokens.push_back(make_match(258, 8));
        expect_same_as_serial(tokens, 0, std::to_string(distance) + " at " + std::to_string(place));
      }
}

TEST(token_batch, sees_a_match_that_begins_before_the_chunk) {
  for (const std::uint32_t distance : {1u, 2u, 3u, 4u, 32768u}) {
    bool reaches = false;
    // The bytes before the batch may be reached, and so may the batch's own three.
    for (const std::uint32_t before : {0u, 40u}) {
      simt::host::launch(one_warp{nullptr,
                                  [&](const host_thread& t, host_buffer&) {
                                    const token mine =
                                        t.lane() < 3 ? make_literal(1) : make_match(3, distance);
                                    const host_warp warp(t);
                                    const auto batch = token_batch::of(warp, mine, t.lane() < 4);
                                    const bool does = batch.reaches_before(warp, before);
                                    if (t.lane() == 0) reaches = does;
                                  }},
                         {1, 32, buffer_bytes});
      EXPECT_EQ(reaches, distance > before + 3) << distance << " after " << before;
    }
  }
}

TEST(token_batch, a_lane_without_a_token_gives_nothing) {
  const auto out = written(0, 1, [](const host_thread& t, host_buffer& out) {
    const host_warp warp(t);
    const auto batch = token_batch::of(warp, make_match(9, 9), false);
    EXPECT_EQ(batch.total, 0u);
    EXPECT_FALSE(batch.reaches_before(warp, 0));
    warp_token_writer<host_thread>(warp, out).write(batch);
    EXPECT_EQ(out.written(), 0u);
    if (t.lane() == 0) out.put(out.position(), 5);
    out.advance(1);
  });
  EXPECT_EQ(out, byte_vector{5});
}

}  // namespace
}  // namespace codag::lz
