// Tile kernels are free of data races at every depth and with every sink. (Those of the registry at
// their standard depth: tests/codag/schedule/races.cpp.)
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>

#include "codag/codec/codec.hpp"
#include "codag/codec/gpu_dfor/tile_decoder.hpp"
#include "codag/codec/gpu_dfor/warp_tiles.hpp"
#include "codag/codec/gpu_for/warp_tiles.hpp"
#include "codag/codec/gpu_rfor/tile_decoder.hpp"
#include "codag/codec/gpu_rfor/warp_tiles.hpp"
#include "codag/tile/count_sink.hpp"
#include "codag/tile/filtered_sum_sink.hpp"
#include "codag/tile/predicates.hpp"
#include "codag/tile/row_filter.hpp"
#include "codag/tile/select_sink.hpp"
#include "codag/tile/sum_sink.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/damaged_column.hpp"
#include "tests/support/kinds/column_of_every_kind.hpp"
#include "tests/support/registered_kernels.hpp"
#include "tests/support/tiles_on_host.hpp"

namespace codag {
namespace {

using simt::host::global_vector, simt::host::lane_order;

std::vector<std::byte> numbers(element_type type) {
  return test::adversarial_columns(type, 3000, 4)[13].bytes;  // random widths
}

// One chunk larger than the others: its groups take several tiles, in the same shared memory.
TEST(tile_races, none_at_any_depth) {
  unsigned n = 0;
  for (const char* codec : {"gpu_for", "gpu_dfor", "gpu_rfor", "gpu_star", "none", "nsf", "nsv",
                            "rle", "gpu_bp", "gpu_vbyte", "gpu_simdbp128", "fastlanes"})
    for (const element_type type : {element_type::int32, element_type::uint64}) {
      const std::vector<std::byte> raw = numbers(type);
      std::vector<std::byte> in;
      find_codec(codec)->encode(raw, type, in);
      std::vector<chunk> chunks(8, {0, 0, 0, 0});
      chunks[0] = {0, 0, static_cast<std::uint32_t>(in.size()),
                   static_cast<std::uint32_t>(raw.size())};
      for (const auto& kernel : test::kernels_of(codec))
        for (const parameter_values& values : test::all_powers(kernel.facts.parameters)) {
          const lane_order order = ++n % 2 == 0 ? lane_order::descending() : lane_order::seeded(n);
          try {
            const test::decoded d = test::decode(kernel, type, in, chunks, raw.size(),
                                                 std::byte{0xee}, values, {.order = order});
            EXPECT_TRUE(d.out == raw);
          } catch (const simt::host::data_race& race) {
            FAIL() << kernel.facts.variant << ", " << testing::PrintToString(values) << ": "
                   << race.what();
          }
        }
    }
}

TEST(tile_races, none_over_any_kind_of_block_at_any_depth) {
  unsigned n = 0;
  for (const codec& tested : codecs())
    for (const element_type type : {element_type::int32, element_type::uint64}) {
      const auto kernels = test::kernels_of(tested.name);
      if (kernels.empty() || kernels[0].facts.family != harness::family::tile) continue;
      const test::column_of_kinds c = test::column_of_every_kind(tested.name, type);
      for (const auto& kernel : kernels)
        for (const parameter_values& values : test::all_powers(kernel.facts.parameters)) {
          const lane_order order = ++n % 2 == 0 ? lane_order::descending() : lane_order::seeded(n);
          try {
            const test::decoded d = test::decode(kernel, type, c.in, c.chunks, c.out.size(),
                                                 test::between_chunks, values, {.order = order});
            EXPECT_TRUE(d.out == c.out);
          } catch (const simt::host::data_race& race) {
            FAIL() << kernel.facts.variant << ", " << testing::PrintToString(values) << ": "
                   << race.what();
          }
        }
      test::kinds_met met(tested.name, type);
      met.note(c.in, c.chunks);
      EXPECT_TRUE(met.every_kind());
    }
}

/// Hands the column's tiles to a sink in two lane orders. Returns the statuses of the last one.
template <class Decoder, class Sink>
std::vector<status> expect_race_free(const chunked_column& column, const Sink& sink) {
  std::vector<status> statuses;
  for (const lane_order& order : {lane_order::ascending(), lane_order::descending()}) try {
      statuses = test::take_tiles<Decoder, std::uint32_t>(column, sink, {.order = order});
    } catch (const simt::host::data_race& race) {
      ADD_FAILURE() << Sink::name << ": " << race.what();
    }
  return statuses;
}

/// The same with every sink. Returns how often a sink that looks at all tiles refused one of the
/// first `chunks` chunks.
template <class Decoder>
std::ptrdiff_t expect_race_free_with_any_sink(const chunked_column& column, std::size_t chunks) {
  std::ptrdiff_t refused = 0;
  const auto run = [&](const auto& sink) {
    const std::vector<status> statuses = expect_race_free<Decoder>(column, sink);
    refused += std::ranges::count_if(std::span(statuses).first(chunks),
                                     [](status s) { return s != status::ok; });
  };
  global_vector<std::uint64_t> total{0};
  global_vector<std::uint32_t> out(column.raw_bytes / 4);
  using holds = between<std::uint32_t>;
  run(sum_sink<std::uint32_t>{total.data()});
  run(count_sink<holds>{{0, 9}, total.data()});
  total[0] = 0;
  run(select_sink<std::uint32_t, holds>{{0, 99}, out.data(), out.size(), total.data()});
  // One row per 1024: tiles that are decoded stand between tiles that are skipped.
  global_vector<std::uint32_t> kept(row_filter::word_count(out.size()), 0);
  for (std::size_t row = 0; row < out.size(); row += 1024) kept[row / 32] = 1;
  expect_race_free<Decoder>(column, filtered_sum_sink<std::uint32_t>{{kept.data()}, total.data()});
  return refused;
}

/// Calls each.template operator()<Decoder>(codec) with tile decoders of both schedules.
template <class Each>
void with_each_decoder(const Each& each) {
  each.template operator()<gpu_for::warp_tiles<std::uint32_t>>("gpu_for");
  each.template operator()<gpu_dfor::warp_tiles<std::uint32_t>>("gpu_dfor");
  each.template operator()<gpu_rfor::warp_tiles<std::uint32_t>>("gpu_rfor");
  each.template
  operator()<gpu_for::shared_tiles<std::uint32_t, 2, bit_packing::precomputed_offsets>>("gpu_for");
  each.template operator()<gpu_dfor::shared_tiles<std::uint32_t, 2>>("gpu_dfor");
  each.template operator()<gpu_rfor::shared_tiles<std::uint32_t>>("gpu_rfor");
}

TEST(tile_races, none_with_any_sink) {
  const std::vector<std::byte> raw = numbers(element_type::uint32);
  with_each_decoder([&]<class Decoder>(const char* codec) {
    // In large chunks, a group has more tiles than are under way at once.
    for (const std::uint32_t chunk_bytes : {4096u, 32768u}) {
      const chunked_column column =
          compress(*find_codec(codec), raw, element_type::uint32, chunk_bytes);
      EXPECT_EQ(expect_race_free_with_any_sink<Decoder>(column, column.chunks.size()), 0) << codec;
    }
  });
}

TEST(tile_races, none_with_any_sink_over_any_kind_of_block) {
  const auto type = element_type::uint32;
  with_each_decoder([&]<class Decoder>(const char* codec) {
    const test::column_of_kinds c = test::column_of_every_kind(codec, type);
    const chunked_column column{.raw_bytes = c.out.size(), .bytes = c.in, .chunks = c.chunks};
    EXPECT_EQ(expect_race_free_with_any_sink<Decoder>(column, column.chunks.size()), 0) << codec;
    test::kinds_met met(codec, type);
    met.note(c.in, c.chunks);
    EXPECT_TRUE(met.every_kind());
  });
}

// Groups go on after a tile that they refuse. Empty chunks make the average chunk small, so that a
// group has several tiles or stretches of the others. What the sinks give is the business of other
// tests.
TEST(tile_races, none_with_any_sink_over_damaged_chunks) {
  std::mt19937_64 random(2);
  with_each_decoder([&]<class Decoder>(const char* codec) {
    test::damaged_column d =
        test::damage(*find_codec(codec), element_type::uint32, 9, random, 8192);
    const std::size_t chunks = d.chunks.size();
    d.chunks.resize(4 * chunks, {0, 0, 0, 0});
    const chunked_column column{.raw_bytes = d.original.size(), .bytes = d.in, .chunks = d.chunks};
    EXPECT_GT(expect_race_free_with_any_sink<Decoder>(column, chunks), 0) << codec;
  });
}

}  // namespace
}  // namespace codag
