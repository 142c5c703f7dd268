// Every variant is free of data races, over good and damaged input, in two lane orders. Small
// columns: the detector looks at each access of each lane.
#include <gtest/gtest.h>

#include <random>

#include "codag/codec/codec.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/damaged_column.hpp"
#include "tests/support/each_variant.hpp"

namespace codag {
namespace {

using simt::host::lane_order;

class race_free : public test::each_variant {
 protected:
  static void expect_race_free(element_type type, std::span<const std::byte> in,
                               std::span<const chunk> chunks, std::size_t out_bytes,
                               const launch_parameters& parameters, const lane_order& order) {
    try {
      test::decode(tested_kernel(), type, in, chunks, out_bytes, std::byte{0xee}, parameters,
                   {.order = order});
    } catch (const simt::host::data_race& race) {
      FAIL() << to_string(type) << ": " << race.what();
    }
  }

  /// Fewer threads than the default where that is many. No role is without a warp, and at least two
  /// warps write.
  static launch_parameters few_threads() {
    launch_parameters p = GetParam().defaults;
    p.warps_per_block = std::min(p.warps_per_block, 4u);
    return p;
  }

  static constexpr element_type types[] = {
      element_type::int8,  element_type::uint8,  element_type::int16, element_type::uint16,
      element_type::int32, element_type::uint32, element_type::int64, element_type::uint64};
};

TEST_P(race_free, over_good_chunks) {
  unsigned n = 0;
  for (const element_type type : types)
    for (const auto& column : test::adversarial_columns(type, 700, 5)) {
      const chunked_column c = compress(tested_codec(), column.bytes, type, 2048);
      expect_race_free(type, c.bytes, c.chunks, column.bytes.size(), few_threads(),
                       n++ % 2 == 0 ? lane_order::descending() : lane_order::seeded(n));
      if (HasFailure()) return;
    }
}

TEST_P(race_free, over_a_ring_that_is_filled_many_times) {
  const auto type = element_type::uint64;
  const auto column = test::adversarial_columns(type, 6000, 7)[11];
  ASSERT_EQ(column.name, "random");
  const chunked_column c = compress(tested_codec(), column.bytes, type, 1 << 16);
  for (const lane_order& order : {lane_order::ascending(), lane_order::descending()})
    expect_race_free(type, c.bytes, c.chunks, column.bytes.size(), few_threads(), order);
}

TEST_P(race_free, over_damaged_chunks) {
  std::mt19937_64 random(1);
  unsigned n = 0;
  for (const element_type type : types) {
    const test::damaged_column d = test::damage(tested_codec(), type, 60, random);
    expect_race_free(type, d.in, d.chunks, d.original.size(), few_threads(),
                     n++ % 2 == 0 ? lane_order::ascending() : lane_order::seeded(n));
    if (HasFailure()) return;
  }
}

INSTANTIATE_EACH_VARIANT(race_free);

}  // namespace
}  // namespace codag
