// The host backend does what a GPU does.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tests/support/lambda_kernel.hpp"

namespace codag::simt::host {
namespace {

using test::no_storage, test::run;

TEST(host_backend, every_thread_of_every_block_runs_once) {
  std::vector<unsigned> seen(5 * 96);
  run({5, 96}, [&](const thread& t, no_storage&) {
    EXPECT_EQ(t.grid_blocks(), 5u);
    EXPECT_EQ(t.thread_index(), t.warp() * warp_size + t.lane());
    ++seen[t.block() * t.block_threads() + t.thread_index()];
  });
  EXPECT_EQ(seen, std::vector<unsigned>(5 * 96, 1));
}

TEST(host_backend, shuffle_brings_the_source_lanes_value) {
  run({1, 64}, [](const thread& t, no_storage&) {
    EXPECT_EQ(t.shuffle(t.thread_index() * 10, 5), (t.warp() * warp_size + 5) * 10);
    EXPECT_EQ(t.shuffle(std::uint64_t{1} << t.lane(), t.lane() ^ 1),
              std::uint64_t{1} << (t.lane() ^ 1));
    EXPECT_EQ(t.shuffle(static_cast<std::int8_t>(-3), 0), -3);
  });
}

TEST(host_backend, ballot_has_a_bit_per_lane) {
  run({1, 32}, [](const thread& t, no_storage&) {
    EXPECT_EQ(t.ballot(t.lane() % 2 == 0), 0x55555555u);
    EXPECT_EQ(t.ballot(true), full_mask);
    EXPECT_EQ(t.ballot(t.lane() == 31), 0x80000000u);
  });
}

TEST(host_backend, block_barrier_orders_shared_memory) {
  struct storage {
    unsigned values[256];
  };
  run<storage>({3, 256}, [](const thread& t, storage& shared) {
    for (unsigned round = 0; round < 4; ++round) {
      shared.values[t.thread_index()] = t.thread_index() + round;
      t.sync_block();
      EXPECT_EQ(shared.values[255 - t.thread_index()], 255 - t.thread_index() + round);
      t.sync_block();
    }
  });
}

TEST(host_backend, block_barrier_says_whether_p_holds_in_any_thread) {
  struct storage {
    unsigned value;
  };
  for (const unsigned holder : {0u, 31u, 64u, 95u, 96u})
    run<storage>({2, 96}, [=](const thread& t, storage& shared) {
      for (unsigned round = 0; round < 3; ++round) {
        if (t.thread_index() == 40) shared.value = round;
        EXPECT_EQ(t.sync_block_or(t.thread_index() == holder), holder < 96);
        EXPECT_EQ(shared.value, round);
        EXPECT_FALSE(t.sync_block_or(false));
      }
    });
}

TEST(host_backend, parts_of_a_warp_sync_on_their_own) {
  struct storage {
    std::uint32_t at[32];
  };
  for (const lane_order& order :
       {lane_order::ascending(), lane_order::descending(), lane_order::seeded(5)})
    for (const unsigned n : {1u, 4u, 8u, 16u, 32u}) {
      const counts total =
          run<storage>({1, 32},
                       [&](const thread& t, storage& shared) {
                         // Part p passes p + 1 pairs of barriers; the lanes hand a number round.
                         const unsigned part = t.lane() / n, next = part * n + (t.lane() + 1) % n;
                         std::uint32_t mine = t.lane();
                         for (unsigned turn = 0; turn <= part; ++turn) {
                           shared.at[t.lane()] = mine;
                           t.sync_lanes(n);
                           mine = shared.at[next];
                           t.sync_lanes(n);
                         }
                         EXPECT_EQ(mine, part * n + (t.lane() + part + 1) % n) << n;
                       },
                       {.order = order});
      const unsigned parts = 32 / n;
      EXPECT_EQ(total.warp_barriers, parts * (parts + 1)) << n;
    }
}

TEST(host_backend, diverged_block_barrier_meets_from_different_places) {
  struct storage {
    unsigned value;
  };
  run<storage>({1, 64}, [](const thread& t, storage& shared) {
    if (t.thread_index() == 0) {
      shared.value = 42;
      t.sync_block_diverged();
    } else {
      t.sync_block_diverged();
      EXPECT_EQ(shared.value, 42u);
    }
  });
}

TEST(host_backend, atomics_of_all_blocks_add_up) {
  std::uint32_t sum = 0;
  const counts c = run({16, 64}, [&](const thread& t, no_storage&) { t.atomic_add(&sum, 1u); });
  EXPECT_EQ(sum, 16u * 64);
  EXPECT_EQ(c.atomics, 16u * 64);
}

TEST(host_backend, shared_memory_starts_poisoned) {
  struct storage {
    unsigned char byte;
  };
  run<storage>({1, 32}, [](const thread&, storage& shared) { EXPECT_EQ(shared.byte, 0xa5); });
}

}  // namespace
}  // namespace codag::simt::host
