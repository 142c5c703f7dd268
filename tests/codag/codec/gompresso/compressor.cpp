// Gompresso's LZ77: what it divides a chunk into, with and without dependency elimination.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "codag/codec/gompresso/parse.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/lz_columns.hpp"

namespace codag::gompresso {
namespace {

/// What the sequences of a chunk have at most.
struct extremes {
  std::uint32_t literals = 0, length = 0, distance = 0;
  std::size_t matched = 0;     ///< bytes of all back-references
  std::size_t past_begin = 0;  ///< sources that end after their group's begin
};

/// Checks that the sequences give the chunk, and that each is one that the format can have.
extremes check(std::span<const std::byte> raw, const settings& s) {
  extremes most;
  std::size_t at = 0, group_begin = 0, number = 0;
  for (const sequence& q : parse(raw, s)) {
    if (number++ % group_sequences == 0) group_begin = at;
    at += q.literals;
    EXPECT_EQ(q.length == 0, q.distance == 0);
    if (q.length > 0) {
      EXPECT_GE(q.length, s.min_match);
    }
    EXPECT_LE(q.distance, at);
    EXPECT_LE(at + q.length, raw.size());
    for (std::size_t i = 0; i < q.length; ++i) EXPECT_EQ(raw[at + i], raw[at + i - q.distance]);
    if (q.length > 0 && at - q.distance + q.length > group_begin) ++most.past_begin;
    at += q.length;
    most.literals = std::max(most.literals, q.literals);
    most.length = std::max(most.length, q.length);
    most.distance = std::max(most.distance, q.distance);
    most.matched += q.length;
    if (testing::Test::HasFailure()) return most;
  }
  EXPECT_EQ(at, raw.size());
  return most;
}

class each_parse : public testing::TestWithParam<parse_kind> {};

TEST_P(each_parse, sequences_give_every_column_back) {
  for (const std::size_t size : {0u, 1u, 4u, 5u, 255u, 256u, 257u, 511u, 3000u, 70'000u})
    for (const auto& column : test::lz_columns(size, 1))
      for (const bool eliminate : {false, true})
        for (const std::uint32_t window : {256u, 8192u, 32768u}) {
          const settings s{window, window == 256u ? 8u : 64u, eliminate, GetParam(),
                           window == 8192u ? 5u : 8u};
          const extremes most = check(column.bytes, s);
          ASSERT_FALSE(HasFailure()) << column.name << ", " << size << " bytes, " << to_string(s);
          EXPECT_LE(most.literals, max_literals);
          EXPECT_LE(most.length, s.look_ahead);
          EXPECT_LE(most.distance, s.window);
          if (eliminate) {
            EXPECT_EQ(most.past_begin, 0u) << column.name;
          }
        }
}

INSTANTIATE_TEST_SUITE_P(gompresso_parse, each_parse,
                         testing::Values(parse_kind::chain, parse_kind::lz4, parse_kind::cheapest,
                                         parse_kind::warp),
                         [](const auto& kind) {
                           return std::string(parse_names[static_cast<std::size_t>(kind.param)]);
                         });

// Each limit is reached, so that none is smaller than the settings say.
TEST(gompresso_parse, limits_are_reached) {
  for (const auto& [window, look_ahead] : {std::pair{256u, 8u}, {8192u, 64u}, {32768u, 255u}}) {
    // Random bytes, and the first of them again after exactly the window, or one byte more.
    std::mt19937_64 random(2);
    for (const std::uint32_t distance : {window, window + 1}) {
      std::vector<std::byte> raw(distance);
      for (auto& b : raw) b = static_cast<std::byte>(random());
      raw.insert(raw.end(), raw.begin(), raw.begin() + 300 % distance);
      const extremes most = check(raw, {window, look_ahead, false});
      EXPECT_EQ(most.distance, distance == window ? window : 0u);
      EXPECT_EQ(most.length, distance == window ? std::min(look_ahead, 300 % distance) : 0u);
      EXPECT_EQ(most.literals, max_literals);
    }
  }
}

TEST(gompresso_parse, a_match_has_at_least_the_least_length) {
  const auto matched = [](const std::string& text) {
    return check(test::from_text(text), {.eliminate_dependencies = false, .min_match = 5}).matched;
  };
  EXPECT_EQ(matched("abcdX1abcdY2"), 0u);
  EXPECT_EQ(matched("abcdeX1abcdeY2"), 5u);
  EXPECT_EQ(matched("abcde1abcde"), 5u) << "at the end of the chunk";
}

TEST(gompresso_parse, the_longest_match_and_of_equal_ones_the_nearest) {
  const auto last = [](const std::string& text) {
    return parse(test::from_text(text), {.eliminate_dependencies = false}).back();
  };
  EXPECT_EQ(last("abcdefgh.abcdef!abcdefgh").distance, 16u) << "8 bytes are more than 6";
  EXPECT_EQ(last("abcdef.abcdef!abcdef").distance, 7u);
  // More bytes follow, so that a farther match is looked for.
  EXPECT_EQ(parse(test::from_text("abcdef.abcdef!abcdefZ"), {.eliminate_dependencies = false})
                .at(1)
                .distance,
            7u);
}

/// What parse_cheapest makes as cheap as it can.
std::size_t cost_of(std::span<const std::byte> raw, const settings& s) {
  std::size_t cost = 0;
  for (const sequence& q : parse(raw, s)) cost += q.literals + (q.length > 0 ? s.min_match - 1 : 0);
  return cost;
}

TEST(gompresso_parse, the_cheapest_parse_costs_least) {
  // At the end, 5 literals and 13 bytes are cheaper than the 12 bytes of the first match and 6
  // literals.
  const auto text = test::from_text("abcdefghijkl.fghijklmnopqr!abcdefghijklmnopqr");
  settings s{.eliminate_dependencies = false, .parse = parse_kind::cheapest, .min_match = 8};
  EXPECT_EQ(cost_of(text, s), 27u + 5 + 7);
  EXPECT_EQ(parse(text, s).at(0).literals, 32u);
  for (const auto& column : test::lz_columns(20'000, 3))
    for (const bool eliminate : {false, true})
      for (const std::uint32_t min_match : {4u, 6u, 8u}) {
        s.eliminate_dependencies = eliminate;
        s.min_match = min_match;
        s.parse = parse_kind::chain;
        const std::size_t greedy = cost_of(column.bytes, s);
        s.parse = parse_kind::cheapest;
        EXPECT_LE(cost_of(column.bytes, s), greedy + greedy / 100) << column.name << to_string(s);
      }
}

// Fig. 5: with dependency elimination, a match is shorter or another one, not always none.
TEST(gompresso_parse, a_match_ends_at_the_high_water_mark) {
  std::string text;
  for (unsigned i = 0; i < 256; ++i) text.push_back(static_cast<char>(i * 89 % 256));
  // The first group's literal strings are cut at 8 bytes, so it ends after 256. What follows
  // repeats its last 12 bytes and then 6 of its own.
  const std::string repeated = text.substr(244) + "UVWXYZ" + text.substr(244) + "UVWXYZ";
  const std::vector<sequence> with = parse(test::from_text(text + repeated), {});
  ASSERT_EQ(with.size(), 35u);
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(with[i].literals, 8u);
  EXPECT_EQ((std::array{with[32].length, with[32].distance}), (std::array{12u, 12u}));
  EXPECT_EQ((std::array{with[33].literals, with[33].length, with[33].distance}),
            (std::array{6u, 12u, 30u}))
      << "and not the 18 bytes that are nearer";
  EXPECT_EQ(with[34].literals, 6u);
}

// The price of dependency elimination is small where matches are far, and great where all are near.
TEST(gompresso_parse, dependency_elimination_costs_matches) {
  const auto columns = test::lz_columns(200'000, 3);
  const auto lost = [&](std::string_view name) {
    const auto& raw = std::ranges::find(columns, name, &test::named_column::name)->bytes;
    const double with = static_cast<double>(check(raw, {}).matched);
    return 1 - with / static_cast<double>(check(raw, {.eliminate_dependencies = false}).matched);
  };
  EXPECT_LT(lost("words"), 0.1);
  EXPECT_GT(lost("near copies"), 0.5);
}

}  // namespace
}  // namespace codag::gompresso
