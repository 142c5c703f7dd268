// Every resolution is free of data races. (The standard one on all columns:
// tests/codag/schedule/races.cpp.)
#include <gtest/gtest.h>

#include "tests/support/gompresso_chunks.hpp"
#include "tests/support/kinds/column_of_every_kind.hpp"
#include "tests/support/lz_columns.hpp"

namespace codag {
namespace {

using simt::host::lane_order;

TEST(gompresso_races, none_with_any_resolution) {
  for (const auto& column : test::lz_columns(6000, 9))
    for (const test::resolve how : test::every_resolve)
      for (const bool eliminate : {true, false}) {
        if (how == test::resolve::no_dependency && !eliminate) continue;
        for (const char* name : {"gompresso_byte", "gompresso_bit"}) {
          test::bytes in;
          test::gompresso_with(name, 8192, 64, eliminate)
              .encode(column.bytes, element_type::uint8, in);
          const chunk whole{0, 0, static_cast<std::uint32_t>(in.size()),
                            static_cast<std::uint32_t>(column.bytes.size())};
          for (const lane_order& order : {lane_order::descending(), lane_order::seeded(2)}) try {
              const test::decoded d = test::decode(
                  test::kernel_of(name, "warp_per_chunk/lanes/global"), element_type::uint8, in,
                  {&whole, 1}, column.bytes.size(), std::byte{0xee},
                  {4, static_cast<std::uint64_t>(how)}, {.order = order});
              EXPECT_TRUE(d.out == column.bytes);
            } catch (const simt::host::data_race& race) {
              FAIL() << name << ", " << column.name << ": " << race.what();
            }
        }
      }
}

void expect_race_free_over_every_kind(const char* codec, const char* variant,
                                      const parameter_values& values, bool takes_dependencies) {
  test::column_of_kinds c = test::column_of_every_kind(codec, element_type::uint8);
  if (!takes_dependencies)
    std::erase_if(c.chunks, [&](const chunk& its) {
      return !gompresso::says_independent(std::span(c.in).subspan(its.in_offset, its.in_bytes));
    });
  for (const lane_order& order : {lane_order::descending(), lane_order::seeded(4)}) try {
      const test::decoded d =
          test::decode(test::kernel_of(codec, variant), element_type::uint8, c.in, c.chunks,
                       c.out.size(), test::between_chunks, values, {.order = order});
      EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok));
    } catch (const simt::host::data_race& race) {
      FAIL() << codec << ", " << variant << ": " << race.what();
    }
  if (!takes_dependencies) return;
  test::kinds_met met(codec, element_type::uint8);
  met.note(c.in, c.chunks);
  EXPECT_TRUE(met.every_kind());
}

TEST(gompresso_races, none_over_any_kind_of_sequence) {
  for (const char* codec : {"gompresso_byte", "gompresso_bit"}) {
    for (const test::resolve how : test::every_resolve)
      expect_race_free_over_every_kind(codec, "warp_per_chunk/lanes/global",
                                       {4, static_cast<std::uint64_t>(how)},
                                       how != test::resolve::no_dependency);
    expect_race_free_over_every_kind(codec, "warp_per_chunk/lanes/ring", {4, 2048}, true);
  }
  expect_race_free_over_every_kind("gompresso_byte", "warps_per_chunk/lanes/ring", {4096}, true);
  expect_race_free_over_every_kind("gompresso_bit", "pipeline/lanes/ring", {4, 2048}, true);
}

// Small rings, so that matches leave them, and groups of several batches.
TEST(gompresso_races, none_through_a_ring) {
  struct variant {
    const char *codec, *name;
    parameter_values parameters;
  };
  for (const auto& column : test::lz_columns(9000, 10))
    for (const bool eliminate : {true, false})
      for (const auto& [codec, name, parameters] :
           {variant{"gompresso_byte", "warp_per_chunk/lanes/ring", {4, 2048}},
            variant{"gompresso_byte", "warps_per_chunk/lanes/ring", {4096}},
            variant{"gompresso_bit", "warp_per_chunk/lanes/ring", {4, 2048}},
            variant{"gompresso_bit", "pipeline/lanes/ring", {4, 2048}}}) {
        test::bytes in;
        test::gompresso_with(codec, 8192, 255, eliminate)
            .encode(column.bytes, element_type::uint8, in);
        const chunk whole{0, 0, static_cast<std::uint32_t>(in.size()),
                          static_cast<std::uint32_t>(column.bytes.size())};
        for (const lane_order& order : {lane_order::descending(), lane_order::seeded(3)}) try {
            const test::decoded d =
                test::decode(test::kernel_of(codec, name), element_type::uint8, in, {&whole, 1},
                             column.bytes.size(), std::byte{0xee}, parameters, {.order = order});
            EXPECT_TRUE(d.out == column.bytes) << codec << ", " << column.name;
          } catch (const simt::host::data_race& race) {
            FAIL() << codec << ", " << column.name << ": " << race.what();
          }
      }
}

}  // namespace
}  // namespace codag
