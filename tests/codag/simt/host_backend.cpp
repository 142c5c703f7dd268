// The host backend does what a GPU does, refuses what a GPU leaves undefined, and counts exactly.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "codag/simt/host/address_sanitizer.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag::simt::host {
namespace {

using test::no_storage, test::run, test::misuse_of;

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

// What a GPU leaves undefined.

TEST(host_backend_misuse, collective_reached_by_some_lanes_only) {
  const std::string what = misuse_of({3, 64}, [](const thread& t, no_storage&) {
    if (t.block() == 2 && t.lane() < 16) t.sync_warp();
  });
  EXPECT_NE(what.find("kernel test_kernel, block 2: deadlock:"), std::string::npos) << what;
  EXPECT_NE(what.find("warp 0 lane 0 to warp 0 lane 15 wait at sync_warp"), std::string::npos)
      << what;
  EXPECT_NE(what.find("warp 0 lane 16 to warp 0 lane 31 ended the kernel"), std::string::npos)
      << what;
}

// A GPU needs all lanes for it, although each gets its own address back.
TEST(host_backend_misuse, keep_shared_by_some_lanes_only) {
  const std::string what = misuse_of({1, 32}, [](const thread& t, no_storage&) {
    std::uint32_t word = 0;
    if (t.lane() < 7) (void)t.keep_shared(&word);
    t.sync_warp();
  });
  EXPECT_NE(what.find("warp 0: lane 7 reached sync_warp"), std::string::npos) << what;
  EXPECT_NE(what.find("while lane 0 waits at keep_shared"), std::string::npos) << what;
}

#ifdef CODAG_ASAN
TEST(host_backend_misuse, a_prefetch_after_the_end_of_a_buffer) {
  const global_vector<std::uint32_t> buffer(4);
  const std::string what = misuse_of({1, 32}, [&](const thread& t, no_storage&) {
    t.prefetch(buffer.data() + 3);
    t.prefetch(buffer.data() + 4);
  });
  EXPECT_NE(what.find("a prefetch outside allocated memory"), std::string::npos) << what;
}
#endif

TEST(host_backend_misuse, lanes_of_a_warp_at_different_collectives) {
  const std::string what = misuse_of({1, 32}, [](const thread& t, no_storage&) {
    if (t.lane() == 0)
      t.sync_warp();
    else
      (void)t.ballot(true);
  });
  EXPECT_NE(what.find("warp 0: lane 1 reached ballot"), std::string::npos) << what;
  EXPECT_NE(what.find("while lane 0 waits at sync_warp"), std::string::npos) << what;
}

TEST(host_backend_misuse, block_barrier_missed_by_a_warp) {
  const std::string what = misuse_of({1, 96}, [](const thread& t, no_storage&) {
    if (t.warp() != 1) t.sync_block();
  });
  EXPECT_NE(what.find("warp 1 lane 0 to warp 1 lane 31 ended the kernel"), std::string::npos)
      << what;
  EXPECT_NE(what.find("wait at sync_block"), std::string::npos) << what;
}

TEST(host_backend_misuse, aligned_block_barrier_from_two_places_of_one_warp) {
  const std::string what = misuse_of({1, 32}, [](const thread& t, no_storage&) {
    if (t.lane() == 0)
      t.sync_block();
    else
      t.sync_block();
  });
  EXPECT_NE(what.find("reached sync_block"), std::string::npos) << what;
}

TEST(host_backend_misuse, two_kinds_of_barrier_of_one_block) {
  const std::string of_warps = misuse_of({1, 64}, [](const thread& t, no_storage&) {
    if (t.warp() == 0)
      t.sync_block();
    else
      static_cast<void>(t.sync_block_or(true));
  });
  EXPECT_NE(of_warps.find("reached sync_block_or and other threads sync_block"), std::string::npos)
      << of_warps;
  const std::string of_lanes = misuse_of({1, 32}, [](const thread& t, no_storage&) {
    if (t.lane() == 0)
      static_cast<void>(t.sync_block_or(true));
    else
      static_cast<void>(t.sync_block_or(true));
  });
  EXPECT_NE(of_lanes.find("reached sync_block_or"), std::string::npos) << of_lanes;
}

TEST(host_backend_misuse, a_part_of_a_warp_that_misses_a_lane) {
  const std::string missed = misuse_of({1, 32}, [](const thread& t, no_storage&) {
    if (t.lane() != 9) t.sync_lanes(4);
  });
  EXPECT_NE(missed.find("deadlock"), std::string::npos) << missed;
  EXPECT_NE(missed.find("warp 0 lane 8 wait at sync_lanes"), std::string::npos) << missed;
  EXPECT_NE(missed.find("warp 0 lane 12 to warp 0 lane 31 ended the kernel"), std::string::npos)
      << missed;
  const std::string three =
      misuse_of({1, 32}, [](const thread& t, no_storage&) { t.sync_lanes(3); });
  EXPECT_NE(three.find("a part of a warp has 2^k lanes"), std::string::npos) << three;
}

TEST(host_backend_misuse, warps_that_wait_for_each_other) {
  const std::string what = misuse_of({1, 64}, [](const thread& t, no_storage&) {
    if (t.warp() == 0 && t.lane() == 3)
      t.sync_block();
    else if (t.warp() == 0)
      t.sync_warp();
    else
      t.sync_block();
  });
  EXPECT_NE(what.find("deadlock"), std::string::npos) << what;
  EXPECT_NE(what.find("warp 0 lane 3 wait at sync_block"), std::string::npos) << what;
}

TEST(host_backend_misuse, a_block_of_part_warps_is_refused) {
  EXPECT_THROW(run({1, 33}, [](const thread&, no_storage&) {}), std::invalid_argument);
  EXPECT_THROW(run({1, 2048}, [](const thread&, no_storage&) {}), std::invalid_argument);
}

TEST(host_backend_misuse, a_kernels_exception_reaches_the_launcher) {
  EXPECT_THROW(run({4, 64},
                   [](const thread& t, no_storage&) {
                     if (t.block() == 3 && t.thread_index() == 40)
                       throw std::runtime_error("from a lane");
                     t.sync_block();
                   }),
               std::runtime_error);
}

TEST(host_backend_misuse, the_backend_works_on_after_a_misuse) {
  misuse_of({1, 32}, [](const thread& t, no_storage&) {
    if (t.lane() == 0) t.sync_warp();
  });
  EXPECT_EQ(run({1, 32}, [](const thread& t, no_storage&) { t.sync_warp(); }).warp_barriers, 1u);
}

TEST(host_backend_misuse, a_misaligned_load_store_or_atomic) {
  alignas(8) static std::byte bytes[64];
  const auto misaligned = [](unsigned by) {
    return reinterpret_cast<std::uint32_t*>(reinterpret_cast<std::uintptr_t>(bytes) + by);
  };
  const auto expect = [](const std::string& what, const char* message, unsigned line) {
    EXPECT_NE(what.find(message), std::string::npos) << what;
    EXPECT_NE(what.find("host_backend.cpp:" + std::to_string(line) + ")"), std::string::npos)
        << what;
  };
  constexpr unsigned line = __LINE__;
  const auto load = [&](const thread& t, no_storage&) {
    if (t.thread_index() == 37 && t.block() == 1) t.load(misaligned(2));
  };
  const auto store = [&](const thread& t, no_storage&) {
    if (t.lane() == 0) t.store(misaligned(7), 1u);
  };
  const auto atomic = [&](const thread& t, no_storage&) {
    if (t.lane() == 31) t.atomic_add(misaligned(1), 1u);
  };
  expect(misuse_of({2, 64}, load),
         "kernel test_kernel, block 1: warp 1 lane 5: a load at an address 2 past a multiple of 4",
         line + 2);
  expect(misuse_of({1, 32}, store), "warp 0 lane 0: a store at an address 3 past a multiple of 4",
         line + 5);
  expect(misuse_of({1, 32}, atomic),
         "warp 0 lane 31: an atomic at an address 1 past a multiple of 4", line + 8);
  EXPECT_NO_THROW(run({1, 32}, [&](const thread& t, no_storage&) { t.load(misaligned(4)); }));
}

// The order of the lanes.

TEST(host_backend_order, lanes_run_in_the_order_of_the_launch) {
  const auto order_of = [](const lane_order& order, unsigned block) {
    std::vector<unsigned> ran;
    run({2, 64},
        [&](const thread& t, no_storage&) {
          if (t.block() == block) ran.push_back(t.thread_index());
          t.sync_block();
          if (t.block() == block) ran.push_back(t.thread_index());
          t.sync_warp();
          if (t.block() == block && t.warp() == 1) ran.push_back(t.thread_index());
        },
        {.workers = 1, .order = order});
    return ran;
  };
  // After the start and the barrier all 64 threads, after the warp sync those of warp 1.
  std::vector<unsigned> up(64), expected;
  std::iota(up.begin(), up.end(), 0u);
  for (int round = 0; round < 2; ++round) expected.insert(expected.end(), up.begin(), up.end());
  expected.insert(expected.end(), up.begin() + 32, up.end());
  EXPECT_EQ(order_of(lane_order::ascending(), 1), expected);

  expected.clear();
  for (int round = 0; round < 2; ++round) expected.insert(expected.end(), up.rbegin(), up.rend());
  expected.insert(expected.end(), up.rbegin(), up.rbegin() + 32);
  EXPECT_EQ(order_of(lane_order::descending(), 1), expected);

  auto seeded = order_of(lane_order::seeded(1), 1);
  EXPECT_EQ(seeded, order_of(lane_order::seeded(1), 1));
  EXPECT_NE(seeded, order_of(lane_order::seeded(2), 1));
  EXPECT_NE(seeded, order_of(lane_order::seeded(1), 0));
  EXPECT_NE(std::vector(seeded.begin(), seeded.begin() + 64),
            std::vector(seeded.begin() + 64, seeded.begin() + 128))
      << "each round has its own order";
  for (const auto& [begin, first, count] :
       {std::array{0u, 0u, 64u}, std::array{64u, 0u, 64u}, std::array{128u, 32u, 32u}}) {
    std::sort(seeded.begin() + begin, seeded.begin() + begin + count);
    for (unsigned i = 0; i < count; ++i) EXPECT_EQ(seeded[begin + i], first + i);
  }
}

TEST(host_backend_order, every_lane_can_be_the_first_and_the_last) {
  std::set<std::pair<unsigned, unsigned>> ends;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    simt::host::lane_sequence two;
    two.begin(lane_order::seeded(seed), 0);
    std::vector<unsigned> ran;
    two.for_each(0, 2, [&](unsigned lane) { ran.push_back(lane); });
    ends.emplace(ran.front(), ran.back());
  }
  EXPECT_EQ(ends, (std::set<std::pair<unsigned, unsigned>>{{0, 1}, {1, 0}}));
}

TEST(host_backend_order, a_race_gives_another_result_in_another_order) {
  const auto result = [](const lane_order& order) {
    std::uint32_t last = 0;
    run({1, 32}, [&](const thread& t, no_storage&) { t.store(&last, t.lane()); }, {.order = order});
    return last;
  };
  if (race::watching) GTEST_SKIP() << "the race is found instead: see races.cpp";
  EXPECT_EQ(result(lane_order::ascending()), 31u);
  EXPECT_EQ(result(lane_order::descending()), 0u);
}

// Counts.

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
