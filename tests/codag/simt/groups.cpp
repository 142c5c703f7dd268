// Groups on the host backend: every operation, for every size of block and every width of value.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

#include "codag/simt/block_group.hpp"
#include "codag/simt/group.hpp"
#include "codag/simt/host/launch.hpp"
#include "codag/simt/lane_path.hpp"
#include "codag/simt/warp_group.hpp"
#include "tests/support/group_columns.hpp"
#include "tests/support/group_kernels.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag::simt {
namespace {

using host::thread;
using test::misuse_of, test::no_storage, test::run;
using warp = warp_group<thread>;

static_assert(warp_like<warp>);
static_assert(group<block_group<thread>>);
static_assert(group<block_group<thread, 32>>);
static_assert(!warp_like<block_group<thread>>);
static_assert(sizeof(block_group<thread, 256>::storage) == 8 * sizeof(std::uint64_t));
static_assert(!word<bool> && !word<float> && !word<std::int16_t>);

/// What each thread of a group with these values must get.
template <class T>
std::vector<test::group_results<T>> expected_of(const T* values, unsigned size) {
  using unsigned_word = std::make_unsigned_t<T>;
  std::vector<test::group_results<T>> expected(size);
  unsigned_word sum = 0;
  for (unsigned i = 0; i < size; ++i) {
    expected[i].exclusive = expected[i].exclusive_alone = static_cast<T>(sum);
    sum += static_cast<unsigned_word>(values[i]);
    expected[i].inclusive = expected[i].inclusive_alone = static_cast<T>(sum);
  }
  for (auto& e : expected) {
    e.sum = e.exclusive_total = e.inclusive_total = static_cast<T>(sum);
    e.least = *std::min_element(values, values + size);
    e.most = *std::max_element(values, values + size);
    e.of_rank = values[test::broadcast_rank(size)];
  }
  return expected;
}

template <class Kernel, class T>
void expect_right(const std::vector<T>& in, launch_shape shape, unsigned group_size) {
  std::vector<test::group_results<T>> out(in.size());
  host::launch(Kernel{in.data(), out.data()}, shape);
  for (std::size_t begin = 0; begin < in.size(); begin += group_size) {
    const auto expected = expected_of(in.data() + begin, group_size);
    for (unsigned i = 0; i < group_size; ++i)
      ASSERT_EQ(out[begin + i], expected[i])
          << "thread " << begin + i << " of groups of " << group_size;
  }
}

template <class T>
class groups_of : public testing::Test {};
using words = testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(groups_of, words);

TYPED_TEST(groups_of, warps) {
  for (const auto& in : test::group_columns<TypeParam>(3 * 96))
    expect_right<test::use_warps<TypeParam>>(in, {3, 96}, warp_size);
}
TYPED_TEST(groups_of, blocks) {
  for (const unsigned threads : {32u, 64u, 96u, 320u})
    for (const auto& in : test::group_columns<TypeParam>(2 * threads))
      expect_right<test::use_blocks<TypeParam>>(in, {2, threads}, threads);
}
TYPED_TEST(groups_of, blocks_of_every_size) {
  for (unsigned threads = 32; threads <= 1024; threads += 32)
    expect_right<test::use_blocks<TypeParam>>(test::group_columns<TypeParam>(threads).back(),
                                              {1, threads}, threads);
}

TEST(warp_group, knows_its_rank_and_size) {
  run({2, 96}, [](const thread& t, no_storage&) {
    EXPECT_EQ(warp(t).rank(), t.thread_index() % 32);
    EXPECT_EQ(warp(t).size(), 32u);
  });
}

TEST(warp_group, votes) {
  run({1, 64}, [](const thread& t, no_storage&) {
    const warp g(t);
    EXPECT_EQ(g.ballot(t.lane() % 3 == 0), 0x49249249u);
    EXPECT_FALSE(g.any(false));
    EXPECT_TRUE(g.all(true));
    for (unsigned one = 0; one < warp_size; ++one) {
      EXPECT_TRUE(g.any(t.lane() == one));
      EXPECT_FALSE(g.all(t.lane() != one));
    }
    // The warps do not see each other's votes.
    EXPECT_EQ(g.all(t.warp() == 1), t.warp() == 1);
    EXPECT_EQ(g.any(t.warp() == 1), t.warp() == 1);
  });
}

TEST(warp_group, matches_whole_values) {
  run({1, 32}, [](const thread& t, no_storage&) {
    const warp g(t);
    EXPECT_EQ(g.match_any(7u), full_mask);
    EXPECT_EQ(g.match_any(t.lane()), 1u << t.lane());
    EXPECT_EQ(g.match_any(-static_cast<int>(t.lane() % 2)),
              t.lane() % 2 == 0 ? 0x55555555u : 0xaaaaaaaau);
    const std::uint64_t in_the_high_half = std::uint64_t{t.lane() / 16} << 63;
    EXPECT_EQ(g.match_any(in_the_high_half), t.lane() < 16 ? 0x0000ffffu : 0xffff0000u);
  });
}

TEST(warp_group, shuffles_stop_at_the_warps_ends) {
  run({1, 64}, [](const thread& t, no_storage&) {
    const warp g(t);
    const std::uint64_t v = (std::uint64_t{1} << 40) * t.thread_index();
    const auto of = [&](unsigned lane) {
      return (std::uint64_t{1} << 40) * (t.warp() * warp_size + lane);
    };
    for (const unsigned n : {0u, 1u, 5u, 16u, 31u}) {
      EXPECT_EQ(g.shuffle(v, n), of(n));
      EXPECT_EQ(g.shuffle_up(v, n), of(t.lane() >= n ? t.lane() - n : t.lane()));
      EXPECT_EQ(g.shuffle_down(v, n), of(t.lane() + n < warp_size ? t.lane() + n : t.lane()));
      EXPECT_EQ(g.shuffle_xor(v, n), of(t.lane() ^ n));
    }
    EXPECT_EQ(g.shuffle_up(v, 32), v);
    EXPECT_EQ(g.shuffle_down(v, 32), v);
    EXPECT_EQ(g.shuffle_down(v, full_mask), v);
  });
}

TEST(warp_group, finds_lanes_in_a_mask) {
  EXPECT_EQ(warp::first_of(0), 32u);
  EXPECT_EQ(warp::last_of(0), 32u);
  EXPECT_EQ(warp::first_of(full_mask), 0u);
  EXPECT_EQ(warp::last_of(full_mask), 31u);
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    EXPECT_EQ(warp::first_of(1u << lane), lane);
    EXPECT_EQ(warp::last_of(1u << lane), lane);
    EXPECT_EQ(warp::first_of(full_mask << lane), lane);
    EXPECT_EQ(warp::last_of(full_mask >> lane), 31 - lane);
  }
}

TEST(warp_group, ranks_a_lane_among_those_of_a_mask) {
  run({1, 32}, [](const thread& t, no_storage&) {
    const warp g(t);
    EXPECT_EQ(g.rank_among(0), 0u);
    EXPECT_EQ(g.rank_among(full_mask), t.lane());
    EXPECT_EQ(g.rank_among(0x80000001u), t.lane() == 0 ? 0u : 1u);
    // The lanes that vote get consecutive ranks.
    EXPECT_EQ(g.rank_among(g.ballot(t.lane() % 4 == 3)), t.lane() / 4);
  });
}

TEST(lane_path, is_followed_from_lane_to_lane) {
  std::mt19937_64 random(1);
  for (unsigned longest = 1; longest <= warp_size; ++longest) {
    unsigned next[warp_size], expected = 0;
    for (unsigned lane = 0; lane < warp_size; ++lane)
      next[lane] = lane + 1 + static_cast<unsigned>(random() % longest);
    for (unsigned lane = 0; lane < warp_size; lane = next[lane]) expected |= 1u << lane;
    run({1, warp_size}, [&](const thread& t, no_storage&) {
      EXPECT_EQ(lane_path(warp(t), next[t.lane()]), expected) << longest;
    });
  }
}

TEST(warp_group, sync_orders_shared_memory) {
  struct storage {
    unsigned values[32];
  };
  run<storage>({1, 32}, [](const thread& t, storage& shared) {
    shared.values[t.lane()] = t.lane() + 1;
    warp(t).sync();
    EXPECT_EQ(shared.values[31 - t.lane()], 32 - t.lane());
  });
}

TEST(block_group, knows_its_rank_and_size_and_orders_shared_memory) {
  struct storage {
    block_group_storage<96> sums;
    unsigned values[96];
  };
  run<storage>({2, 96}, [](const thread& t, storage& shared) {
    const block_group<thread, 96> g(t, shared.sums);
    EXPECT_EQ(g.rank(), t.thread_index());
    EXPECT_EQ(g.size(), 96u);
    shared.values[g.rank()] = g.rank() + 1;
    g.sync();
    EXPECT_EQ(shared.values[95 - g.rank()], 96 - g.rank());
  });
}

// Misuse. The place is the kernel's, not the group's.

TEST(group_misuse, a_warps_sum_called_by_some_lanes) {
  const unsigned line = __LINE__ + 2;
  const std::string what = misuse_of({1, 32}, [](const thread& t, no_storage&) {
    if (t.lane() < 7) warp(t).exclusive_sum(1u);
  });
  EXPECT_NE(what.find("deadlock: warp 0 lane 0 to warp 0 lane 6 wait at shuffle"),
            std::string::npos)
      << what;
  EXPECT_NE(what.find("groups.cpp:" + std::to_string(line)), std::string::npos) << what;
}

TEST(group_misuse, lanes_of_a_warp_in_different_operations) {
  const std::string what = misuse_of({1, 32}, [](const thread& t, no_storage&) {
    if (t.lane() % 2 == 0)
      (void)warp(t).any(true);
    else
      (void)warp(t).all(true);
  });
  EXPECT_NE(what.find("lane 1 reached all"), std::string::npos) << what;
  EXPECT_NE(what.find("while lane 0 waits at any"), std::string::npos) << what;
}

TEST(group_misuse, matches_and_reductions_are_told_apart) {
  const std::string what = misuse_of({1, 32}, [](const thread& t, no_storage&) {
    if (t.lane() == 0)
      (void)warp(t).match_any(1u);
    else
      (void)warp(t).reduce(1u);
  });
  EXPECT_NE(what.find("lane 1 reached reduce"), std::string::npos) << what;
  EXPECT_NE(what.find("while lane 0 waits at match_any"), std::string::npos) << what;
}

struct sums_of_64 {
  block_group_storage<64> sums;
};

TEST(group_misuse, a_blocks_sum_missed_by_a_warp) {
  const std::string what = misuse_of<sums_of_64>({1, 64}, [](const thread& t, sums_of_64& shared) {
    if (t.warp() == 0) block_group<thread, 64>(t, shared.sums).inclusive_sum(1u);
  });
  EXPECT_NE(what.find("warp 0 lane 0 to warp 0 lane 31 wait at sync_block"), std::string::npos)
      << what;
  EXPECT_NE(what.find("warp 1 lane 0 to warp 1 lane 31 ended"), std::string::npos) << what;
}

TEST(group_misuse, a_blocks_operation_called_from_two_places_of_a_warp) {
  const std::string what = misuse_of<sums_of_64>({1, 64}, [](const thread& t, sums_of_64& shared) {
    const block_group<thread, 64> g(t, shared.sums);
    if (t.lane() == 5)
      g.broadcast(1u, 0);
    else
      g.broadcast(2u, 0);
  });
  EXPECT_NE(what.find("lane 5 reached sync_block"), std::string::npos) << what;
}

TEST(group_misuse, a_block_larger_than_its_storage) {
  const std::string what = misuse_of<sums_of_64>({1, 96}, [](const thread& t, sums_of_64& shared) {
    block_group<thread, 64>(t, shared.sums).reduce(1u);
  });
  EXPECT_NE(what.find("test_kernel, block 0: warp 0 lane 0: the block has more threads than its "
                      "block_group's max_threads"),
            std::string::npos)
      << what;
}

// Counts.

TEST(group_counts, of_a_warp) {
  const auto c = run({2, 96}, [](const thread& t, no_storage&) {
    const warp g(t);
    unsigned total;
    g.exclusive_sum(1u, total);
    g.reduce(1u);
    (void)g.ballot(true);
    (void)g.any(true);
    (void)g.all(true);
    (void)g.match_any(1u);
    g.sync();
    (void)g.rank_among(g.first_of(1));
  });
  EXPECT_EQ(c.shuffles, 2u * 3 * (5 + 1 + 1));
  EXPECT_EQ(c.votes, 2u * 3 * 4);
  EXPECT_EQ(c.warp_barriers, 2u * 3);
  EXPECT_EQ(c.block_barriers, 0u);
}

TEST(group_counts, of_a_block) {
  const auto c = run<sums_of_64>({3, 64}, [](const thread& t, sums_of_64& shared) {
    const block_group<thread, 64> g(t, shared.sums);
    g.exclusive_sum(1u);
    g.reduce(1u);
    g.broadcast(1u, 63);
  });
  EXPECT_EQ(c.block_barriers, 3u * 3 * 2);
  EXPECT_EQ(c.shuffles, 3u * 2 * (5 + 1 + 2 + 1 + 1));
}

}  // namespace
}  // namespace codag::simt
