// The kernels of star queries are free of data races.
#include <gtest/gtest.h>

#include <random>
#include <string_view>

#include "codag/simt/host/misuse.hpp"
#include "tests/support/kinds/kinds_met.hpp"
#include "tests/support/kinds/stars_of_every_kind.hpp"
#include "tests/support/star_on_host.hpp"

namespace codag {
namespace {

using simt::host::lane_order;

void expect_race_free(const test::star& s, const char* codec, const char* variant,
                      std::string_view by = {}, std::uint32_t chunk_bytes = 4096,
                      std::uint64_t depth = 4) {
  const harness::query_kernel& row = test::query_kernel_of(codec, variant);
  const parameter_values values =
      row.facts.parameters.empty() || !by.empty() ? parameter_values{} : parameter_values{depth};
  for (const lane_order& order : {lane_order::ascending(), lane_order::descending()}) try {
      const auto run = test::placed_star(s, chunk_bytes, static_cast<std::uint32_t>(128 * depth))
                           .run(row, by, {.order = order}, values);
      EXPECT_EQ(run.groups, test::answer_of(s));
    } catch (const simt::host::data_race& race) {
      FAIL() << codec << " " << variant << ": " << race.what();
    }
}

// A block and a warp take several tiles, in the same shared memory.
TEST(query_races, none_over_any_format) {
  const auto formats = test::random_star(5000, 1, {"gpu_for", "gpu_dfor", "gpu_rfor", "none"});
  const auto one_sum = test::random_star(5000, 2, {"gpu_rfor", "gpu_for", "none"}, false);
  for (const char* schedule : {"tile", "tile/warp_per_tile"}) {
    expect_race_free(formats, "gpu_star", schedule);
    expect_race_free(one_sum, "gpu_star", schedule);
    expect_race_free(test::random_star(5000, 3, {"none"}), "none", schedule);
  }
  for (const unsigned flight : {1u, 2u, 4u}) {
    expect_race_free(test::star_of_flight(flight, 3000, 5, "gpu_rfor", "gpu_for"), "gpu_star",
                     "tile/compiled");
    expect_race_free(test::star_of_flight(flight, 3000, 6, "gpu_dfor", "gpu_rfor"), "gpu_star",
                     "tile/compiled");
  }
  expect_race_free(test::random_star(2000, 4, {"gpu_for", "gpu_rfor"}), "gpu_star",
                   "decompress_first", "block_per_tile/store");
}

TEST(query_races, none_in_deeper_tiles) {
  for (const std::uint64_t depth : {8u, 16u, 32u})
    expect_race_free(test::star_of_flight(1, 12'000, 5, "gpu_for", "gpu_for"), "gpu_for",
                     "tile/compiled", {}, 16'384, depth);
  expect_race_free(test::star_of_flight(1, 12'000, 5, "gpu_simdbp128", "gpu_simdbp128"),
                   "gpu_simdbp128", "tile/compiled", {}, 16'384, 32);
}

TEST(query_races, none_over_any_kind_of_block) {
  for (const char* codec : {"gpu_for", "gpu_dfor", "gpu_rfor"}) {
    test::kinds_met met(codec, element_type::int32);
    for (const test::star& s : test::stars_of_every_kind(codec)) {
      const chunked_column column = test::placed_star(s, test::star_chunk_bytes).columns[0];
      met.note(column.bytes, column.chunks);
      for (const char* schedule : {"tile", "tile/warp_per_tile"})
        expect_race_free(s, "gpu_star", schedule, {}, test::star_chunk_bytes);
    }
    EXPECT_TRUE(met.every_kind());
  }
}

// What a damaged column gives is the business of other tests.
TEST(query_races, none_over_damaged_columns) {
  std::mt19937 random(5);
  unsigned refused = 0;
  for (unsigned trial = 0; trial < 12; ++trial) {
    const std::string_view codecs[] = {"gpu_for", "gpu_dfor", "gpu_rfor"};
    test::placed_star placed(test::random_star(1500, trial, {codecs[trial % 3]}), 2048);
    test::damage(placed.columns[random() % placed.columns.size()], random);
    for (const char* schedule : {"tile", "tile/warp_per_tile"})
      for (const lane_order& order : {lane_order::ascending(), lane_order::descending()}) try {
          const auto run =
              placed.run(test::query_kernel_of("gpu_star", schedule), {}, {.order = order});
          refused += run.refused > 0 ? 1 : 0;
        } catch (const simt::host::data_race& race) {
          FAIL() << codecs[trial % 3] << " " << schedule << ": " << race.what();
        }
  }
  EXPECT_GT(refused, 12u) << "of 48 runs";
}

}  // namespace
}  // namespace codag
