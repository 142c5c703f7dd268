// Every variant restores every column on the host backend, in several lane orders.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codag/codec/codec.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/each_variant.hpp"
#include "tests/support/kinds/column_of_every_kind.hpp"

namespace codag {
namespace {

using every_variant = test::each_variant;
using simt::host::lane_order;

// Each column is decoded from several types, with one lane order and then the other. A byte that is
// not written differs from one of the two poisons. The longest columns have two whole chunks and a
// part of one.
TEST_P(every_variant, gives_every_column_back) {
  const std::pair<std::byte, lane_order> settings[] = {{std::byte{0x00}, lane_order::ascending()},
                                                       {std::byte{0xff}, lane_order::descending()}};
  // Other codecs and the formats of tiles do not look at the sign.
  const bool looks_at_signs = GetParam().codec.starts_with("rle_v");
  std::size_t runs = 0;
  for (const element_type type :
       {element_type::int8, element_type::uint8, element_type::int16, element_type::uint16,
        element_type::int32, element_type::float32, element_type::int64, element_type::uint64}) {
    if (!GetParam().decodes(type) || (!looks_at_signs && is_signed(type))) continue;
    for (const std::size_t count : {std::size_t{1}, std::size_t{2}, 4400 / size_of(type)})
      for (const auto& column : test::adversarial_columns(type, count, 5)) {
        const chunked_column c = compress(tested_codec(), column.bytes, type, 2048);
        const auto& [poison, order] = settings[runs++ % 2];
        const test::decoded d = test::decode(tested_kernel(), type, c.bytes, c.chunks,
                                             column.bytes.size(), poison, {.order = order});
        for (std::size_t i = 0; i < d.statuses.size(); ++i)
          ASSERT_EQ(d.statuses[i], status::ok)
              << column.name << " of " << to_string(type) << ", chunk " << i << ": "
              << to_string(d.statuses[i]);
        ASSERT_EQ(d.out, column.bytes) << column.name << " of " << to_string(type);
      }
    ++runs;  // the next type has the other setting first
  }
}

TEST_P(every_variant, gives_every_kind_of_symbol_back_in_every_lane_order) {
  for (const element_type type : test::types_of_kinds(GetParam().codec)) {
    if (!GetParam().decodes(type)) continue;
    const test::column_of_kinds c = test::column_of_every_kind(GetParam().codec, type);
    for (const lane_order& order :
         {lane_order::ascending(), lane_order::descending(), lane_order::seeded(3)}) {
      const test::decoded d =
          test::decode(tested_kernel(), type, c.in, c.chunks, c.out.size(), test::between_chunks,
                       test::few_warps(GetParam()), {.order = order});
      EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok)) << to_string(type);
      EXPECT_TRUE(d.out == c.out) << to_string(type);
    }
    test::kinds_met met(GetParam().codec, type);
    met.note(c.in, c.chunks);
    EXPECT_TRUE(met.every_kind());
  }
}

TEST_P(every_variant, runs_at_the_ends_of_its_limits) {
  const auto type = element_type::int32;
  unsigned runs = 0;
  for (const auto& column : test::adversarial_columns(type, 1100, 6)) {
    const chunked_column c = compress(tested_codec(), column.bytes, type, 2048);
    for (const parameter_values& values : test::ends_of_limits(GetParam().parameters)) {
      const test::decoded d =
          test::decode(tested_kernel(), type, c.bytes, c.chunks, column.bytes.size(),
                       std::byte{0xee}, values, {.order = lane_order::seeded(++runs)});
      EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok));
      EXPECT_EQ(d.out, column.bytes) << column.name << ", " << testing::PrintToString(values);
    }
  }
}

// If a kernel's counts change with the order, it reads what another lane may not have written yet.
TEST_P(every_variant, counts_the_same_in_every_lane_order) {
  const auto type =
      GetParam().decodes(element_type::uint16) ? element_type::uint16 : element_type::uint32;
  for (const auto& column : test::adversarial_columns(type, 1100, 9)) {
    const chunked_column c = compress(tested_codec(), column.bytes, type, 2048);
    const auto counts = [&](const lane_order& order) {
      return test::decode(tested_kernel(), type, c.bytes, c.chunks, column.bytes.size(),
                          std::byte{0xee}, {.order = order})
          .counts;
    };
    const auto ascending = counts(lane_order::ascending());
    EXPECT_EQ(ascending, counts(lane_order::descending())) << column.name;
    EXPECT_EQ(ascending, counts(lane_order::seeded(1))) << column.name;
  }
}

TEST_P(every_variant, declares_parameters_that_a_launch_can_have) {
  const harness::variant_facts& facts = GetParam();
  EXPECT_TRUE(well_declared(facts.parameters));
  for (const parameter& p : facts.parameters)
    EXPECT_TRUE(p.allows(p.least) && p.allows(p.most)) << p.key << ": its limits are values";
  const std::uint64_t most_warps = 1024 / simt::warp_size;  // of any GPU's block
  for (const parameter_values& values : test::ends_of_limits(facts.parameters)) {
    if (facts.family == harness::family::tile) continue;  // a tile's block has 128 threads
    // Their blocks have a number of warps that is no parameter.
    if (facts.variant.starts_with("warps_per_chunk/") ||
        facts.variant.starts_with("chunks_per_warp/"))
      continue;
    const std::uint64_t warps = value_of(facts.parameters, values, "warps_per_block");
    EXPECT_TRUE(warps >= 1 && warps <= most_warps) << warps << " warps";
  }
}
INSTANTIATE_EACH_VARIANT(every_variant, host);

/// What a variant of rle_v1 declares: "warps_per_block 1 4 8" is its least, standard and most.
std::vector<std::string> declared(std::string_view codec, std::string_view variant) {
  std::vector<std::string> all;
  for (const parameter& p : test::kernel_of(codec, variant).facts.parameters)
    all.push_back(std::string(p.key) + " " + std::to_string(p.least) + " " +
                  std::to_string(p.standard) + " " + std::to_string(p.most));
  return all;
}

TEST(variants, declare_what_a_launch_may_choose) {
  using list = std::vector<std::string>;
  EXPECT_EQ(declared("rle_v1", "warp_per_chunk/all_threads/shared"),
            (list{"warps_per_block 1 4 8", "ring_bytes 256 256 8192"}));
  EXPECT_EQ(declared("rle_v1", "warp_per_chunk/all_threads/registers"),
            (list{"warps_per_block 1 4 8"}))
      << "words in registers have no ring";
  EXPECT_EQ(declared("rle_v1", "warp_per_chunk_prefetch"),
            (list{"warps_per_block 2 2 2", "ring_bytes 256 512 8192"}));
  EXPECT_EQ(declared("rle_v1", "block_per_chunk"), (list{"warps_per_block 3 32 32"}))
      << "a leader, a prefetch warp and at least one that writes";
  EXPECT_EQ(declared("rle_v1", "block_per_chunk_no_prefetch"), (list{"warps_per_block 2 32 32"}));
  EXPECT_EQ(declared("deflate", "block_per_chunk"), (list{"warps_per_block 3 4 32"}))
      << "the 128 threads of section V-F";
}

TEST(variants, take_a_ring_whose_size_is_a_power_of_two) {
  const auto& kernel = test::kernel_of("rle_v1", "warp_per_chunk/all_threads/shared");
  const parameter& ring = kernel.facts.parameters[1];
  EXPECT_TRUE(ring.allows(512));
  EXPECT_FALSE(ring.allows(ring.least + 4));
  EXPECT_FALSE(ring.allows(ring.least / 2));
  EXPECT_FALSE(ring.allows(2 * ring.most));
}

// The counts show what the paper says about the two schedules.
TEST(variants, counts_tell_the_schedules_apart_and_repeat) {
  const auto column = test::adversarial_columns(element_type::uint32, 32768, 5).back();
  const chunked_column c =
      compress(*find_codec("rle_v1"), column.bytes, element_type::uint32, 16384);
  const auto counts = [&](const char* variant) {
    return test::decode(test::kernel_of("rle_v1", variant), element_type::uint32, c.bytes, c.chunks,
                        column.bytes.size())
        .counts;
  };
  const auto warp = counts("warp_per_chunk/all_threads/shared");
  const auto block = counts("block_per_chunk");
  EXPECT_EQ(warp.block_barriers, 0u) << "warps never wait for their block";
  EXPECT_EQ(warp.shuffles, 0u) << "all-thread decoding needs no broadcast (section IV-D)";
  EXPECT_GT(block.block_barriers, 0u);
  EXPECT_EQ(warp.store_lanes, 32768u + c.chunks.size())
      << "each element and each status is stored once";
  EXPECT_EQ(block.store_lanes, 32768u + c.chunks.size());
  EXPECT_EQ(warp, counts("warp_per_chunk/all_threads/shared"));

  const auto lone = counts("warp_per_chunk/single_thread/shared");
  EXPECT_GT(lone.warp_barriers, warp.warp_barriers) << "lane 0 hands each run to the others";
  EXPECT_EQ(lone.store_lanes, warp.store_lanes);
  EXPECT_EQ(lone.load_sectors, warp.load_sectors);

  const auto registers = counts("warp_per_chunk/all_threads/registers");
  EXPECT_EQ(registers.warp_barriers, 0u) << "no line passes through shared memory";
  EXPECT_GT(registers.shuffles, 0u) << "each word passes through a shuffle";

  const auto prefetch = counts("warp_per_chunk_prefetch");
  EXPECT_EQ(prefetch.block_barriers, c.chunks.size()) << "one before the two warps part";
  EXPECT_EQ(prefetch.store_lanes, warp.store_lanes);
  EXPECT_GT(counts("block_per_chunk_no_prefetch").block_barriers, block.block_barriers)
      << "all threads wait until the ring is filled";
}

TEST(variants, a_batch_of_many_tiny_symbols_and_a_ring_that_runs_dry) {
  // Each 8-byte literal takes 10 bytes, so one chunk has more compressed bytes than the ring holds.
  std::vector<std::uint64_t> values(65536);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = ~(i * 0x9e3779b97f4a7c15ull >> 1);
  const auto column = test::to_column(element_type::uint64, values);
  const chunked_column c = compress(*find_codec("rle_v1"), column, element_type::uint64, 1 << 19);
  ASSERT_GT(c.bytes.size(), 10u * 65536 - 65536);
  for (const char* variant : {"block_per_chunk", "block_per_chunk_no_prefetch"}) {
    const auto d = test::decode(test::kernel_of("rle_v1", variant), element_type::uint64, c.bytes,
                                c.chunks, column.size());
    EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok));
    EXPECT_EQ(d.out, column);
  }
}

}  // namespace
}  // namespace codag
