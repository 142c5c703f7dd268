// What decoders by lanes share: writing bytes and runs together, finding the ends of varints, and
// giving up attempts that do not pay.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

#include "codag/codec/lanes/apart.hpp"
#include "codag/codec/lanes/attempts.hpp"
#include "codag/codec/lanes/byte_arithmetic.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/lanes/header_chain.hpp"
#include "codag/codec/lanes/run_batch.hpp"
#include "codag/codec/lanes/unfinished_word.hpp"
#include "codag/codec/lanes/varint_ends.hpp"
#include "codag/codec/lanes/word_varint.hpp"
#include "codag/codec/lanes/write_bytes.hpp"
#include "codag/codec/rle_v2/packed_bytes.hpp"
#include "codag/simt/host/launch.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/lanes_output_stream.hpp"

namespace codag {
namespace {

using host_thread = simt::host::thread;
using host_output = lanes_output_stream<host_thread>;
using host_warp = simt::warp_group<host_thread>;

constexpr unsigned shared_words = 4096;
using body = std::function<void(const host_warp&, std::byte*, host_output&)>;

struct one_warp {
  static constexpr const char* name = "one_warp";
  static constexpr unsigned max_threads = 32;
  std::byte* out;
  std::uint32_t bytes;
  const body& run;
  void operator()(const host_thread& t, std::byte* shared) const {
    host_output output(t, out, bytes);
    run(host_warp(t), shared, output);
    output.finish();
  }
};

/// What a warp writes to a chunk of `bytes` bytes that begins `offset` bytes after an aligned
/// address. Other bytes keep their value.
std::vector<std::uint8_t> written(std::size_t offset, std::uint32_t bytes, const body& run) {
  alignas(16) static std::byte memory[1 << 16];
  std::ranges::fill(memory, std::byte{0xee});
  simt::host::launch(one_warp{memory + offset, bytes, run}, {1, 32, 4 * shared_words});
  for (std::size_t i = 0; i < sizeof(memory); ++i)
    if (i < offset || i >= offset + bytes) {
      EXPECT_EQ(memory[i], std::byte{0xee}) << "byte " << i << " is outside the chunk";
    }
  const auto* begin = reinterpret_cast<const std::uint8_t*>(memory + offset);
  return {begin, begin + bytes};
}

TEST(write_bytes, any_length_at_any_alignment) {
  for (std::size_t offset = 0; offset < 4; ++offset)
    for (std::uint32_t length = 1; length < 300; length += length < 12 ? 1 : 37) {
      const auto value = [](std::uint32_t i) { return static_cast<std::uint8_t>(3 * i + 1); };
      const auto out =
          written(offset, 5 + length + 3, [&](const host_warp& warp, std::byte*, host_output& out) {
            write_byte_run(warp, out, 5, 200, 0);
            write_bytes(
                warp, out, length,
                [&](std::uint32_t i) {
                  std::uint32_t word = 0;
                  for (unsigned k = 0; k < 4; ++k)
                    word |= static_cast<std::uint32_t>(value(i + k)) << 8 * k;
                  return word;
                },
                value);
            EXPECT_EQ(out.position(), 5 + length);
          });
      for (std::uint32_t i = 0; i < length; ++i)
        ASSERT_EQ(out[5 + i], value(i)) << i << " of " << length;
      for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(out[i], 200);
      for (std::uint32_t i = 5 + length; i < out.size(); ++i) EXPECT_EQ(out[i], 0xee);
    }
}

TEST(write_bytes, in_rows_of_128) {
  struct rows {
    std::uint32_t at;
    std::uint32_t next() {
      const std::uint32_t word = add_bytes(0x03020100, (at & 0xff) * 0x01010101);
      at += 128;
      return word;
    }
  };
  for (std::size_t offset = 0; offset < 4; ++offset)
    for (std::uint32_t length = 1; length <= 512; length += length < 12 || length > 500 ? 1 : 37) {
      const auto out =
          written(offset, length + 8, [&](const host_warp& warp, std::byte*, host_output& out) {
            write_byte_rows<512>(
                warp, out, length, [](std::uint32_t i) { return rows{i}; },
                [](std::uint32_t i) { return static_cast<std::uint8_t>(i); });
          });
      for (std::uint32_t i = 0; i < out.size(); ++i)
        ASSERT_EQ(out[i], i < length ? static_cast<std::uint8_t>(i) : 0xee)
            << i << " of " << length << " at " << offset;
    }
}

TEST(write_bytes, runs_wrap_around) {
  const auto out = written(1, 130, [&](const host_warp& warp, std::byte*, host_output& out) {
    write_byte_run(warp, out, 130, 250, static_cast<std::uint32_t>(-77));
  });
  for (unsigned i = 0; i < 130; ++i) ASSERT_EQ(out[i], static_cast<std::uint8_t>(250 - 77 * i));
}

/// Byte i of what the tests of unfinished_word write.
std::uint8_t byte_at(std::uint32_t i) {
  return static_cast<std::uint8_t>(i * 37 + (i >> 8));
}

/// Word `w` of a batch, if `late` bytes of word 0 are before it and byte `first` is its first one.
std::uint32_t word_at(std::uint32_t w, std::uint32_t late, std::uint32_t first) {
  std::uint32_t word = 0;
  for (unsigned k = 0; k < 4; ++k)
    word |= static_cast<std::uint32_t>(byte_at(first + 4 * w + k - late)) << 8 * k;
  return word;
}

TEST(unfinished_word, joins_batches_of_any_length) {
  for (std::size_t offset = 0; offset < 4; ++offset)
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
      std::mt19937 random(seed);
      std::vector<std::uint32_t> lengths;
      for (unsigned n = 0; n < 12; ++n)
        lengths.push_back(static_cast<std::uint32_t>(1 + random() % (n % 3 == 0 ? 512 : 6)));
      std::uint32_t total = 0;
      for (const std::uint32_t length : lengths) total += length;
      const auto out =
          written(offset, total + 5, [&](const host_warp& warp, std::byte*, host_output& out) {
            unfinished_word newest(out);
            for (const std::uint32_t length : lengths) {
              const std::uint32_t late = newest.late(), first = out.position();
              EXPECT_EQ(late, (offset + first) % 4);
              newest.write<4>(
                  warp, out, length, word_at((late + length) / 4, late, first),
                  [&](unsigned row) { return word_at(32 * row + warp.rank(), late, first); });
              EXPECT_EQ(out.position(), first + length);
            }
            newest.flush(warp, out);
          });
      for (std::uint32_t i = 0; i < out.size(); ++i)
        ASSERT_EQ(out[i], i < total ? byte_at(i) : 0xee) << i << " of " << total << ", " << seed;
    }
}

TEST(unfinished_word, continues_after_bytes_that_it_did_not_write) {
  for (std::size_t offset = 0; offset < 4; ++offset)
    for (std::uint32_t others = 0; others < 4; ++others)
      for (const std::uint32_t length : {1u, 2u, 5u, 130u}) {
        const auto out = written(offset, 3 + others + length,
                                 [&](const host_warp& warp, std::byte*, host_output& out) {
                                   unfinished_word newest(out);
                                   newest.write_run<1>(warp, out, 3, 1, 1);
                                   newest.flush(warp, out);
                                   out.begin_batch(others);
                                   // Another lane stores them later than this batch does: they may
                                   // not be touched.
                                   out.end_batch();
                                   newest.restart(out);
                                   newest.write_run<2>(warp, out, length, 100, 2);
                                   newest.flush(warp, out);
                                 });
        for (std::uint32_t i = 0; i < out.size(); ++i)
          ASSERT_EQ(out[i], i < 3 ? 1 + i
                            : i < 3 + others
                                ? 0xee
                                : static_cast<std::uint8_t>(100 + 2 * (i - 3 - others)))
              << i << ", " << others << " others, " << length << " at " << offset;
      }
}

template <class T>
void expect_runs(std::uint32_t begin, const std::vector<std::uint32_t>& lengths) {
  constexpr std::uint32_t capacity = 1024;
  using batch = run_batch<T, capacity>;
  static_assert(sizeof(batch) <= 4 * shared_words);
  std::vector<T> expected(begin, T{7});
  const auto init = [](std::uint32_t lane) { return static_cast<T>(lane * 0x9e3779b97f4a7c15ull); };
  const auto delta = [](std::uint32_t lane) { return static_cast<T>(lane - 9); };
  std::uint32_t fit = 0;
  for (std::uint32_t sum = 0; fit < lengths.size() && (sum += lengths[fit]) <= capacity; ++fit)
    for (std::uint32_t i = 0; i < lengths[fit]; ++i)
      expected.push_back(static_cast<T>(init(fit) + delta(fit) * static_cast<T>(i)));
  const auto count = static_cast<std::uint32_t>(lengths.size());
  const auto bytes = static_cast<std::uint32_t>(expected.size() * sizeof(T));
  const auto out =
      written(8, bytes, [&](const host_warp& warp, std::byte* shared, host_output& out) {
        auto& runs = *reinterpret_cast<batch*>(shared);
        runs.clear(warp);
        for (std::uint32_t i = 0; i < begin; ++i)
          EXPECT_EQ(runs.template write<500>(warp, out, 1, 1, T{7}, T{0}), 1u);
        const std::uint32_t length = warp.rank() < count ? lengths[warp.rank()] : 499;
        EXPECT_EQ(runs.template write<500>(warp, out, count, length, init(warp.rank()),
                                           delta(warp.rank())),
                  fit);
        EXPECT_EQ(runs.template write<500>(warp, out, 1, 1, T{7}, T{0}), 0u) << "the chunk is full";
      });
  std::vector<T> got(expected.size());
  std::memcpy(got.data(), out.data(), bytes);
  EXPECT_EQ(got, expected);
}

TEST(run_batch, writes_runs_of_any_length_from_any_element) {
  std::mt19937 random(1);
  for (const std::uint32_t begin : {0u, 1u, 31u, 32u, 40u})
    for (const unsigned most : {1u, 3u, 40u, 100u, 500u})
      for (const unsigned count : {1u, 2u, 31u, 32u}) {
        std::vector<std::uint32_t> lengths(count);
        for (auto& length : lengths) length = 1 + static_cast<std::uint32_t>(random() % most);
        expect_runs<std::uint64_t>(begin, lengths);
        expect_runs<std::uint32_t>(begin, lengths);
        expect_runs<std::uint16_t>(begin, lengths);
      }
  expect_runs<std::uint32_t>(0, {500, 500, 24});
  expect_runs<std::uint32_t>(0, {500, 500, 25});
  // The longest runs that are staged, one that is longer, and both together.
  for (const std::uint32_t longest : {8u, 9u, 16u, 17u, 32u}) {
    std::vector<std::uint32_t> lengths(32, longest);
    lengths[7] = 1;
    expect_runs<std::uint64_t>(31, lengths);
    expect_runs<std::uint32_t>(31, lengths);
    expect_runs<std::uint16_t>(31, lengths);
  }
}

TEST(header_chain, finds_up_to_32_headers) {
  std::mt19937 random(3);
  constexpr std::uint32_t window = header_chain::window_places;
  // From 256 headers in the window down to one.
  for (const unsigned longest : {1u, 2u, 8u, 9u, 60u, 250u, 400u}) {
    std::vector<std::uint8_t> notes(window);
    for (std::uint32_t i = 0; i < window; ++i)
      notes[i] = static_cast<std::uint8_t>(
          std::min<std::uint32_t>(i + 1 + static_cast<std::uint32_t>(random() % longest), 0xff));
    for (const std::uint32_t limit : {1u, 40u, 200u, 254u}) {
      std::vector<std::uint32_t> headers = {0};
      while (headers.size() <= 32 && notes[headers.back()] <= limit)
        headers.push_back(notes[headers.back()]);
      const auto expected = static_cast<std::uint32_t>(headers.size() - 1);
      written(0, 1, [&](const host_warp& warp, std::byte* shared, host_output&) {
        auto& chain = *reinterpret_cast<header_chain*>(shared);
        header_chain::notes_of_lane own;
        std::memcpy(own, notes.data() + sizeof(own) * warp.rank(), sizeof(own));
        std::uint32_t begin = 7, end = 7;
        const auto whole = [&](std::uint32_t at) { return at <= limit; };
        ASSERT_EQ(chain.follow(warp, own, begin, end, whole), expected);
        const bool found = warp.rank() < expected;
        EXPECT_EQ(begin, found ? headers[warp.rank()] : 0);
        EXPECT_EQ(end, found ? headers[warp.rank() + 1] : 0);
      });
    }
  }
}

TEST(packed_bytes, are_read_four_at_once) {
  std::mt19937 random(4);
  std::vector<std::uint32_t> words(200);
  for (auto& word : words) word = static_cast<std::uint32_t>(random());
  for (std::uint32_t width = 1; width <= 8; ++width)
    for (const std::uint32_t skipped : {0u, 1u, 7u})
      for (const std::uint32_t first : {0u, 1u, 2u, 3u, 50u}) {
        const rle_v2::packed_bytes values(next_bytes(words.data(), skipped), width);
        auto quads = values.quads_from(16, first);
        for (std::uint32_t i = first; i + 4 <= 512; i += rle_v2::packed_bytes::quads::stride) {
          const std::uint32_t four = quads.next();
          for (std::uint32_t k = 0; k < 4; ++k) {
            // Bit by bit, from the high end of each byte.
            std::uint32_t expected = 0;
            for (std::uint32_t b = 0; b < width; ++b) {
              const std::uint32_t bit = 8 * skipped + 16 + (i + k) * width + b;
              expected = expected << 1 | (words[bit / 32] >> (bit / 8 % 4 * 8 + 7 - bit % 8) & 1);
            }
            ASSERT_EQ(four >> 8 * k & 0xff, expected) << "value " << i + k << " of " << width;
            ASSERT_EQ(values.one(16, i + k), expected);
          }
        }
      }
}

TEST(varint_ends, are_the_bytes_below_0x80) {
  std::mt19937 random(2);
  for (const unsigned percent : {0u, 10u, 50u, 90u, 100u}) {
    std::vector<std::uint8_t> bytes(varint_ends::window_bytes + 16);
    for (auto& b : bytes)
      b = static_cast<std::uint8_t>((random() & 0x7f) | (random() % 100 < percent ? 0 : 0x80));
    std::vector<unsigned> expected;
    for (unsigned i = 0; i < varint_ends::window_bytes; ++i)
      if (bytes[i] < 0x80) expected.push_back(i);
    written(0, 1, [&](const host_warp& warp, std::byte* shared, host_output&) {
      auto* window = reinterpret_cast<std::uint32_t*>(shared);
      if (warp.rank() == 0) std::memcpy(shared + 3, bytes.data(), bytes.size());
      warp.sync();
      auto& ends = *reinterpret_cast<varint_ends*>(shared + 512);
      const auto seen = ends.find(warp, next_bytes(window, 3), low_byte_choice(warp.rank()));
      warp.sync();
      EXPECT_EQ(seen.total, expected.size());
      for (unsigned i = warp.rank(); i < expected.size(); i += 32)
        EXPECT_EQ(ends.places[i], expected[i]);
    });
  }
}

TEST(word_varint, is_whole_if_it_fits) {
  const auto decode = [](std::initializer_list<std::uint8_t> bytes, auto zero) {
    std::uint32_t words[3] = {0, 0, 0};
    std::memcpy(words, std::data(bytes), bytes.size());
    bool whole = false;
    const auto value =
        word_varint<decltype(zero)>(words, static_cast<std::uint32_t>(bytes.size()), whole);
    return whole ? std::uint64_t{value} : ~std::uint64_t{1};
  };
  constexpr auto refused = ~std::uint64_t{1};
  EXPECT_EQ(decode({5}, 0u), 5u);
  EXPECT_EQ(decode({0x85, 0x01}, 0u), 0x85u);
  EXPECT_EQ(decode({0xff, 0xff, 0xff, 0xff, 0x0f}, 0u), 0xffffffffu);
  EXPECT_EQ(decode({0xff, 0xff, 0xff, 0xff, 0x1f}, 0u), refused) << "33 bits";
  EXPECT_EQ(decode({0x80, 0x80, 0x80, 0x80, 0x80, 0x00}, 0u), refused) << "6 bytes";
  EXPECT_EQ(decode({0xff, 0xff, 0xff, 0xff, 0x1f}, std::uint64_t{0}), 0x1ffffffffu);
  EXPECT_EQ(decode({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40}, std::uint64_t{0}),
            1ull << 62);
  EXPECT_EQ(decode({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01}, std::uint64_t{0}),
            1ull << 63);
  EXPECT_EQ(decode({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02}, std::uint64_t{0}),
            refused)
      << "65 bits";
}

TEST(attempts, wait_longer_after_each_failure) {
  attempts tries;
  std::vector<unsigned> waits;
  for (unsigned wait = 0; waits.size() < 10; ++wait)
    if (tries.due()) {
      waits.push_back(wait);
      tries.note(false);
      wait = ~0u;
    }
  EXPECT_EQ(waits, (std::vector<unsigned>{0, 1, 2, 4, 8, 16, 32, 64, 128, 128}));
  // Each success halves the wait after the next failure.
  while (!tries.due()) continue;
  tries.note(true);
  EXPECT_TRUE(tries.due());
  tries.note(true);
  tries.note(false);
  unsigned wait = 0;
  for (; !tries.due(); ++wait) continue;
  EXPECT_EQ(wait, 32u);
  for (unsigned i = 0; i < 10; ++i) tries.note(true);
  tries.note(false);
  EXPECT_FALSE(tries.due()) << "one symbol, as at first";
  EXPECT_TRUE(tries.due());
}

}  // namespace
}  // namespace codag
