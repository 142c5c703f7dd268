// The walkers of the run-length codecs find every symbol, and from inside of one a later one.
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
std::vector<place> walk(const bytes& in, std::size_t skipped, const lane_order& order) {
  bytes memory(skipped);
  memory.insert(memory.end(), in.begin(), in.end());
  std::vector<place> places;
  look_at<typename Walker::scratch>(
      memory, skipped,
      [&](const auto& warp, auto& window, typename Walker::scratch& scratch) {
        const std::uint32_t begin = window.position();
        Walker::walk(warp, window, scratch, 500, [&](std::uint32_t bit, std::uint32_t values) {
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

struct no_scratch {};

/// Where a walker supposes a symbol when it looks for one from byte `from` on, or 0.
template <class Walker>
std::uint32_t supposed(const bytes& in, std::uint32_t from) {
  std::uint32_t place = 0;
  look_at<no_scratch>(in, from, [&](const auto& warp, auto& window, no_scratch&) {
    const std::uint32_t begin = window.position();
    if (Walker::find_symbol(warp, window, 4096) && warp.rank() == 0)
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
