// The encoders are free of data races, in two lane orders: blocks that wait for each other pass on
// single words, and share words of the stream by atomics.
#include <gtest/gtest.h>

#include "codag/simt/host/race/report.hpp"
#include "tests/support/encode_on_host.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag {
namespace {

using simt::host::lane_order;

void expect_race_free(const harness::encode_kernel& row, const parameter_values& values,
                      const std::vector<std::byte>& column, const lane_order& order) {
  SCOPED_TRACE(test::label(row, values) + ", " + std::to_string(column.size()) + " bytes");
  try {
    const test::encoded e = test::encode_on_host(row, values, column, {100'000}, {.order = order});
    EXPECT_EQ(e.result, status::ok);
  } catch (const simt::host::data_race& race) {
    FAIL() << race.what();
  }
}

TEST(vle_encoder_races, over_columns_of_every_shape) {
  unsigned n = 0;
  for (const auto& row : test::vle_encoders())
    for (const auto& column : test::vle_columns()) {
      expect_race_free(row, standard_values(row.facts.parameters), column,
                       n++ % 2 == 0 ? lane_order::descending() : lane_order::seeded(n));
      if (HasFailure()) return;
    }
}

TEST(vle_encoder_races, with_every_parameter) {
  const auto column = test::random_column(9001, 3, 1);
  unsigned n = 0;
  for (const auto& row : test::vle_encoders())
    for (const parameter_values& values : test::ends_of_limits(row.facts.parameters)) {
      expect_race_free(row, values, column,
                       n++ % 2 == 0 ? lane_order::ascending() : lane_order::seeded(n));
      if (HasFailure()) return;
    }
}

}  // namespace
}  // namespace codag
