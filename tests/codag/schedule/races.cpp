// Every variant is free of data races, over good and damaged input, in two lane orders. The columns
// are small, because the detector looks at each access of each lane.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/deflate/lanes_decoder.hpp"
#include "codag/codec/rle_v1/device_decoder.hpp"
#include "codag/schedule/all_threads.hpp"
#include "codag/schedule/parse_then_write.hpp"
#include "codag/schedule/warp_per_chunk.hpp"
#include "codag/simt/host/gpu_facts.hpp"
#include "codag/stream/shared_input_buffer.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/damaged_column.hpp"
#include "tests/support/deflate_streams.hpp"
#include "tests/support/each_variant.hpp"
#include "tests/support/kinds/column_of_every_kind.hpp"

namespace codag {
namespace {

using simt::host::lane_order;

class race_free : public test::each_variant {
 protected:
  static void expect_race_free(element_type type, std::span<const std::byte> in,
                               std::span<const chunk> chunks, std::size_t out_bytes,
                               const lane_order& order) {
    if (!GetParam().decodes(type)) return;
    try {
      // Every role still has a warp, and at least two warps write.
      parameter_values values = test::few_warps(GetParam());
      test::decode(tested_kernel(), type, in, chunks, out_bytes, std::byte{0xee}, values,
                   {.order = order});
      // Where the number of chunks chooses between two forms, these have been few. And their lists
      // fit.
      for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string_view key = GetParam().parameters[i].key;
        if (key != "writer" && key != "parser") continue;
        values[i] = key == "writer" ? 0 : 1;
        test::decode(tested_kernel(), type, in, chunks, out_bytes, std::byte{0xee}, values,
                     {.order = order});
      }
    } catch (const simt::host::data_race& race) {
      FAIL() << to_string(type) << ": " << race.what();
    }
  }

  /// One of each width: the sign changes values, not who accesses what.
  static constexpr element_type types[] = {element_type::int8, element_type::uint16,
                                           element_type::int32, element_type::uint64};
};

TEST_P(race_free, over_good_chunks) {
  unsigned n = 0;
  for (const element_type type : types)
    for (const auto& column : test::adversarial_columns(type, 400, 5)) {
      const chunked_column c = compress(tested_codec(), column.bytes, type, 2048);
      expect_race_free(type, c.bytes, c.chunks, column.bytes.size(),
                       n++ % 2 == 0 ? lane_order::descending() : lane_order::seeded(n));
      if (HasFailure()) return;
    }
}

TEST_P(race_free, over_every_kind_of_symbol) {
  unsigned n = 0;
  for (const element_type type : test::types_of_kinds(GetParam().codec)) {
    if (!GetParam().decodes(type)) continue;
    const test::column_of_kinds c = test::column_of_every_kind(GetParam().codec, type);
    expect_race_free(type, c.in, c.chunks, c.out.size(),
                     n++ % 2 == 0 ? lane_order::descending() : lane_order::seeded(n));
    test::kinds_met met(GetParam().codec, type);
    met.note(c.in, c.chunks);
    EXPECT_TRUE(met.every_kind());
    if (HasFailure()) return;
  }
}

TEST_P(race_free, over_a_ring_that_is_filled_many_times) {
  const auto type = element_type::uint64;
  const auto column = test::adversarial_columns(type, 6000, 7)[11];
  ASSERT_EQ(column.name, "random");
  const chunked_column c = compress(tested_codec(), column.bytes, type, 1 << 16);
  for (const lane_order& order : {lane_order::ascending(), lane_order::descending()})
    expect_race_free(type, c.bytes, c.chunks, column.bytes.size(), order);
}

TEST_P(race_free, over_damaged_chunks) {
  std::mt19937_64 random(1);
  unsigned n = 0;
  for (const element_type type : types) {
    const test::damaged_column d = test::damage(tested_codec(), type, 16, random);
    expect_race_free(type, d.in, d.chunks, d.original.size(),
                     n++ % 2 == 0 ? lane_order::ascending() : lane_order::seeded(n));
    if (HasFailure()) return;
  }
}

INSTANTIATE_EACH_VARIANT(race_free, host);

// Nothing but their own barriers orders a window and the next one.
TEST(race_free_lanes, over_a_deflate_block_of_several_windows) {
  std::mt19937_64 random(2);
  std::vector<std::byte> raw(12'000);
  for (auto& b : raw) b = static_cast<std::byte>(random() % 50);
  const chunked_column c = compress(*find_codec("deflate"), raw, element_type::uint8, 1 << 16);
  const auto& kernel = test::kernel_of("deflate", "pipeline/lanes/shared");
  parameter_values values = test::few_warps(kernel.facts);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (kernel.facts.parameters[i].key == "writer") values[i] = 0;
  for (const lane_order& order : {lane_order::ascending(), lane_order::seeded(1)})
    EXPECT_EQ(test::decode(kernel, element_type::uint8, c.bytes, c.chunks, raw.size(),
                           std::byte{0xee}, values, {.order = order})
                  .out,
              raw);
}

// The detector counts the blocks that parse and those that write early as concurrent.
void expect_race_free_early(std::span<const std::byte> stream, std::span<const std::byte> raw,
                            status expected) {
  using kernels = parse_then_write<deflate::lanes_decoder<std::uint8_t>>;
  const auto& kernel = test::kernel_of("deflate", "pipeline/lanes/shared");
  device_column column{};
  column.in_bytes = stream.size();
  column.out_bytes = raw.size();
  ASSERT_TRUE(kernels::begin_early(simt::host::interpreted_gpu, column));
  const std::vector<chunk> whole = {
      {0, 0, static_cast<std::uint32_t>(stream.size()), static_cast<std::uint32_t>(raw.size())}};
  for (const lane_order& order : {lane_order::ascending(), lane_order::seeded(1)}) {
    const test::decoded got =
        test::decode(kernel, element_type::uint8, stream, whole, raw.size(), std::byte{0xee},
                     test::few_warps(kernel.facts), {.order = order});
    EXPECT_EQ(got.statuses[0], expected);
    if (expected == status::ok) {
      EXPECT_TRUE(std::ranges::equal(got.out, raw));
    }
  }
}

TEST(race_free_lanes, over_deflate_chunks_that_may_be_written_while_they_are_parsed) {
  const test::long_chunk its = test::make_long_chunk(60'000, 4);
  expect_race_free_early(its.stream, its.raw, status::ok);
  expect_race_free_early(its.damaged, its.raw, status::malformed_symbol);
}

TEST(race_free_lanes, over_deflate_chunks_of_long_tokens) {
  const test::bytes raw = test::long_pieces(60'000, 5);
  const test::bytes stream = test::zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY);
  ASSERT_LE(stream.size(), raw.size() / 32);
  expect_race_free_early(stream, raw, status::ok);
}

// A window's last literals are written with those of the next one.
TEST(race_free_lanes, over_full_groups_of_rle_v1_in_several_windows) {
  std::mt19937_64 random(3);
  // After a run of five, groups begin at another byte of a word.
  std::vector<std::byte> raw(5);
  for (int last = 0, step = 0; raw.size() < 5 + 60 * rle_v1::max_literals;) {
    const int value = static_cast<int>(100 + random() % 156);
    if (value - last == step) continue;  // that would be a run
    step = value - last;
    last = value;
    raw.push_back(static_cast<std::byte>(value));
  }
  const chunked_column c = compress(*find_codec("rle_v1"), raw, element_type::uint8, 1 << 16);
  ASSERT_EQ(c.symbols, 1 + 60 * rle_v1::max_literals) << "a run, and full groups";
  for (const char* variant : {"warp_per_chunk/lanes/shared", "warps_per_chunk/lanes/shared"}) {
    const auto& kernel = test::kernel_of("rle_v1", variant);
    for (const lane_order& order : {lane_order::descending(), lane_order::seeded(1)})
      EXPECT_EQ(test::decode(kernel, element_type::uint8, c.bytes, c.chunks, raw.size(),
                             std::byte{0xee}, test::few_warps(kernel.facts), {.order = order})
                    .out,
                raw);
  }
}

// The detector is not blind to these kernels: it finds the races of one without its warp syncs.

/// A thread whose warp syncs let the lanes meet but do not order memory.
struct without_warp_syncs : simt::host::thread {
  void sync_warp(place where = place::current()) const { (void)ballot(true, where); }
};

struct unsynced_kernel {
  using synced = warp_per_chunk<rle_v1::device_decoder<std::uint32_t>, all_threads, shared_input>;
  static constexpr const char* name = "unsynced_kernel";
  static constexpr unsigned max_threads = synced::max_threads;
  synced kernel;
  void operator()(const simt::host::thread& t, std::byte* shared) const {
    kernel(without_warp_syncs{t}, shared);
  }
};

TEST(race_detector, finds_missing_warp_syncs) {
  const auto type = element_type::uint32;
  const auto column = test::adversarial_columns(type, 2000, 7)[11];
  const chunked_column c = compress(*find_codec("rle_v1"), column.bytes, type);
  try {
    test::decode_with(
        [](const device_column& in) {
          using synced = unsynced_kernel::synced;
          const auto kernel = synced::with(in, standard_values(synced::parameters));
          return simt::host::launch(unsynced_kernel{kernel}, kernel.shape());
        },
        c.bytes, c.chunks, column.bytes.size());
    FAIL() << "no race was found";
  } catch (const simt::host::data_race& race) {
    const std::string what = race.what();
    EXPECT_NE(what.find("kernel unsynced_kernel: data race\n"), std::string::npos) << what;
    EXPECT_NE(what.find(" of shared memory, at byte "), std::string::npos) << what;
    EXPECT_NE(what.find(" wrote at codag/stream/shared_input_buffer.hpp:"), std::string::npos)
        << what;
    EXPECT_NE(what.find(" read at codag/stream/shared_input_buffer.hpp:"), std::string::npos)
        << what;
  }
}

}  // namespace
}  // namespace codag
