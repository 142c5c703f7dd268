// Each schedule's kernel restores every column on the host backend, in several orders of the lanes.
#include <gtest/gtest.h>

#include <utility>

#include "codag/codec/codec.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/each_variant.hpp"

namespace codag {
namespace {

using every_variant = test::each_variant;
using simt::host::lane_order;

TEST_P(every_variant, gives_every_column_back) {
  for (const element_type type :
       {element_type::int8, element_type::uint8, element_type::int16, element_type::uint16,
        element_type::int32, element_type::float32, element_type::int64, element_type::uint64})
    for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{9000}})
      for (const auto& column : test::adversarial_columns(type, count, 5)) {
        const chunked_column c = compress(tested_codec(), column.bytes, type, 8192);
        // Two poisons, because a byte that is not written differs from one of them, and two orders.
        for (const auto& [poison, order] : {std::pair(std::byte{0x00}, lane_order::ascending()),
                                            std::pair(std::byte{0xff}, lane_order::descending())}) {
          const test::decoded d = test::decode(tested_kernel(), type, c.bytes, c.chunks,
                                               column.bytes.size(), poison, {}, {.order = order});
          for (std::size_t i = 0; i < d.statuses.size(); ++i)
            ASSERT_EQ(d.statuses[i], status::ok)
                << column.name << " of " << to_string(type) << ", chunk " << i << ": "
                << to_string(d.statuses[i]);
          ASSERT_EQ(d.out, column.bytes) << column.name << " of " << to_string(type);
        }
      }
}

TEST_P(every_variant, runs_at_the_ends_of_its_limits) {
  const launch_limits& limits = GetParam().limits;
  const auto type = element_type::int32;
  unsigned runs = 0;
  for (const auto& column : test::adversarial_columns(type, 9000, 6)) {
    const chunked_column c = compress(tested_codec(), column.bytes, type, 4096);
    for (const std::uint32_t warps : {limits.least.warps_per_block, limits.most.warps_per_block})
      for (const std::uint32_t ring : {limits.least.ring_bytes, limits.most.ring_bytes}) {
        const launch_parameters parameters{warps, ring};
        ASSERT_TRUE(limits.allow(parameters));
        const test::decoded d =
            test::decode(tested_kernel(), type, c.bytes, c.chunks, column.bytes.size(),
                         std::byte{0xee}, parameters, {.order = lane_order::seeded(++runs)});
        EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok));
        EXPECT_EQ(d.out, column.bytes) << column.name << ", " << warps << " warps, ring " << ring;
      }
  }
}

// A kernel whose counts change with the order reads what another lane may not have written yet.
TEST_P(every_variant, counts_the_same_in_every_lane_order) {
  const auto type = element_type::uint16;
  for (const auto& column : test::adversarial_columns(type, 3000, 9)) {
    const chunked_column c = compress(tested_codec(), column.bytes, type, 2048);
    const auto counts = [&](const lane_order& order) {
      return test::decode(tested_kernel(), type, c.bytes, c.chunks, column.bytes.size(),
                          std::byte{0xee}, {}, {.order = order})
          .counts;
    };
    const auto ascending = counts(lane_order::ascending());
    EXPECT_EQ(ascending, counts(lane_order::descending())) << column.name;
    EXPECT_EQ(ascending, counts(lane_order::seeded(1))) << column.name;
  }
}

TEST_P(every_variant, has_defaults_within_its_limits) {
  const harness::variant_facts& facts = GetParam();
  EXPECT_TRUE(facts.limits.allow(facts.defaults));
  const launch_parameters &least = facts.limits.least, &most = facts.limits.most;
  EXPECT_FALSE(facts.limits.allow({most.warps_per_block + 1, most.ring_bytes}));
  EXPECT_FALSE(facts.limits.allow({least.warps_per_block - 1, least.ring_bytes}));
  EXPECT_FALSE(facts.limits.allow({least.warps_per_block, 2 * most.ring_bytes + 1}));
  if (most.ring_bytes > 0) {
    EXPECT_FALSE(facts.limits.allow({least.warps_per_block, least.ring_bytes + 4}));
  }
}
INSTANTIATE_EACH_VARIANT(every_variant);

// What the paper says of the two schedules, as the counts show it.
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
      << "each element is stored once, and each status";
  EXPECT_EQ(block.store_lanes, 32768u + c.chunks.size());
  EXPECT_EQ(warp, counts("warp_per_chunk/all_threads/shared"));

  const auto lone = counts("warp_per_chunk/single_thread/shared");
  EXPECT_GT(lone.warp_barriers, warp.warp_barriers) << "each run is handed over";
  EXPECT_EQ(lone.store_lanes, warp.store_lanes);
  EXPECT_EQ(lone.load_sectors, warp.load_sectors);

  const auto registers = counts("warp_per_chunk/all_threads/registers");
  EXPECT_EQ(registers.warp_barriers, 0u) << "no line is handed over in shared memory";
  EXPECT_GT(registers.shuffles, 0u) << "but each word is";

  const auto prefetch = counts("warp_per_chunk_prefetch");
  EXPECT_GT(prefetch.block_barriers, 0u) << "two warps wait for each other";
  EXPECT_EQ(prefetch.store_lanes, warp.store_lanes);
  EXPECT_GT(counts("block_per_chunk_no_prefetch").block_barriers, block.block_barriers)
      << "all wait until the ring is filled";
}

TEST(variants, a_batch_of_many_tiny_symbols_and_a_ring_that_runs_dry) {
  // 8-byte literals of 10 bytes each: more compressed bytes than the ring holds, in one chunk.
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
