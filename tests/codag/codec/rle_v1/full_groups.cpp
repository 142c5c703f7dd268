// Full groups of literals with varints of one byte and two, one after another. The decoders by
// lanes take them in windows, which do not end where the groups do.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "tests/codag/codec/rle_v1/by_lanes.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/each_variant.hpp"

namespace codag::rle_v1 {
namespace {

using test::bytes;

/// Adds literals, of which so many percent have two bytes.
void add_group(symbols& s, std::mt19937& random, std::size_t literals, unsigned percent) {
  s.header(literals);
  for (std::size_t i = 0; i < literals; ++i)
    s.literal(random() % 128 + (random() % 100 < percent ? 128 : 0));
}

class full_groups : public by_lanes {
 protected:
  static void expect_agreement(const column& c) {
    by_lanes::expect_agreement(c, {element_type::int8, element_type::uint8});
  }
};

TEST_P(full_groups, of_any_mixture) {
  std::mt19937 random(1);
  column c;
  for (const unsigned percent : {1u, 30u, 50u, 80u, 99u, 100u})
    for (unsigned lead = 0; lead < 4; ++lead)
      for (const std::size_t groups : {3u, 7u, 15u}) {
        symbols s;
        // The next literals begin at any byte of a word.
        if (lead > 0) s.run(min_run + lead);
        for (std::size_t g = 0; g < groups; ++g) add_group(s, random, max_literals, percent);
        const std::size_t rest = random() % 130;
        if (rest >= min_run) s.run(rest);
        if (rest > 0) add_group(s, random, std::min<std::size_t>(rest, max_literals), percent);
        c.add(s.in, s.values);
      }
  expect_agreement(c);
}

// The first group's length moves the headers after it to each place of a window.
TEST_P(full_groups, with_headers_anywhere) {
  std::mt19937 random(2);
  column c;
  for (std::size_t long_ones = 0; long_ones <= max_literals; ++long_ones) {
    symbols s;
    // The decoders expect varints of two bytes after the first group that has some.
    add_group(s, random, max_literals, 100);
    s.header(max_literals);
    for (std::size_t i = 0; i < max_literals; ++i) s.literal(i < long_ones ? 200 : 100);
    for (unsigned g = 0; g < 6; ++g) add_group(s, random, max_literals, g % 2 == 0 ? 100 : 3);
    c.add(s.in, s.values);
  }
  expect_agreement(c);
}

// A window that has another header than that of a full group is not taken.
TEST_P(full_groups, between_other_symbols) {
  std::mt19937 random(4);
  column c;
  for (const unsigned percent : {20u, 60u, 100u})
    for (unsigned chunk = 0; chunk < 8; ++chunk) {
      symbols s;
      while (s.values < 6000) {
        for (std::uint64_t g = random() % 5; g > 0; --g)
          add_group(s, random, max_literals, percent);
        if (random() % 2 == 0)
          s.run(min_run + random() % 128);
        else
          add_group(s, random, 1 + random() % 127, percent);
      }
      c.add(s.in, s.values);
    }
  expect_agreement(c);
}

// The sequential decoder takes a run whose varint has three bytes. The literals before it end at
// any byte of a word.
TEST_P(full_groups, before_a_long_varint) {
  std::mt19937 random(6);
  column c;
  for (std::size_t literals = 1; literals <= max_literals; ++literals) {
    symbols s;
    for (unsigned n = 0; n < 4; ++n) {
      add_group(s, random, literals, 0);
      for (const unsigned b : {0u, 1u, 0x85u, 0x80u, 0u}) s.in.push_back(static_cast<std::byte>(b));
      s.values += min_run;
    }
    c.add(s.in, s.values);
  }
  expect_agreement(c);
}

// What a window of 256 bytes costs, in shuffles. A group by itself costs nearly as many.
TEST(full_groups_of_a_warp, are_decoded_a_window_at_a_time) {
  std::mt19937 random(5);
  symbols s;
  for (unsigned g = 0; g < 40; ++g) add_group(s, random, max_literals, 40);
  const chunk whole{0, 0, static_cast<std::uint32_t>(s.in.size()),
                    static_cast<std::uint32_t>(s.values)};
  const test::decoded d =
      test::decode(test::kernel_of("rle_v1", "warp_per_chunk/lanes/shared"), element_type::uint8,
                   s.in, {&whole, 1}, s.values, std::byte{0xee});
  ASSERT_EQ(d.statuses[0], status::ok);
  const std::size_t windows = s.in.size() / 250;
  EXPECT_LE(d.counts.shuffles, 12 * windows + 12 * 3) << "the last groups are decoded one by one";
}

TEST_P(full_groups, damaged_cut_or_too_long) {
  std::mt19937 random(3);
  symbols s;
  for (unsigned g = 0; g < 8; ++g) add_group(s, random, max_literals, 40);
  column c;
  for (std::size_t at = 0; at < s.in.size(); at += 1 + random() % 7) {
    for (const unsigned changed : {0u, 0x7fu, 0x80u, 0x81u, 0xffu}) {
      bytes in = s.in;
      in[at] = static_cast<std::byte>(changed);
      c.add(in, s.values);
    }
    c.add(bytes(s.in.begin(), s.in.begin() + static_cast<std::ptrdiff_t>(at)), s.values);
    if (at < s.values) c.add(s.in, at);
  }
  expect_agreement(c);
}

INSTANTIATE_TEST_SUITE_P(, full_groups, testing::ValuesIn(full_groups::variants()),
                         test::test_name);

}  // namespace
}  // namespace codag::rle_v1
