// The kernels of star queries are free of data races.
#include <gtest/gtest.h>

#include "tests/support/star_on_host.hpp"

namespace codag {
namespace {

using simt::host::lane_order;

void expect_race_free(const test::star& s, const char* codec, const char* variant,
                      std::string_view by = {}) {
  for (const lane_order& order : {lane_order::ascending(), lane_order::descending()}) try {
      const auto run = test::placed_star(s, 4096).run(test::query_kernel_of(codec, variant), by,
                                                      {.order = order});
      EXPECT_EQ(run.groups, test::answer_of(s));
    } catch (const simt::host::data_race& race) {
      FAIL() << codec << " " << variant << ": " << race.what();
    }
}

// A block takes several tiles, in the same shared memory.
TEST(query_races, none_over_any_format) {
  expect_race_free(test::random_star(5000, 1, {"gpu_for", "gpu_dfor", "gpu_rfor", "none"}),
                   "gpu_star", "tile");
  expect_race_free(test::random_star(5000, 2, {"none"}), "none", "tile");
  expect_race_free(test::random_star(2000, 3, {"gpu_for", "gpu_rfor"}), "gpu_star",
                   "decompress_first", "block_per_tile/store");
}

}  // namespace
}  // namespace codag
