// Blocks that share memory and wait for each other on the host backend: atomics, release and
// acquire, polls, persistent grids.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"
#include "codag/simt/host/resident_blocks.hpp"
#include "tests/support/chained_kernels.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag::simt::host {
namespace {

using test::misuse_of, test::no_storage, test::run;

constexpr unsigned worker_counts[] = {1, 2, 3, 8, 33};

// Atomics.

TEST(atomics, of_every_kind_and_width) {
  for (const unsigned workers : worker_counts) {
    test::atomics::results all{};
    std::vector<std::uint32_t> old(13 * 96);
    const counts c = launch(test::atomics{&all, old.data()}, {13, 96}, {.workers = workers});
    EXPECT_EQ(all.down, -13 * 96);
    EXPECT_EQ(all.bits, full_mask);
    EXPECT_EQ(all.wide, (std::uint64_t{1} << 31) * 13 * 96);
    EXPECT_EQ(all.high, std::uint64_t{full_mask} << 32);
    EXPECT_EQ(all.blocks, 13ull * 96 * (13 * 96 - 1) / 2);
    EXPECT_EQ(all.block_bits, 0b111u);
    std::sort(old.begin(), old.end());
    for (std::uint32_t i = 0; i < old.size(); ++i) ASSERT_EQ(old[i], i);
    EXPECT_EQ(c.atomics, 13u * (96 * 6 + 2));
  }
}

TEST(atomics, return_the_old_value) {
  std::uint32_t bits = 0b1010;
  std::int64_t sum = -5;
  run({1, 32}, [&](const thread& t, no_storage&) {
    if (t.lane() != 0) return;
    EXPECT_EQ(t.atomic_or(&bits, 0b0110u), 0b1010u);
    EXPECT_EQ(t.atomic_add(&sum, std::int64_t{7}), -5);
  });
  EXPECT_EQ(bits, 0b1110u);
  EXPECT_EQ(sum, 2);
}

TEST(atomics, a_misaligned_one_is_misuse) {
  alignas(8) std::uint32_t words[2] = {};
  auto* const odd = reinterpret_cast<std::uint32_t*>(reinterpret_cast<std::byte*>(words) + 2);
  const unsigned line = __LINE__ + 2;
  const std::string what = misuse_of({1, 32}, [&](const thread& t, no_storage&) {
    if (t.lane() == 9) t.atomic_add(odd, 1u);
  });
  EXPECT_NE(what.find("warp 0 lane 9: an atomic at an address 2 past a multiple of 4"),
            std::string::npos)
      << what;
  EXPECT_NE(what.find("waiting_blocks.cpp:" + std::to_string(line)), std::string::npos) << what;
}

// Waiting inside a block: the lanes that are waited for go on.

TEST(poll, of_a_value_that_is_there_does_not_wait) {
  const std::uint32_t value = 3;
  const counts c = run({1, 32}, [&](const thread& t, no_storage&) {
    EXPECT_EQ(t.poll(&value, [](std::uint32_t v) { return v == 3; }), 3u);
  });
  EXPECT_EQ(c.atomics, 32u);
}

TEST(poll, of_a_higher_lane_while_others_wait_at_a_collective) {
  std::uint32_t flag = 0;
  const counts c = run({1, 32}, [&](const thread& t, no_storage&) {
    if (t.lane() == 0) {
      EXPECT_EQ(t.poll(&flag, [](std::uint32_t v) { return v != 0; }), 31u);
    }
    if (t.lane() == 31) t.store_release(&flag, 31u);
    t.sync_warp();
  });
  EXPECT_EQ(c.atomics, 2u);
  EXPECT_EQ(c.warp_barriers, 1u);
}

TEST(poll, each_lane_for_the_next) {
  std::vector<std::uint32_t> flags(65);
  flags[64] = 1;
  const counts c = run({1, 64}, [&](const thread& t, no_storage&) {
    const std::uint32_t next =
        t.poll(&flags[t.thread_index() + 1], [](std::uint32_t v) { return v != 0; });
    t.store_release(&flags[t.thread_index()], next + 1);
  });
  EXPECT_EQ(flags[0], 65u);
  EXPECT_EQ(c.atomics, 2u * 64);
}

TEST(poll, of_a_warp_that_meets_others_at_barriers_first) {
  struct storage {
    std::uint32_t flag;
  };
  run<storage>({4, 96}, [](const thread& t, storage& shared) {
    if (t.thread_index() == 0) shared.flag = 0;
    t.sync_block();
    if (t.warp() == 0) {
      t.poll(&shared.flag, [](std::uint32_t v) { return v == 2; });
    } else {
      for (unsigned i = 0; i < 5; ++i) t.sync_warp();
      if (t.lane() == 17) t.atomic_add(&shared.flag, 1u);
    }
    t.sync_block();
    EXPECT_EQ(shared.flag, 2u);
  });
}

TEST(poll_in_block, hands_words_from_warp_to_warp) {
  struct storage {
    std::uint64_t full;
    std::uint32_t word, turn;
  };
  const counts c = run<storage>({2, 64}, [](const thread& t, storage& shared) {
    if (t.thread_index() == 0) shared.turn = 0;
    t.sync_block();
    if (t.lane() != 3) return;
    // Warp 0 writes in the even turns, and warp 1 reads in the odd ones.
    for (std::uint32_t turn = t.warp(); turn < 20; turn += 2) {
      t.poll_in_block(&shared.turn, [=](std::uint32_t now) { return now == turn; });
      if (t.warp() == 0) {
        shared.word = turn;
      } else {
        EXPECT_EQ(shared.word + 1, turn);
      }
      t.store_release_in_block(&shared.turn, turn + 1);
    }
    t.store_release_in_block(&shared.full, std::uint64_t{t.warp()} << 40);
  });
  EXPECT_EQ(c.atomics, 2u * (20 + 20 + 2));
}

// Waiting for other blocks.

using column = global_vector<std::uint32_t>;  // aligned, so that its sectors do not vary

struct chained_result {
  column out;
  counts total;
};

chained_result run_chained_sum(const column& in, launch_shape shape, unsigned workers) {
  chained_result r{column(in.size()), {}};
  const auto tiles = static_cast<unsigned>(in.size() / shape.threads);
  std::uint32_t tickets = 0;
  std::vector<test::known_sum> sums(tiles);
  r.total = launch(test::chained_sum{in.data(), r.out.data(), tiles, &tickets, sums.data()}, shape,
                   {.workers = workers});
  return r;
}

TEST(adjacent_synchronisation, gives_the_sum_with_any_number_of_workers_and_blocks) {
  std::mt19937 random(3);
  for (const unsigned threads : {32u, 96u, 256u})
    for (const unsigned tiles : {1u, 2u, 41u}) {
      column in(threads * tiles), expected(in.size());
      for (auto& v : in) v = static_cast<std::uint32_t>(random());
      std::exclusive_scan(in.begin(), in.end(), expected.begin(), 0u);
      const unsigned persistent = resident_blocks<test::chained_sum>({0, threads});
      for (const unsigned blocks : {1u, persistent, tiles + 1})
        for (const unsigned workers : worker_counts)
          ASSERT_EQ(run_chained_sum(in, {blocks, threads}, workers).out, expected)
              << blocks << " blocks of " << threads << ", " << tiles << " tiles, " << workers
              << " workers";
    }
}

TEST(adjacent_synchronisation, counts_are_the_same_with_any_number_of_workers) {
  const column in(64 * 37, 1);
  const launch_shape shape{resident_blocks<test::chained_sum>({0, 64}), 64};
  const counts one = run_chained_sum(in, shape, 1).total;
  // A ticket per tile and one in vain per block; a store per tile, a poll for all but the first.
  EXPECT_EQ(one.atomics, 37u + shape.blocks + 37 + 36);
  for (const unsigned workers : worker_counts)
    for (unsigned round = 0; round < 5; ++round)
      ASSERT_EQ(run_chained_sum(in, shape, workers).total, one) << workers << " workers";
}

TEST(release_and_acquire, order_what_a_block_wrote_plainly) {
  for (const unsigned workers : worker_counts) {
    std::vector<std::uint32_t> values(128);
    std::uint64_t turn = 0;
    std::uint32_t tickets = 0;
    launch(test::relay{values.data(), &turn, &tickets}, {50, 128}, {.workers = workers});
    EXPECT_EQ(values, std::vector<std::uint32_t>(128, 50));
    EXPECT_EQ(turn, 50u);
  }
}

TEST(waiting_blocks, as_many_as_workers_may_wait_in_any_order) {
  if (race::watching) GTEST_SKIP() << "under the race detector blocks run one after another";
  std::vector<std::uint32_t> done(5);
  done[4] = 1;
  run({4, 32},
      [&](const thread& t, no_storage&) {
        if (t.lane() != 0) return;
        t.poll(&done[t.block() + 1], [](std::uint32_t v) { return v != 0; });
        t.store_release(&done[t.block()], 1u);
      },
      {.workers = 4});
  EXPECT_EQ(done, std::vector<std::uint32_t>(5, 1));
}

TEST(resident_blocks, is_the_same_number_on_every_machine) {
  EXPECT_EQ(resident_blocks<test::relay>({0, 32}), 8u);
  EXPECT_EQ(resident_blocks<test::relay>({0, 256}), 8u);
}

// What would hang on a GPU is misuse here.

TEST(stuck_polls, of_what_nobody_stores) {
  const std::uint32_t never = 0;
  const unsigned line = __LINE__ + 5;
  for (const unsigned workers : worker_counts) {
    const std::string what = misuse_of({6, 64},
                                       [&](const thread& t, no_storage&) {
                                         if (t.thread_index() == 3)
                                           t.poll(&never, [](std::uint32_t v) { return v != 0; });
                                         t.sync_block();
                                       },
                                       {.workers = workers});
    EXPECT_NE(what.find("kernel test_kernel, block "), std::string::npos) << what;
    EXPECT_NE(what.find("deadlock: warp 0 lane 0 to warp 0 lane 2 wait at sync_block"),
              std::string::npos)
        << what;
    EXPECT_NE(what.find("warp 0 lane 3 poll ("), std::string::npos) << what;
    EXPECT_NE(what.find("waiting_blocks.cpp:" + std::to_string(line)), std::string::npos) << what;
    EXPECT_NE(what.find("; no running block can change what is polled"), std::string::npos) << what;
  }
}

TEST(stuck_polls, of_a_block_that_no_worker_is_free_to_begin) {
  for (const unsigned workers : {1u, 2u, 7u}) {
    std::uint32_t last_began = 0;
    const std::string what =
        misuse_of({8, 32},
                  [&](const thread& t, no_storage&) {
                    if (t.lane() != 0) return;
                    if (t.block() == 7) t.store_release(&last_began, 1u);
                    t.poll(&last_began, [](std::uint32_t v) { return v != 0; });
                  },
                  {.workers = workers});
    EXPECT_NE(what.find("no running block can change"), std::string::npos) << what;
  }
}

TEST(stuck_polls, of_two_blocks_for_each_other) {
  std::uint32_t done[2] = {};
  const std::string what =
      misuse_of({2, 32},
                [&](const thread& t, no_storage&) {
                  if (t.lane() != 0) return;
                  t.poll(&done[1 - t.block()], [](std::uint32_t v) { return v != 0; });
                  t.store_release(&done[t.block()], 1u);
                },
                {.workers = 2});
  EXPECT_NE(what.find("no running block can change"), std::string::npos) << what;
}

// Each block goes on a few times before none can.
TEST(stuck_polls, after_some_that_held) {
  if (race::watching) GTEST_SKIP() << "under the race detector blocks run one after another";
  for (unsigned round = 0; round < 20; ++round) {
    std::uint32_t turns = 0;
    const std::string what =
        misuse_of({3, 32},
                  [&](const thread& t, no_storage&) {
                    if (t.lane() != 0) return;
                    for (std::uint32_t turn = t.block(); turn != 32; turn += 3) {
                      t.poll(&turns, [=](std::uint32_t v) { return v == turn; });
                      if (turn != 30) t.store_release(&turns, turn + 1);
                    }
                  },
                  {.workers = 3});
    EXPECT_EQ(turns, 30u);
    EXPECT_NE(what.find("no running block can change"), std::string::npos) << what;
  }
}

TEST(stuck_polls, a_lane_whose_poll_held_waits_elsewhere) {
  std::uint32_t flag = 0;
  const std::string what = misuse_of({1, 32}, [&](const thread& t, no_storage&) {
    if (t.lane() == 31) t.store_release(&flag, 1u);
    if (t.lane() != 0) return;
    t.poll(&flag, [](std::uint32_t v) { return v != 0; });
    t.sync_warp();
  });
  EXPECT_NE(what.find("warp 0 lane 0 wait at sync_warp"), std::string::npos) << what;
}

TEST(stuck_polls, of_a_block_that_fails_throw_what_it_threw) {
  for (const unsigned workers : worker_counts) {
    const std::uint32_t never = 0;
    EXPECT_THROW(run({8, 64},
                     [&](const thread& t, no_storage&) {
                       if (t.block() == 0 && t.thread_index() == 40)
                         throw std::runtime_error("from a lane");
                       t.poll(&never, [](std::uint32_t v) { return v != 0; });
                     },
                     {.workers = workers}),
                 std::runtime_error);
  }
}

TEST(stuck_polls, leave_the_backend_working) {
  const std::uint32_t never = 0;
  misuse_of({1, 32}, [&](const thread& t, no_storage&) {
    t.poll(&never, [](std::uint32_t v) { return v != 0; });
  });
  const column in(64, 2);
  EXPECT_EQ(run_chained_sum(in, {2, 32}, 1).out[63], 126u);
}

}  // namespace
}  // namespace codag::simt::host
