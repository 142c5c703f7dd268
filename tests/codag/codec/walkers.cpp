// The walkers of the run-length codecs find every symbol, and from inside of one a later one.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/lanes/equal_symbols.hpp"
#include "codag/codec/lanes/seek_bytes.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/codec/rle_v1/walker.hpp"
#include "codag/codec/rle_v2/next_headers.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/rle_v2/walker.hpp"
#include "codag/simt/host/launch.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/shared_window.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag {
namespace {

using bytes = std::vector<std::byte>;
using simt::host::lane_order;

struct place {
  std::uint32_t bytes, values;
  bool operator==(const place&) const = default;
};

struct no_scratch {};

/// Runs a warp whose window is at byte `from` of `in`. Each lane calls look(warp, window, scratch).
template <class Scratch, class Look>
void look_at(const bytes& in, std::size_t from, const Look& look,
             const simt::host::launch_options& options = {}) {
  using window_of_walkers = shared_window<simt::host::thread, window_part_bytes(most_window_bytes)>;
  struct storage {
    alignas(16) std::uint32_t window[window_of_walkers::buffer_bytes / 4];
    Scratch scratch;
  };
  simt::host::global_vector<std::byte> memory(in.begin(), in.end());
  test::run<storage>(
      {1, 32},
      [&](const simt::host::thread& t, storage& shared) {
        const compressed_words words(memory.data() + from,
                                     static_cast<std::uint32_t>(in.size() - from));
        window_of_walkers window(t, shared.window, 0, words);
        look(simt::warp_group<simt::host::thread>(t), window, shared.scratch);
      },
      options);
}

/// Where a walker says it is, over a chunk that begins `skipped` bytes after the memory does.
template <class Walker>
std::vector<place> walk(const bytes& in, std::size_t skipped, const lane_order& order,
                        std::uint32_t piece_values = 500) {
  bytes memory(skipped);
  memory.insert(memory.end(), in.begin(), in.end());
  std::vector<place> places;
  look_at<typename Walker::scratch>(
      memory, skipped,
      [&](const auto& warp, auto& window, typename Walker::scratch& scratch) {
        const std::uint32_t begin = window.position();
        Walker::walk(warp, window, scratch, piece_values,
                     [&](std::uint32_t bit, std::uint32_t values) {
                       const place here{(bit - begin) / 8, values};
                       if (here.bytes > in.size()) return false;
                       if (warp.rank() == 0) places.push_back(here);
                       return here.bytes < in.size();
                     });
      },
      {.order = order});
  return places;
}

/// The places between the symbols of a chunk, by its codec's own measure of a run.
template <class Measure>
std::vector<place> true_places(const bytes& in, const Measure& measure) {
  std::vector<place> places;
  place here{0, 0};
  while (here.bytes < in.size()) {
    integer::run_extent run;
    EXPECT_EQ(measure(std::span(in).subspan(here.bytes), run), status::ok);
    here.bytes += static_cast<std::uint32_t>(run.bytes);
    here.values += run.values;
    places.push_back(here);
  }
  return places;
}

/// Where a walker supposes a symbol when it looks for one from byte `from` on, or 0.
template <class Walker>
std::uint32_t supposed(const bytes& in, std::uint32_t from) {
  std::uint32_t place = 0;
  using scratch = typename Walker::scratch;
  look_at<scratch>(in, from, [&](const auto& warp, auto& window, scratch& shared) {
    const std::uint32_t begin = window.position();
    if (Walker::find_symbol(warp, window, shared, 4096) && warp.rank() == 0)
      place = from + (window.position() - begin) / 8;
  });
  return place;
}

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

TEST(next_headers, twelve_in_a_row_are_found_from_any_lanes_byte) {
  for (const unsigned symbols : {11u, 12u, 20u, 60u}) {
    bytes in;
    for (unsigned i = 0; i < symbols; ++i)
      in.insert(in.end(), {std::byte{0x02}, std::byte{0x40}});  // a short repeat of one byte
    look_at<rle_v2::next_headers>(
        in, 0, [&](const auto& warp, auto& window, rle_v2::next_headers& headers) {
          const unsigned end = warp.rank() + 12 * 2;
          const bool follow = warp.rank() % 2 == 0 && end <= in.size();
          EXPECT_EQ(headers.after_twelve(warp, window), follow ? end : 0) << symbols;
        });
  }
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
        right += std::ranges::any_of(expected, [&](const place& p) { return p.bytes == found; });
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
    right += std::ranges::any_of(expected, [&](const place& p) { return p.bytes == found; });
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
    right += std::ranges::any_of(expected, [&](const auto& p) { return p.bytes == place; });
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
    EXPECT_TRUE(std::ranges::any_of(expected, [&](const place& p) { return p.bytes == found; }))
        << from;
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
      EXPECT_TRUE(std::ranges::any_of(expected, [&](const place& p) { return p.bytes == found; }))
          << value_bytes << ", " << from;
    }
    EXPECT_GT(looked, 100u);
  }
}

TEST(walker, tries_another_place_if_short_symbols_lead_into_a_long_one) {
  // Twelve zeros look like repeats from any place, and lead to what is no short symbol.
  bytes in(24, std::byte{0});
  in.insert(in.end(), 2, std::byte{0x47});
  const auto first = static_cast<std::uint32_t>(in.size());
  for (unsigned n = 0; n < 100; ++n)  // fixed deltas of four bytes
    in.insert(in.end(), {std::byte{0xc0}, std::byte{5}, std::byte{2}, std::byte{0}});
  EXPECT_EQ(supposed<rle_v2::walker>(in, 0), first + 4 * (12 + 11));
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
    EXPECT_TRUE(std::ranges::any_of(expected, [&](const place& p) { return p.bytes == found; }))
        << from;
  }
  EXPECT_GT(looked, 1000u);
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
    for (const unsigned piece_values : {500u, 5000u, 60000u}) {
      const bytes in = direct_runs(120, every);
      const auto expected = true_places(in, rle_v2::measure_run);
      const auto found = walk<rle_v2::walker>(in, 77, lane_order::seeded(every), piece_values);
      ASSERT_FALSE(found.empty());
      EXPECT_EQ(found.back(), expected.back());
      std::uint32_t before = 0;
      for (const place& p : found) {
        EXPECT_TRUE(std::ranges::find(expected, p) != expected.end()) << p.bytes;
        EXPECT_LT(p.values - before, piece_values + 512) << "a report comes with the last one";
        before = p.values;
      }
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
    for (const unsigned piece_values : {500u, 5000u, 60000u}) {
      const auto found = walk<rle_v1::walker>(in, 3, lane_order::seeded(literals), piece_values);
      ASSERT_FALSE(found.empty());
      EXPECT_EQ(found.back(), expected.back());
      std::uint32_t before = 0;
      for (const place& p : found) {
        EXPECT_TRUE(std::ranges::find(expected, p) != expected.end()) << p.bytes;
        // Several lanes' symbols end a piece.
        EXPECT_LT(p.values - before, piece_values + 1024);
        before = p.values;
      }
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
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.back(), expected.back()) << n;
    std::uint32_t before = 0;
    for (const place& p : found) {
      EXPECT_TRUE(std::ranges::find(expected, p) != expected.end()) << n << ", byte " << p.bytes;
      // A report comes soon after 500 values: up to 32 runs are found at once.
      EXPECT_LT(p.values - before, 500u + 32 * 130) << n;
      before = p.values;
    }
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
