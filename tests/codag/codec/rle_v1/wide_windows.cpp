// Runs and literals of elements of 2, 4 and 8 bytes, as the decoders by lanes take them: a window
// at a time.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "codag/codec/rle_v1/rle_v1.hpp"
#include "tests/codag/codec/rle_v1/by_lanes.hpp"
#include "tests/support/each_variant.hpp"

namespace codag::rle_v1 {
namespace {

class wide_windows : public by_lanes {
 protected:
  /// A chunk of so many values, for each width.
  static void expect_agreement(const std::vector<symbols>& chunks) {
    for (const element_type type :
         {element_type::uint16, element_type::int16, element_type::uint32, element_type::int32,
          element_type::uint64, element_type::int64}) {
      column c;
      for (const symbols& s : chunks) c.add(s.in, s.values * size_of(type));
      by_lanes::expect_agreement(c, {type});
    }
  }
};

// Runs of up to 8, 16 and 32 elements are staged; a longer one changes that for its batch.
TEST_P(wide_windows, runs_of_every_length) {
  std::mt19937_64 random(1);
  std::vector<symbols> chunks;
  for (const std::size_t longest : {3u, 4u, 8u, 9u, 16u, 17u, 32u, 33u, 60u, 130u})
    for (const unsigned long_ones : {1u, 40u, 1000u}) {
      symbols s;
      // Rows begin anywhere.
      s.run(min_run + random() % 40, 1, 5);
      for (unsigned i = 0; i < 120; ++i)
        s.run(random() % 1000 < long_ones ? longest : min_run + random() % (longest - 2),
              static_cast<int>(random() % 120), random() >> random() % 64);
      chunks.push_back(s);
    }
  expect_agreement(chunks);
}

// A negative delta is no end: the headers after it are not where the lanes guess.
TEST_P(wide_windows, runs_of_any_delta) {
  std::mt19937_64 random(2);
  std::vector<symbols> chunks;
  for (const unsigned negative : {1u, 10u, 50u, 100u})
    for (unsigned chunk = 0; chunk < 4; ++chunk) {
      symbols s;
      for (unsigned i = 0; i < 150; ++i) {
        const int delta = static_cast<int>(random() % 128);
        s.run(min_run + random() % 20, random() % 100 < negative ? delta - 128 : delta,
              random() >> random() % 64);
      }
      chunks.push_back(s);
    }
  expect_agreement(chunks);
}

// The first window has 32 runs of eight bytes. In the next one, a run ends after the window; the
// place where the last run of the first window ended must not be taken for its end.
TEST_P(wide_windows, a_run_that_ends_after_its_window) {
  std::vector<symbols> chunks;
  for (unsigned runs = 28; runs < 36; ++runs) {
    symbols s;
    for (unsigned i = 0; i < 32 + runs; ++i) s.run(min_run, 1, std::uint64_t{1} << 40);
    for (unsigned i = 0; i < 4; ++i) s.run(min_run, 1, std::uint64_t{1} << 62);
    chunks.push_back(s);
  }
  expect_agreement(chunks);
}

TEST_P(wide_windows, groups_of_varints_of_every_length) {
  std::mt19937_64 random(3);
  std::vector<symbols> chunks;
  for (const unsigned bits : {7u, 8u, 14u, 20u, 32u, 50u, 64u})
    for (const std::size_t group : {1u, 11u, 12u, 63u, 64u, 65u, 127u, 128u}) {
      symbols s;
      while (s.values < 600) {
        s.header(group);
        for (std::size_t i = 0; i < group; ++i)
          s.literal(random() >> (64 - bits) >> random() % bits);
        if (random() % 2 == 0) s.run(min_run + random() % 5, 1, 7);
      }
      chunks.push_back(s);
    }
  expect_agreement(chunks);
}

// One literal of a group is wider than its element, or than any.
TEST_P(wide_windows, groups_with_a_literal_that_is_too_wide) {
  std::vector<symbols> chunks;
  for (const std::size_t at : {0u, 1u, 31u, 32u, 63u, 64u, 65u, 100u, 127u})
    for (const std::uint64_t wide : {std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
      symbols s;
      s.header(max_literals);
      for (std::size_t i = 0; i < max_literals; ++i)
        if (i == at)
          s.literal(wide);
        else
          s.literal(i);
      s.run(20, 1, 3);
      chunks.push_back(s);
      // No 64 bits hold it: the tenth byte of the varint is above 1.
      if (wide == ~std::uint64_t{0}) {
        s.in[1 + at + 9] = std::byte{2};
        chunks.push_back(s);
      }
    }
  expect_agreement(chunks);
}

TEST_P(wide_windows, damaged_cut_or_too_long) {
  std::mt19937_64 random(4);
  symbols whole;
  while (whole.in.size() < 900) {
    for (std::uint64_t runs = random() % 50; runs > 0; --runs)
      whole.run(min_run + random() % 12, static_cast<int>(random() % 250) - 100,
                random() >> random() % 64);
    const std::size_t group = 1 + random() % max_literals;
    whole.header(group);
    for (std::size_t i = 0; i < group; ++i) whole.literal(random() >> random() % 64);
  }
  std::vector<symbols> chunks;
  for (std::size_t at = 0; at < whole.in.size(); at += 8 + random() % 17) {
    for (const unsigned changed : {0u, 0x7fu, 0x80u, 0xffu}) {
      symbols s = whole;
      s.in[at] = static_cast<std::byte>(changed);
      chunks.push_back(s);
    }
    symbols s = whole;
    s.in.resize(at);
    chunks.push_back(s);
    s.in = whole.in;
    s.values = 1 + at % whole.values;
    chunks.push_back(s);
  }
  expect_agreement(chunks);
}

INSTANTIATE_TEST_SUITE_P(, wide_windows, testing::ValuesIn(wide_windows::variants()),
                         test::test_name);

}  // namespace
}  // namespace codag::rle_v1
