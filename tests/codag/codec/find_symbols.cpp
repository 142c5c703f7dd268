// From inside of a symbol, the walkers of the run-length codecs find where a later one begins.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/lanes/seek_bytes.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/codec/rle_v1/walker.hpp"
#include "codag/codec/rle_v2/kept_headers.hpp"
#include "codag/codec/rle_v2/next_headers.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/rle_v2/walker.hpp"
#include "tests/codag/codec/walkers.hpp"
#include "tests/support/columns.hpp"

namespace codag {
namespace {

using test::bytes, test::is_place, test::look_at, test::no_scratch, test::supposed,
    test::true_places;

TEST(seek_bytes, finds_the_next_one_before_the_end) {
  bytes in(3000);
  for (const std::size_t at : {5, 200, 1700}) in[at] = std::byte{0x80};
  const auto found = [&](std::uint32_t from, std::uint32_t bytes) {
    std::uint32_t at = 0;
    look_at<no_scratch>(in, from, [&](const auto& warp, auto& window, no_scratch&) {
      const std::uint32_t begin = window.position();
      if (seek_bytes(warp, window, begin + 8 * bytes,
                     [](std::uint32_t word) { return (word & 0xff) == 0x80; }) &&
          warp.rank() == 0)
        at = from + (window.position() - begin) / 8;
    });
    return at;
  };
  EXPECT_EQ(found(0, 5), 0u);
  EXPECT_EQ(found(0, 6), 5u);
  EXPECT_EQ(found(6, 1000), 200u);
  EXPECT_EQ(found(201, 2700), 1700u);
  EXPECT_EQ(found(1701, 1299), 0u);
}

TEST(next_headers, symbols_lead_from_any_byte_past_a_place) {
  for (const unsigned symbols : {11u, 49u, 50u, 60u})
    for (const bool is_delta : {false, true}) {
      bytes in;
      for (unsigned i = 0; i < symbols; ++i) {
        in.insert(in.end(), {std::byte{0x02}, std::byte{0x40}});  // a short repeat of one byte
        if (is_delta && i == 20)
          in.insert(in.end(), {std::byte{0xc0}, std::byte{0x40}, std::byte{0x40}, std::byte{0x40}});
      }
      const auto size = static_cast<std::uint32_t>(in.size());
      look_at<rle_v2::next_headers>(
          in, 0, [&](const auto& warp, auto& window, rle_v2::next_headers& headers) {
            const auto [last, after, has_delta] = headers.lead_to(warp, window, 99);
            // A long symbol begins with every other byte.
            const bool leads = warp.rank() % 2 == 0 && size >= 100;
            EXPECT_EQ(after, leads ? 100 : 0) << symbols << ", lane " << warp.rank();
            if (size >= 100) {
              EXPECT_EQ(last, leads ? 98 : warp.rank());
            }
            // Most symbols are looked at.
            const bool seen = warp.any(after != 0 && has_delta);
            EXPECT_EQ(seen, is_delta && size >= 100);
          });
    }
}

TEST(kept_headers, are_not_found_again) {
  bytes in;
  for (unsigned i = 0; i < 60; ++i)
    in.insert(in.end(), {std::byte{0x02}, static_cast<std::byte>(i)});  // a short repeat
  const auto barriers = [&](bool forgotten, std::uint32_t passed) {
    return look_at<rle_v2::kept_headers>(
               in, 0,
               [&](const auto& warp, auto& window, rle_v2::kept_headers& headers) {
                 headers.forget(warp);
                 std::uint32_t begin = 0, end = 0;
                 EXPECT_EQ(headers.find_and_keep(warp, window, begin, end), 32u);
                 warp.sync();
                 if (forgotten) headers.forget(warp);
                 window.seek(window.position() + 8 * 2 * passed);
                 const std::uint32_t count = passed < 28 ? 32 : 60 - passed;
                 EXPECT_EQ(headers.find(warp, window, begin, end), count);
                 EXPECT_EQ(begin, warp.rank() < count ? 2 * warp.rank() : 0);
                 EXPECT_EQ(end, warp.rank() < count ? 2 * warp.rank() + 2 : 0);
               })
        .warp_barriers;
  };
  const std::uint64_t kept = barriers(false, 0);
  EXPECT_GT(barriers(true, 0), kept + 1) << "forget() has one barrier";
  EXPECT_GT(barriers(false, 1), kept) << "nothing is kept there";
  EXPECT_GT(barriers(false, 32), kept);
}

template <class Walker, class Measure>
void expect_found_from_anywhere(const char* codec, const Measure& measure) {
  for (const element_type type : {element_type::uint8, element_type::int32, element_type::int64})
    for (const auto& column : test::adversarial_columns(type, 16000, 11)) {
      if (column.name != "random") continue;
      bytes in;
      find_codec(codec)->encode(column.bytes, type, in);
      const auto expected = true_places(in, measure);
      unsigned right = 0, looked = 0, none = 0;
      for (std::uint32_t from = 1; from + 8192 < in.size(); from += 997) {
        const std::uint32_t found = supposed<Walker>(in, from);
        ++looked;
        none += found == 0;
        right += is_place(expected, found);
      }
      EXPECT_GT(looked, 4u);
      // Random bytes may look like a symbol, and a long symbol may begin too far away.
      EXPECT_LE(looked - right - none, looked / 10) << to_string(type);
      EXPECT_GE(right, size_of(type) == 1 ? looked : looked / 3) << to_string(type);
    }
}

TEST(walker, finds_a_symbol_of_rle_v1_from_inside_of_one) {
  expect_found_from_anywhere<rle_v1::walker>("rle_v1", rle_v1::measure_run);
}

TEST(walker, finds_a_symbol_of_rle_v2_from_inside_of_one) {
  expect_found_from_anywhere<rle_v2::walker>("rle_v2", rle_v2::measure_run);
}

/// A column of `count` symbols of rle_v1: runs whose varints have five bytes, every eighth of them
/// with a negative delta, and every 50th symbol a group of one literal.
bytes long_runs(unsigned count) {
  std::mt19937 random(5);
  std::vector<std::int32_t> column;
  for (unsigned n = 0; n < count; ++n) {
    auto value = static_cast<std::int32_t>(0x40000000 + random() % 0x10000000);
    const std::int32_t delta = n % 8 == 3 ? -5 : static_cast<std::int32_t>(random() % 90);
    const auto length = static_cast<unsigned>(n % 50 == 0 ? 1 : 3 + random() % 60);
    for (unsigned i = 0; i < length; ++i, value += delta) column.push_back(value);
  }
  bytes in;
  rle_v1::encode(std::as_bytes(std::span(column)), element_type::int32, in);
  return in;
}

TEST(walker, finds_a_run_of_rle_v1_from_inside_of_one) {
  const bytes in = long_runs(1200);
  const auto expected = true_places(in, rle_v1::measure_run);
  unsigned looked = 0, right = 0;
  for (std::uint32_t from = 1; from + 1024 < in.size(); from += 61) {
    const std::uint32_t found = supposed<rle_v1::walker>(in, from);
    ++looked;
    right += is_place(expected, found);
  }
  EXPECT_GT(looked, 100u);
  EXPECT_GE(right, looked * 9 / 10);
}

TEST(walker, finds_no_run_among_long_literals) {
  // A tenth of the bytes are groups of literals, and each of their varints ends as a run does.
  std::mt19937 random(8);
  std::vector<std::int32_t> column;
  for (unsigned n = 0; n < 900; ++n) {
    const auto value = static_cast<std::int32_t>(0x40000000 + random() % 0x10000000);
    const auto length = static_cast<unsigned>(n % 25 < 22 ? 3 + random() % 60 : 1);
    for (unsigned i = 0; i < length; ++i) column.push_back(value);
  }
  bytes in;
  rle_v1::encode(std::as_bytes(std::span(column)), element_type::int32, in);
  const auto expected = true_places(in, rle_v1::measure_run);
  unsigned looked = 0, right = 0, found = 0;
  for (std::uint32_t from = 1; from + 1024 < in.size(); from += 3) {
    const std::uint32_t place = supposed<rle_v1::walker>(in, from);
    ++looked;
    found += place != 0;
    right += is_place(expected, place);
  }
  EXPECT_GT(looked, 100u);
  EXPECT_GT(found, looked / 2);
  EXPECT_EQ(right, found);
}

TEST(walker, takes_no_literals_for_runs) {
  // A third of the literals have two bytes, as if each were the end of a run.
  std::mt19937 random(6);
  std::vector<std::uint8_t> column;
  for (unsigned n = 0; n < 16000; ++n)
    column.push_back(static_cast<std::uint8_t>(random() % 128 + (random() % 3 == 0 ? 128 : 0)));
  bytes in;
  rle_v1::encode(std::as_bytes(std::span(column)), element_type::uint8, in);
  const auto expected = true_places(in, rle_v1::measure_run);
  for (std::uint32_t from = 1; from + 8192 < in.size(); from += 97) {
    const std::uint32_t found = supposed<rle_v1::walker>(in, from);
    EXPECT_TRUE(is_place(expected, found)) << from;
  }
}

/// A chunk of rle_v2 whose symbols are short: repeats and fixed deltas of values of `value_bytes`
/// bytes.
bytes short_symbols(unsigned count, unsigned value_bytes) {
  std::mt19937_64 random(value_bytes);
  std::vector<std::int64_t> column;
  for (unsigned n = 0; n < count; ++n) {
    const auto value = static_cast<std::int64_t>(random() >> (65 - 8 * value_bytes));
    const auto length = static_cast<unsigned>(3 + random() % (n % 2 == 0 ? 7 : 60));
    column.insert(column.end(), length, value);
  }
  bytes in;
  rle_v2::encode(std::as_bytes(std::span(column)), element_type::int64, in);
  return in;
}

TEST(walker, finds_a_short_symbol_of_rle_v2_from_inside_of_one) {
  for (const unsigned value_bytes : {1u, 3u, 8u}) {
    const bytes in = short_symbols(1500, value_bytes);
    const auto expected = true_places(in, rle_v2::measure_run);
    unsigned looked = 0;
    for (std::uint32_t from = 1; from + 1024 < in.size(); from += 29) {
      const std::uint32_t found = supposed<rle_v2::walker>(in, from);
      ++looked;
      EXPECT_TRUE(is_place(expected, found)) << value_bytes << ", " << from;
    }
    EXPECT_GT(looked, 100u);
  }
}

TEST(walker, ignores_short_symbols_that_lead_into_a_long_one) {
  // From any of the first lanes' bytes, zeros look like repeats that lead to a long symbol.
  bytes in(24, std::byte{0});
  in.insert(in.end(), 2, std::byte{0x47});
  const auto first = static_cast<std::uint32_t>(in.size());
  for (unsigned n = 0; n < 100; ++n)  // fixed deltas of four bytes
    in.insert(in.end(), {std::byte{0xc0}, std::byte{5}, std::byte{2}, std::byte{0}});
  EXPECT_EQ(supposed<rle_v2::walker>(in, 0), first + 4 * 50);
}

TEST(walker, finds_a_short_symbol_of_rle_v2_after_a_long_one) {
  bytes in;
  const auto add_deltas = [&](unsigned count) {
    for (unsigned n = 0; n < count; ++n)
      in.insert(in.end(), {std::byte{0xc0}, std::byte{5}, std::byte{2}, std::byte{0}});
  };
  add_deltas(30);
  in.insert(in.end(), {std::byte{0x5c}, std::byte{0}, std::byte{1}, std::byte{2}});  // 16 bits
  const auto after = static_cast<std::uint32_t>(in.size());
  add_deltas(200);
  const std::uint32_t found = supposed<rle_v2::walker>(in, 1);
  EXPECT_GT(found, after);
  EXPECT_EQ((found - after) % 4, 0u);
}

TEST(walker, takes_no_packed_values_for_short_symbols) {
  // Two values of four bits look like a short repeat. No three are equal.
  std::mt19937 random(9);
  std::vector<std::uint8_t> column;
  for (unsigned n = 0; n < 60000; ++n)
    column.push_back(static_cast<std::uint8_t>(n % 2 == 0 ? 1 + random() % 3 : 4 + random() % 8));
  bytes in;
  rle_v2::encode(std::as_bytes(std::span(column)), element_type::uint8, in);
  const auto expected = true_places(in, rle_v2::measure_run);
  unsigned looked = 0;
  for (std::uint32_t from = 1; from + 4096 < in.size(); from += 13) {
    const std::uint32_t found = supposed<rle_v2::walker>(in, from);
    ++looked;
    EXPECT_TRUE(is_place(expected, found)) << from;
  }
  EXPECT_GT(looked, 1000u);
}

}  // namespace
}  // namespace codag
