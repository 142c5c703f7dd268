// The walkers of the run-length codecs find every symbol of a chunk.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/lanes/equal_symbols.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/codec/rle_v1/walker.hpp"
#include "codag/codec/rle_v2/next_headers.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/rle_v2/walker.hpp"
#include "tests/codag/codec/walkers.hpp"
#include "tests/support/columns.hpp"

namespace codag {
namespace {

using simt::host::lane_order;
using test::bytes, test::look_at, test::no_scratch, test::place, test::true_places, test::walk;

/// Expects true places, up to the chunk's end, with fewer than `most` values between two of them.
void expect_true(const std::vector<place>& found, const std::vector<place>& expected,
                 std::uint32_t most) {
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.back(), expected.back());
  std::uint32_t before = 0;
  for (const place& p : found) {
    EXPECT_TRUE(std::ranges::find(expected, p) != expected.end()) << "byte " << p.bytes;
    EXPECT_LT(p.values - before, most) << "byte " << p.bytes;
    before = p.values;
  }
}

TEST(equal_symbols, are_counted_up_to_another_header) {
  constexpr unsigned size = 129, symbols = 50;
  bytes in(symbols * size, std::byte{5});
  for (unsigned n = 0; n < symbols; ++n) in[n * size] = std::byte{0x80};
  in[40 * size] = std::byte{0x81};
  for (const unsigned from : {0u, 1u, 10u, 39u, 40u, 41u, 49u})
    look_at<no_scratch>(
        in, std::size_t{from} * size, [&](const auto& warp, auto& window, no_scratch&) {
          const auto is_equal = [](std::uint32_t word) { return (word & 0xff) == 0x80; };
          // After the last symbol, the chunk's end is no header.
          const unsigned expected = std::min((from <= 40 ? 40 : symbols) - from, 32u);
          EXPECT_EQ(equal_symbols(warp, window, size, is_equal), expected) << from;
        });
}

TEST(next_headers, are_found_32_at_once) {
  for (const unsigned symbols : {10u, 32u, 40u}) {
    bytes in;
    for (unsigned i = 0; i < symbols; ++i)
      in.insert(in.end(), {std::byte{0x02}, std::byte{0x40}});  // a short repeat of one byte
    look_at<rle_v2::next_headers>(
        in, 0, [&](const auto& warp, auto& window, rle_v2::next_headers& headers) {
          std::uint32_t begin = 0, end = 0;
          const std::uint32_t count = headers.find(warp, window, begin, end);
          EXPECT_EQ(count, std::min(symbols, 32u));
          const bool found = warp.rank() < count;
          EXPECT_EQ(begin, found ? 2 * warp.rank() : 0);
          EXPECT_EQ(end, found ? 2 * warp.rank() + 2 : 0);
        });
  }
}

/// `runs` direct runs of 512 random bytes, and after every `every` of them a shorter one.
bytes direct_runs(unsigned runs, unsigned every) {
  std::mt19937 random(runs + every);
  bytes in;
  in.reserve(std::size_t{runs} * 514);
  for (unsigned n = 0; n < runs; ++n) {
    const auto length = static_cast<unsigned>(n % (every + 1) == every ? 1 + random() % 511 : 512);
    in.push_back(static_cast<std::byte>(0x4e | (length - 1) >> 8));  // 8 bits per value
    in.push_back(static_cast<std::byte>(length - 1));
    for (unsigned i = 0; i < length; ++i) in.push_back(static_cast<std::byte>(random()));
  }
  return in;
}

TEST(walker, passes_equal_runs_of_rle_v2_together) {
  for (const unsigned every : {1u, 3u, 40u, 200u})
    for (const unsigned section_values : {500u, 5000u, 60000u}) {
      const bytes in = direct_runs(120, every);
      const auto expected = true_places(in, rle_v2::measure_run);
      const auto found = walk<rle_v2::walker>(in, 77, lane_order::seeded(every), section_values);
      // A report comes with the run that has enough.
      expect_true(found, expected, section_values + 512);
    }
}

TEST(walker, passes_full_groups_of_rle_v1_together) {
  std::mt19937 random(10);
  for (const unsigned literals : {128u * 60, 128u * 300 + 5}) {
    std::vector<std::uint8_t> column;
    for (unsigned n = 0; n < 4; ++n) {
      for (unsigned i = 0; i < literals; ++i)
        column.push_back(static_cast<std::uint8_t>(random() % 50 + 50 * (i % 2)));
      column.insert(column.end(), 90, std::uint8_t{7});
    }
    bytes in;
    rle_v1::encode(std::as_bytes(std::span(column)), element_type::uint8, in);
    const auto expected = true_places(in, rle_v1::measure_run);
    for (const unsigned section_values : {500u, 5000u, 60000u}) {
      const auto found = walk<rle_v1::walker>(in, 3, lane_order::seeded(literals), section_values);
      // The symbols of several lanes end a piece.
      expect_true(found, expected, section_values + 1024);
    }
  }
}

/// Columns of bytes that mix what walks over windows tell apart.
std::vector<bytes> mixed_bytes() {
  std::vector<bytes> all;
  for (const unsigned kind : {0u, 1u, 2u, 3u, 4u}) {
    std::mt19937 random(kind);
    std::vector<std::uint8_t> column;
    while (column.size() < 30000) {
      // Literals, of which some have two bytes; then a run, or none.
      const auto literals =
          static_cast<unsigned>(random() % 3 == 0 ? random() % 300 : 128 * (random() % 9));
      for (unsigned i = 0; i < literals; ++i) {
        const bool two = kind == 1 || (kind == 2 && random() % 900 == 0);
        column.push_back(static_cast<std::uint8_t>(random() % 100 + (two ? 128 : 0)));
      }
      for (auto runs = kind == 3 ? random() % 40 : random() % 3; runs > 0; --runs) {
        const auto length = static_cast<unsigned>(3 + random() % 200);
        const auto delta = static_cast<unsigned>(kind == 4 ? 0 - random() % 3 : 0);
        const auto value = static_cast<unsigned>(random());
        for (unsigned i = 0; i < length; ++i)
          column.push_back(static_cast<std::uint8_t>(value + i * delta));
      }
    }
    rle_v1::encode(std::as_bytes(std::span(column)), element_type::uint8, all.emplace_back());
  }
  return all;
}

TEST(walker, finds_mixed_symbols_of_rle_v1) {
  unsigned n = 0;
  for (const bytes& in : mixed_bytes()) {
    const auto expected = true_places(in, rle_v1::measure_run);
    ++n;
    const auto found = walk<rle_v1::walker>(in, n * 5, lane_order::seeded(n));
    SCOPED_TRACE(n);
    // Up to 32 runs are found at once.
    expect_true(found, expected, 500 + 32 * 130);
  }
}

template <class Walker, class Measure>
void expect_all_found(const char* codec, const Measure& measure) {
  unsigned n = 0;
  for (const element_type type : test::all_types)
    for (const auto& column : test::adversarial_columns(type, 3000, 11)) {
      bytes in;
      find_codec(codec)->encode(column.bytes, type, in);
      const auto expected = true_places(in, measure);
      const auto found = walk<Walker>(in, n * 5 % 128, lane_order::seeded(n));
      ++n;
      const std::string name = column.name + " of " + std::string(to_string(type));
      ASSERT_FALSE(found.empty()) << name;
      EXPECT_EQ(found.back(), expected.back()) << name << ": the walk ends with the chunk";
      std::size_t e = 0;
      for (const place& p : found) {
        while (e < expected.size() && expected[e].bytes < p.bytes) ++e;
        ASSERT_LT(e, expected.size()) << name;
        ASSERT_EQ(p, expected[e]) << name << ": a place between two symbols";
      }
    }
}

TEST(walker, finds_the_symbols_of_rle_v1) {
  expect_all_found<rle_v1::walker>("rle_v1", rle_v1::measure_run);
}

TEST(walker, finds_the_symbols_of_rle_v2) {
  expect_all_found<rle_v2::walker>("rle_v2", rle_v2::measure_run);
}

TEST(walker, ends_on_any_bytes) {
  std::mt19937_64 random(3);
  for (unsigned n = 0; n < 300; ++n) {
    bytes in(random() % 2000);
    const unsigned values = n % 3 == 0 ? 256 : n % 3 == 1 ? 128 : 4;
    for (auto& b : in) b = static_cast<std::byte>(random() % values + (n % 5 == 0 ? 126 : 0));
    walk<rle_v1::walker>(in, n % 128, lane_order::ascending());
    walk<rle_v2::walker>(in, n % 128, lane_order::ascending());
  }
}

}  // namespace
}  // namespace codag
