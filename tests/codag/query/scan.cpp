// Star queries on the host backend: over every format, with partial tiles, and over damaged
// columns.
#include "codag/query/scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "tests/support/kinds/kinds_met.hpp"
#include "tests/support/kinds/stars_of_every_kind.hpp"
#include "tests/support/star_on_host.hpp"

namespace codag {
namespace {

using test::placed_star, test::query_kernel_of, test::random_star;

const std::vector<std::string_view> formats = {"none", "gpu_for", "gpu_dfor", "gpu_rfor"};

constexpr std::array schedules = {"tile", "tile/warp_per_tile"};

TEST(star_query, the_sums_are_right_for_any_mix_of_formats_and_any_number_of_rows) {
  unsigned seed = 0;
  for (const std::size_t rows : {1u, 127u, 511u, 512u, 513u, 4096u, 6000u})
    for (const std::uint32_t chunk_bytes : {2048u, 8192u})
      for (const bool groups : {true, false}) {
        auto codecs = formats;
        std::rotate(codecs.begin(), codecs.begin() + ++seed % 4, codecs.end());
        const test::star s = random_star(rows, seed, codecs, groups);
        for (const char* schedule : schedules) {
          const auto run = placed_star(s, chunk_bytes).run(query_kernel_of("gpu_star", schedule));
          EXPECT_EQ(run.refused, 0u);
          EXPECT_EQ(run.groups, test::answer_of(s)) << rows << " rows, " << schedule;
        }
      }
}

TEST(star_query, the_sums_are_right_over_every_kind_of_block_in_every_lane_order) {
  using simt::host::lane_order;
  for (const char* codec : {"gpu_for", "gpu_dfor", "gpu_rfor"}) {
    test::kinds_met met(codec, element_type::int32);
    for (const test::star& s : test::stars_of_every_kind(codec)) {
      placed_star placed(s, test::star_chunk_bytes);
      met.note(placed.columns[0].bytes, placed.columns[0].chunks);
      for (const char* schedule : schedules)
        for (const lane_order& order :
             {lane_order::ascending(), lane_order::descending(), lane_order::seeded(2)}) {
          EXPECT_EQ(placed.run(query_kernel_of("gpu_star", schedule), {}, {.order = order}).groups,
                    test::answer_of(s))
              << codec << ", " << schedule;
        }
    }
    EXPECT_TRUE(met.every_kind());
  }
}

TEST(star_query, columns_that_are_not_compressed_have_kernels_of_their_own) {
  for (const char* schedule : schedules)
    for (const bool groups : {true, false}) {
      const test::star s = random_star(3001, 5, {"none"}, groups);
      const auto run = placed_star(s, 2048).run(query_kernel_of("none", schedule));
      EXPECT_EQ(run.refused, 0u);
      EXPECT_EQ(run.groups, test::answer_of(s)) << schedule;
    }
}

TEST(star_query, compiled_kernels_give_the_same_sums_over_any_mix_of_formats) {
  for (const unsigned flight : {1u, 2u, 4u})
    for (const std::string_view date : formats)
      for (const std::string_view other : formats)
        for (const std::size_t rows : {1u, 513u, 6000u}) {
          const test::star s = test::star_of_flight(flight, rows, 7, date, other);
          const bool plain = date == "none" && other == "none";
          const auto run = placed_star(s, 2048).run(
              query_kernel_of(plain ? "none" : "gpu_star", "tile/compiled"));
          EXPECT_EQ(run.refused, 0u);
          EXPECT_EQ(run.groups, test::answer_of(s))
              << "flight " << flight << ", " << date << ", " << other << ", " << rows << " rows";
        }
}

TEST(star_query, compiled_kernels_refuse_the_same_damage) {
  std::mt19937 random(12);
  unsigned refused = 0;
  for (unsigned trial = 0; trial < 40; ++trial) {
    placed_star placed(test::star_of_flight(trial % 2 == 0 ? 1 : 4, 1500, trial,
                                            formats[1 + trial % 3], formats[1 + trial / 3 % 3]),
                       2048);
    test::damage(placed.columns[random() % placed.columns.size()], random);
    const auto of_any = placed.run(query_kernel_of("gpu_star", "tile"));
    const auto compiled = placed.run(query_kernel_of("gpu_star", "tile/compiled"));
    EXPECT_EQ(compiled.refused, of_any.refused) << trial;
    EXPECT_EQ(compiled.groups, of_any.groups) << trial;
    refused += of_any.refused > 0 ? 1 : 0;
  }
  EXPECT_GT(refused, 10u);
}

// With 2 and 4 tiles per chunk, and with chunks and tables that end within a tile.
TEST(star_query, compiled_kernels_have_tiles_of_any_depth) {
  for (const auto& [codec, depths] :
       std::initializer_list<std::pair<const char*, std::vector<std::uint64_t>>>{
           {"gpu_for", {4, 8, 16, 32}}, {"gpu_simdbp128", {32}}})
    for (const std::uint64_t depth : depths)
      for (const unsigned flight : {1u, 2u, 4u})
        for (const std::size_t rows : {1u, 4096u, 4097u, 20'000u}) {
          const auto rows_per_tile = static_cast<std::uint32_t>(128 * depth);
          const test::star s = test::star_of_flight(flight, rows, 7, codec, codec);
          const auto run = placed_star(s, 32'768, rows_per_tile)
                               .run(query_kernel_of(codec, "tile/compiled"), {}, {}, {depth});
          EXPECT_EQ(run.refused, 0u);
          EXPECT_EQ(run.groups, test::answer_of(s))
              << codec << ", depth " << depth << ", flight " << flight << ", " << rows << " rows";
        }
}

TEST(star_query, deeper_tiles_refuse_damage_and_read_nothing_else) {
  std::mt19937 random(13);
  unsigned refused = 0;
  for (unsigned trial = 0; trial < 40; ++trial) {
    const char* codec = trial % 2 == 0 ? "gpu_for" : "gpu_simdbp128";
    const std::uint64_t depth = trial % 2 == 0 ? 8u << trial / 2 % 3 : 32;
    placed_star placed(test::star_of_flight(trial % 3 == 0 ? 1 : 4, 10'000, trial, codec, codec),
                       16'384, static_cast<std::uint32_t>(128 * depth));
    test::damage(placed.columns[random() % placed.columns.size()], random);
    refused += placed.run(query_kernel_of(codec, "tile/compiled"), {}, {}, {depth}).refused > 0;
  }
  EXPECT_GT(refused, 15u);
}

TEST(star_query, no_kernel_is_compiled_for_other_steps) {
  placed_star placed(random_star(600, 1, {"gpu_for"}), 2048);
  EXPECT_THROW(placed.run(query_kernel_of("gpu_for", "tile/compiled")), std::invalid_argument);
}

TEST(star_query, columns_can_be_decompressed_first) {
  const test::star s = random_star(3000, 6, {"gpu_for", "gpu_dfor", "gpu_rfor"});
  for (const char* by : {"block_per_tile/store", "warp_per_tile/store", "cascaded/store"}) {
    const auto run = placed_star(s, 4096).run(query_kernel_of("gpu_star", "decompress_first"), by);
    EXPECT_EQ(run.refused, 0u) << by;
    EXPECT_EQ(run.groups, test::answer_of(s)) << by;
  }
}

TEST(star_query, planned_columns_can_be_decompressed_first) {
  const test::star s = random_star(3000, 6, {"nsf", "nsv", "rle"});
  for (const char* by : {"block_per_tile/store", "cascaded/store"}) {
    const auto run = placed_star(s, 4096).run(query_kernel_of("planner", "decompress_first"), by);
    EXPECT_EQ(run.refused, 0u) << by;
    EXPECT_EQ(run.groups, test::answer_of(s)) << by;
  }
}

TEST(star_query, every_row_that_is_kept_is_counted_once) {
  test::star s{.steps = {}, .dimensions = {}, .group_count = 1};
  s.steps.push_back({query::role::add, {}, 0, "gpu_rfor", std::vector<std::int32_t>(5000, 1)});
  for (const char* schedule : schedules)
    EXPECT_EQ(placed_star(s, 2048).run(query_kernel_of("gpu_star", schedule)).groups,
              std::vector<std::uint64_t>{5000});
}

TEST(star_query, measures_without_a_factor_or_groups_are_added_as_they_are) {
  test::star s{.steps = {}, .dimensions = {}, .group_count = 1};
  const auto add = [&](query::role does, std::int32_t value) {
    s.steps.push_back({does, {1, 9, 1}, 0, "gpu_for", std::vector<std::int32_t>(3000, value)});
  };
  add(query::role::select, 5);
  add(query::role::add, 7);
  add(query::role::subtract, 3);
  for (const char* schedule : schedules)
    EXPECT_EQ(placed_star(s, 2048).run(query_kernel_of("gpu_star", schedule)).groups,
              std::vector<std::uint64_t>{3000 * 4})
        << schedule;
}

TEST(star_query, damaged_columns_are_refused_or_give_other_sums_and_nothing_else_is_read) {
  std::mt19937 random(11);
  const auto& first_row = query_kernel_of("gpu_star", "decompress_first");
  unsigned refused = 0;
  for (unsigned trial = 0; trial < 60; ++trial) {
    const std::vector<std::string_view> codecs = {formats[1 + trial % 3],
                                                  formats[1 + trial / 3 % 3]};
    placed_star placed(random_star(1500, trial, codecs), 2048);
    test::damage(placed.columns[random() % placed.columns.size()], random);
    const simt::host::launch_options in_some_order{.order = simt::host::lane_order::seeded(trial)};
    const auto refuses = [&](const char* schedule) {
      return placed.run(query_kernel_of("gpu_star", schedule), {}, in_some_order).refused > 0;
    };
    const bool by_blocks = refuses("tile"), by_warps = refuses("tile/warp_per_tile");
    EXPECT_EQ(by_blocks, by_warps) << trial;
    refused += by_blocks ? 1 : 0;
    placed.run(first_row, "block_per_tile/store");
  }
  // Some damage changes values only, and some is in tiles of which no row is kept.
  EXPECT_GT(refused, 20u);
}

TEST(star_query, a_column_that_is_cut_short_is_refused) {
  for (const std::string_view codec : formats) {
    placed_star placed(random_star(1500, 3, {codec}), 2048);
    placed.columns[0].bytes.resize(placed.columns[0].bytes.size() - 4);
    for (const char* schedule : schedules)
      EXPECT_GT(placed.run(query_kernel_of("gpu_star", schedule)).refused, 0u)
          << codec << " " << schedule;
  }
}

// Chunks of other sizes would join a row's values with another row's.
TEST(star_query, a_chunk_with_fewer_rows_than_the_other_columns_is_refused) {
  for (const std::string_view codec : {"gpu_for", "gpu_dfor", "gpu_rfor"}) {
    const test::star s = random_star(1024, 3, {codec});
    placed_star placed(s, 2048);
    std::vector<std::int32_t> fewer = s.steps[0].values;
    fewer.resize(1000);
    placed.columns[0] =
        compress(*find_codec(codec), std::as_bytes(std::span(fewer)), element_type::int32, 2048);
    for (const char* schedule : schedules)
      EXPECT_EQ(placed.run(query_kernel_of("gpu_star", schedule)).refused, 1u)
          << codec << " " << schedule;
  }
}

}  // namespace
}  // namespace codag
