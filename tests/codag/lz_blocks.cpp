// What a block does to write a chunk from tokens: block_period_writer, and what block_token_writer
// refuses. tests/codag/lz.cpp compares what they write with what a warp does.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "codag/lz/tokens/period_change.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/block_group.hpp"
#include "tests/support/lz_blocks.hpp"

namespace codag::lz {
namespace {

using test::block_thread, test::block_warps, test::byte_vector, test::make_match, test::run_block;
using test::serial, test::write_by_block, test::written_by;

// Whose tokens they are, and up to which one.
TEST(block_period_writer, takes_tokens_up_to_another_distance) {
  const auto taken = [](const std::vector<token>& tokens, std::uint32_t period) {
    std::uint32_t count = 0;
    const auto out_bytes = serial(tokens).size();
    written_by(0, out_bytes, [&](std::byte* out) {
      run_block(out, out_bytes, [&](block_thread& b) {
        const auto values = [&](const auto& mine, std::uint32_t available) {
          return b.values.write(mine, available);
        };
        const auto batch = [&](const auto& mine, std::uint32_t available) {
          return b.write_batch(mine, available);
        };
        // The first value; without it, no match repeats one.
        EXPECT_EQ(b.bring(tokens, 0, period, values), 0u);
        EXPECT_EQ(b.bring(tokens, 0, period, batch), period);
        const std::uint32_t all = b.bring(tokens, period, tokens.size(), values);
        if (b.t.thread_index() == 0) count = all;
      });
    });
    return count;
  };
  constexpr std::size_t most = tokens_per_thread * block_warps * simt::warp_size;
  for (const std::uint32_t period : {1u, 2u, 4u, 8u}) {
    std::vector<token> tokens(period, make_literal(3));
    for (std::size_t i = 0; i < most; ++i)
      tokens.push_back(i % 2 == 0 ? make_literal(static_cast<std::uint8_t>(i))
                                  : make_match(90, period));
    EXPECT_EQ(taken(tokens, period), most);
    for (const std::size_t other : {40u, 41u, 63u, 64u, 65u, 101u}) {
      auto some = tokens;
      some[period + other] = make_match(90, period == 8 ? 7 : 3);
      EXPECT_EQ(taken(some, period), other) << period;
    }
    // Two warps have more than a batch takes.
    for (std::size_t i = 0; i < most; ++i) tokens[period + i] = make_match(258, period);
    EXPECT_EQ(taken(tokens, period), most / 2);
    tokens.resize(period + 1);
    EXPECT_EQ(taken(tokens, period), 1u);
    tokens.back() = make_match(240, period);
    EXPECT_EQ(taken(tokens, period), 0u) << "few bytes";
  }
}

// A match of another distance is left to a block_token_writer: at first alone, and then with twice
// as many tokens each time. Tokens that are written halve their number.
TEST(block_period_writer, leaves_more_tokens_each_time_that_it_fails) {
  constexpr std::uint32_t all = tokens_per_thread * block_warps * simt::warp_size;
  std::vector<unsigned> left;
  byte_vector out(1000);
  run_block(reinterpret_cast<std::byte*>(out.data()), out.size(), [&](block_thread& b) {
    const token good[tokens_per_thread] = {make_literal(1), make_match(9, 1)};
    const token bad[tokens_per_thread] = {make_match(3, 3), make_match(3, 3)};
    for (const bool fails : {true, true, true, false, true}) {
      const bool has_bad = fails && b.t.thread_index() == 2;
      const auto taken = b.values.write(has_bad ? bad : good, all);
      EXPECT_EQ(taken == 0, fails);
      if (b.t.thread_index() == 0) left.push_back(b.values.left_to_token_writer(all));
      // A block_token_writer would pass a barrier here, before write() brings new tokens.
      b.t.sync_block();
    }
  });
  EXPECT_EQ(left, (std::vector<unsigned>{5, 6, 8, 8, 8}));
}

TEST(period_change, is_what_tokens_do_to_the_newest_bytes) {
  std::mt19937_64 random(5);
  for (unsigned round = 0; round < 2000; ++round) {
    // Eight bytes, and tokens after them, of which the changes of the first and of the second half
    // are put together.
    std::vector<token> tokens(8);
    for (token& t : tokens) t = make_literal(static_cast<std::uint8_t>(random()));
    const std::size_t count = random() % 8;
    period_change halves[2] = {period_change::none(), period_change::none()};
    const auto first = static_cast<std::uint32_t>(random() % 100) * 8;
    const auto moved = static_cast<std::uint32_t>(random() % 20);
    for (std::size_t i = 0; i < count; ++i) {
      const auto place = static_cast<std::uint32_t>(serial(tokens).size());
      const auto length = 3 + static_cast<std::uint32_t>(random() % 9);
      tokens.push_back(random() % 3 == 0 ? make_literal(static_cast<std::uint8_t>(random()))
                                         : make_match(length, 1u << random() % 4));
      ASSERT_TRUE(period_change::is_made_by(tokens.back()));
      period_change& half = halves[i < count / 2 ? 0 : 1];
      half = half.then(period_change::made_by(tokens.back(), first + place + 40 - moved));
    }
    const auto before = serial({tokens.begin(), tokens.begin() + 8}), after = serial(tokens);
    const auto newest = [](const byte_vector& bytes, std::size_t end) {
      std::uint32_t words[2] = {};
      for (std::size_t at = end - 8; at < end; ++at)
        words[at / 4 % 2] |= std::uint32_t{bytes[at]} << 8 * (at % 4);
      return newest_bytes{words[0], words[1]};
    };
    const auto made = halves[0].then(halves[1]).later_by(moved).applied_to(newest(before, 8));
    const auto expected = newest(after, after.size());
    EXPECT_EQ(made.low, expected.low) << round;
    EXPECT_EQ(made.high, expected.high) << round;
  }
  for (const std::uint32_t distance : {3u, 5u, 6u, 7u, 9u, 16u, 32768u})
    EXPECT_FALSE(period_change::is_made_by(make_match(5, distance)));
}

// What a block refuses: nothing of that batch is written.
TEST(block_token_writer, refuses_a_match_before_the_chunk_and_a_token_after_it) {
  const auto is_whole = [](const std::vector<token>& tokens, std::size_t out_bytes) -> bool {
    std::vector<bool> whole;
    for (const auto way : test::block_ways)
      written_by(3, out_bytes, [&](std::byte* out) {
        whole.push_back(write_by_block(tokens, out, out_bytes, way, {}));
      });
    EXPECT_EQ(whole[0], whole[1]);
    EXPECT_EQ(whole[0], whole[2]);
    return whole[0];
  };
  const token a = make_literal('a');
  EXPECT_TRUE(is_whole({a, a, make_match(5, 2)}, 7));
  EXPECT_FALSE(is_whole({a, a, make_match(5, 3)}, 7)) << "a byte before the chunk";
  EXPECT_FALSE(is_whole({a, a, make_match(5, 2)}, 6)) << "a byte after the chunk";
  EXPECT_FALSE(is_whole({a, a, make_match(5, 2)}, 8)) << "a byte is missing";
  EXPECT_TRUE(is_whole({}, 0));
  std::vector<token> long_one(300, a);
  long_one.push_back(make_match(258, 300));
  EXPECT_TRUE(is_whole(long_one, 558));
  long_one.back() = make_match(258, 301);
  EXPECT_FALSE(is_whole(long_one, 558)) << "in a later batch";
  for (const std::uint32_t period : {1u, 2u, 4u, 8u}) {
    std::vector<token> tokens(period, a);
    tokens.resize(100, make_match(200, period));
    const std::size_t bytes = period + 200 * (100 - period);
    EXPECT_TRUE(is_whole(tokens, bytes));
    EXPECT_FALSE(is_whole(tokens, bytes - 1)) << "a byte after the chunk";
    EXPECT_FALSE(is_whole(tokens, bytes + 1)) << "a byte is missing";
    tokens.erase(tokens.begin());
    EXPECT_FALSE(is_whole(tokens, bytes - 1)) << "a byte before the chunk";
  }
}

}  // namespace
}  // namespace codag::lz
