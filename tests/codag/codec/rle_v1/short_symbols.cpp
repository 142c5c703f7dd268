// Chunks that begin with short symbols: runs and groups of few literals that alternate. A kernel
// before that of the lanes decodes them, and leaves the rest.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "codag/codec/rle_v1/lanes_decoder.hpp"
#include "codag/schedule/opened_lanes.hpp"
#include "codag/simt/host/launch.hpp"
#include "tests/codag/codec/rle_v1/by_lanes.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag::rle_v1 {
namespace {

using test::bytes;

struct shape {
  unsigned longest_run, longest_group;
  int least_delta = -128;
  unsigned bits = 14;  ///< of a value
};

/// `pairs` runs, with a group after most of them.
void add_pairs(symbols& s, unsigned pairs, const shape& of, std::mt19937_64& random) {
  const auto value = [&] { return random() >> (64 - 1 - random() % of.bits); };
  for (unsigned i = 0; i < pairs; ++i) {
    const auto deltas = static_cast<unsigned>(128 - of.least_delta);
    s.run(min_run + random() % (of.longest_run - 2), of.least_delta + int(random() % deltas),
          value());
    if (random() % 8 == 0) continue;
    const unsigned literals = 1 + static_cast<unsigned>(random() % of.longest_group);
    s.header(literals);
    for (unsigned k = 0; k < literals; ++k) s.literal(value());
  }
}
symbols pairs_of(unsigned pairs, const shape& of, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  symbols s;
  add_pairs(s, pairs, of, random);
  return s;
}

const std::vector<shape> shapes = {{3, 2},         {12, 6},          {130, 1, 0, 6},
                                   {4, 20, 0, 7},  {6, 40},          {130, 128},
                                   {8, 8, -3, 32}, {5, 9, -128, 64}, {3, 1, 0, 3}};

class short_symbols_of : public by_lanes {
 protected:
  static void expect_agreement(const std::vector<symbols>& chunks) {
    for (const element_type type :
         {element_type::int8, element_type::uint8, element_type::uint16, element_type::int32,
          element_type::uint32, element_type::int64, element_type::uint64}) {
      column c;
      for (const symbols& s : chunks) c.add(s.in, s.values * size_of(type));
      by_lanes::expect_agreement(c, {type});
    }
  }
};

TEST_P(short_symbols_of, many_shapes) {
  std::vector<symbols> chunks;
  std::uint64_t seed = 1;
  for (const shape& of : shapes)
    for (const unsigned pairs : {1u, 2u, 5u, 40u, 300u})
      chunks.push_back(pairs_of(pairs, of, ++seed));
  expect_agreement(chunks);
}

TEST_P(short_symbols_of, a_beginning) {
  std::vector<symbols> chunks;
  for (const unsigned pairs : {10u, 60u, 200u}) {
    symbols s = pairs_of(pairs, {6, 4}, pairs);
    for (unsigned n = 0; n < 12; ++n) {
      s.header(max_literals);
      for (unsigned k = 0; k < max_literals; ++k) s.literal(k * n % 120);
    }
    std::mt19937_64 random(pairs);
    add_pairs(s, 20, {6, 4}, random);
    chunks.push_back(s);
  }
  expect_agreement(chunks);
}

TEST_P(short_symbols_of, cut_or_too_long) {
  for (const element_type type : {element_type::uint8, element_type::int32, element_type::int64}) {
    const auto element = size_of(type);
    column c;
    for (const shape& of : {shape{6, 5}, shape{40, 3, 0, 6}}) {
      const symbols s = pairs_of(70, of, 3);
      for (std::size_t at = 0; at < s.in.size(); at += at < 30 ? 1 : 7)
        c.add(bytes(s.in.begin(), s.in.begin() + static_cast<std::ptrdiff_t>(at)),
              s.values * element);
      for (std::size_t room = 0; room < s.values; room += 13) c.add(s.in, room * element);
      bytes longer = s.in;
      longer.push_back(std::byte{1});
      c.add(longer, s.values * element);
    }
    by_lanes::expect_agreement(c, {type});
  }
}

TEST_P(short_symbols_of, damaged) {
  std::mt19937_64 random(9);
  for (const element_type type : {element_type::uint8, element_type::int32, element_type::int64}) {
    column c;
    const symbols s = pairs_of(90, {6, 5}, 4);
    for (unsigned n = 0; n < 60; ++n) {
      bytes in = s.in;
      // A varint of eleven bytes, or any byte.
      const auto at = static_cast<std::ptrdiff_t>(random() % (in.size() - 12));
      if (n % 2 == 0)
        std::fill(in.begin() + at, in.begin() + at + 11, std::byte{0xff});
      else
        in[random() % in.size()] ^= static_cast<std::byte>(1 + random() % 255);
      c.add(in, s.values * size_of(type));
    }
    by_lanes::expect_agreement(c, {type});
  }
}

INSTANTIATE_TEST_SUITE_P(, short_symbols_of, testing::ValuesIn(short_symbols_of::variants()),
                         test::test_name);

/// What the first kernel leaves of a chunk.
template <class T>
chunk left_of(const symbols& s, std::uint64_t out_offset = 0) {
  using launch = opened_lanes<lanes_decoder<T>>;
  const chunk whole{0, out_offset, static_cast<std::uint32_t>(s.in.size()),
                    static_cast<std::uint32_t>(s.values * sizeof(T))};
  chunk left{};
  const test::decoded d = test::decode_with(
      [&](const device_column& in) {
        const typename launch::opening_kernel kernel{in, 1, &left};
        return simt::host::launch(kernel, kernel.shape());
      },
      s.in, {&whole, 1}, out_offset + s.values * sizeof(T));
  EXPECT_EQ(left.in_offset, s.in.size() - left.in_bytes);
  EXPECT_EQ(left.out_offset, out_offset + s.values * sizeof(T) - left.out_bytes);
  return left;
}
template <class T>
bool is_untouched(const symbols& s, std::uint64_t out_offset = 0) {
  const chunk left = left_of<T>(s, out_offset);
  return left.in_bytes == s.in.size() && left.out_bytes == s.values * sizeof(T);
}

TEST(the_first_kernel, decodes_chunks_of_short_symbols) {
  for (const shape& of : {shape{12, 6}, shape{4, 5, 0, 7}, shape{3, 2}}) {
    const symbols s = pairs_of(2000, of, 5);
    const chunk of_bytes = left_of<std::uint8_t>(s), of_words = left_of<std::int32_t>(s);
    EXPECT_EQ(of_bytes.in_bytes, 0u);
    EXPECT_EQ(of_bytes.out_bytes, 0u);
    EXPECT_EQ(of_words.in_bytes, 0u);
    EXPECT_EQ(of_words.out_bytes, 0u);
  }
}

// A group that is larger than a window is decoded sequentially.
TEST(the_first_kernel, goes_on_after_a_large_symbol) {
  std::mt19937_64 random(6);
  symbols s;
  for (unsigned n = 0; n < 5; ++n) {
    add_pairs(s, 200, {6, 5, 0, 20}, random);
    s.header(max_literals);
    for (unsigned k = 0; k < max_literals; ++k) s.literal(300 + k);
  }
  EXPECT_EQ(left_of<std::int32_t>(s).out_bytes, 0u);
}

TEST(the_first_kernel, leaves_what_follows_short_symbols) {
  symbols s = pairs_of(200, {6, 4}, 7);
  const std::size_t short_values = s.values;
  for (unsigned n = 0; n < 30; ++n) {
    s.header(max_literals);
    for (unsigned k = 0; k < max_literals; ++k) s.literal(k);
  }
  const std::size_t left = left_of<std::uint8_t>(s).out_bytes;
  EXPECT_LE(left, s.values - short_values);
  EXPECT_GE(left, s.values - short_values - 17 * max_literals) << "it soon gives up";
}

TEST(the_first_kernel, leaves_other_chunks_alone) {
  symbols groups, runs;
  for (unsigned n = 0; n < 30; ++n) {
    groups.header(max_literals);
    for (unsigned k = 0; k < max_literals; ++k) groups.literal(k);
    runs.run(5, 1, 300);
  }
  EXPECT_TRUE(is_untouched<std::uint8_t>(groups));
  EXPECT_TRUE(is_untouched<std::int32_t>(groups));
  EXPECT_TRUE(is_untouched<std::int32_t>(runs));
  // A wide element that is not aligned.
  EXPECT_TRUE(is_untouched<std::int32_t>(pairs_of(50, {6, 4}, 8), 1));
}

TEST(the_first_kernel, does_not_pass_what_is_malformed) {
  symbols s = pairs_of(100, {6, 4}, 9);
  const symbols more = pairs_of(100, {6, 4}, 10);
  s.header(1);
  s.in.insert(s.in.end(), 12, std::byte{0xff});
  s.in.insert(s.in.end(), more.in.begin(), more.in.end());
  s.values += more.values;
  EXPECT_GE(left_of<std::uint8_t>(s).in_bytes, more.in.size());
  EXPECT_GE(left_of<std::int64_t>(s).in_bytes, more.in.size());
}

}  // namespace
}  // namespace codag::rle_v1
