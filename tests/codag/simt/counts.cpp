// The host backend counts exactly.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "codag/simt/host/global_memory.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag::simt::host {
namespace {

using test::no_storage, test::run;

TEST(host_backend_counts, collectives) {
  const counts c = run({2, 96}, [](const thread& t, no_storage&) {
    t.sync_warp();
    t.shuffle(1, 0);
    t.shuffle(1, 1);
    (void)t.ballot(true);
    t.sync_block();
    t.sync_block();
  });
  EXPECT_EQ(c.warp_barriers, 2u * 3);
  EXPECT_EQ(c.shuffles, 2u * 3 * 2);
  EXPECT_EQ(c.votes, 2u * 3);
  EXPECT_EQ(c.block_barriers, 2u * 2);
}

TEST(host_backend_counts, coalesced_and_strided_sectors) {
  alignas(128) static std::uint32_t data[32 * 32];
  const counts coalesced =
      run({1, 32}, [&](const thread& t, no_storage&) { t.load(data + t.lane()); });
  EXPECT_EQ(coalesced.load_instructions, 1u);
  EXPECT_EQ(coalesced.load_sectors, 4u);
  EXPECT_EQ(coalesced.load_lanes, 32u);
  const counts strided =
      run({1, 32}, [&](const thread& t, no_storage&) { t.store(data + 32 * t.lane(), 1u); });
  EXPECT_EQ(strided.store_instructions, 1u);
  EXPECT_EQ(strided.store_sectors, 32u);
  const counts broadcast = run({1, 32}, [&](const thread& t, no_storage&) { t.load(data); });
  EXPECT_EQ(broadcast.load_instructions, 1u);
  EXPECT_EQ(broadcast.load_sectors, 1u);
  const counts shifted =
      run({1, 32}, [&](const thread& t, no_storage&) { t.load(data + 1 + t.lane()); });
  EXPECT_EQ(shifted.load_sectors, 5u);
}

TEST(host_backend_counts, diverged_lanes_and_uneven_loops) {
  alignas(128) static std::uint32_t data[64];
  const counts branch = run({1, 32}, [&](const thread& t, no_storage&) {
    if (t.lane() < 8) t.store(data + t.lane(), 1u);
    t.store(data + 32 + t.lane(), 2u);
  });
  EXPECT_EQ(branch.store_instructions, 2u);
  EXPECT_EQ(branch.store_lanes, 8u + 32u);
  const counts loop = run({1, 32}, [&](const thread& t, no_storage&) {
    for (unsigned i = t.lane(); i < 40; i += warp_size) t.load(data + i);
  });
  EXPECT_EQ(loop.load_instructions, 2u);
  EXPECT_EQ(loop.load_lanes, 40u);
}

// The parts of a warp count on their own, as if the warp executed one after the other.
TEST(host_backend_counts, parts_of_a_warp) {
  global_vector<std::uint32_t> memory(64);
  for (const lane_order& order :
       {lane_order::ascending(), lane_order::descending(), lane_order::seeded(3)}) {
    const counts total = run({1, 32},
                             [&](const thread& t, no_storage&) {
                               for (unsigned turn = 0; turn <= t.lane() / 8; ++turn) {
                                 t.store(memory.data() + t.lane(), t.lane());
                                 t.sync_lanes(8);
                               }
                               t.store(memory.data() + 32 + t.lane(), t.lane());
                             },
                             {.order = order});
    EXPECT_EQ(total.store_instructions, 1u + 2 + 3 + 4 + 1);
    EXPECT_EQ(total.store_lanes, 8u * (1 + 2 + 3 + 4) + 32);
    EXPECT_EQ(total.store_sectors, 1u + 2 + 3 + 4 + 4);
  }
}

TEST(host_backend_counts, the_same_in_any_lane_order) {
  alignas(128) static std::uint32_t data[4 * 64];
  const auto body = [&](const thread& t, no_storage&) {
    // Lanes that skip an instruction, and loops of different lengths.
    if (t.lane() % 3 == 0) t.store(data + t.thread_index(), 1u);
    for (unsigned i = 0; i < t.lane() % 5; ++i) t.load(data + t.thread_index());
    t.sync_warp();
    if (t.lane() > 20) t.load(data + t.thread_index());
    t.store(data + 64 + t.thread_index(), 2u);
  };
  const counts ascending = run({1, 64}, body);
  EXPECT_EQ(ascending.store_lanes, 2u * (11 + 32));
  EXPECT_EQ(ascending, run({1, 64}, body, {.order = lane_order::descending()}));
  for (unsigned seed = 0; seed < 20; ++seed)
    EXPECT_EQ(ascending, run({1, 64}, body, {.order = lane_order::seeded(seed)}));
}

TEST(host_backend_counts, the_same_on_any_number_of_cores) {
  std::vector<std::uint32_t> data(64 * 128);
  const auto body = [&](const thread& t, no_storage&) {
    for (unsigned i = 0; i <= t.block() % 5; ++i)
      t.store(&data[t.block() * 128 + t.thread_index()], i);
    t.sync_block();
  };
  const counts one = run({64, 128}, body, {.workers = 1});
  EXPECT_EQ(one, run({64, 128}, body, {.workers = 1}));
  EXPECT_EQ(one, run({64, 128}, body, {.workers = 7}));
}

}  // namespace
}  // namespace codag::simt::host
