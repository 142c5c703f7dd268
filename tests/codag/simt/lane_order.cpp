// The order in which the host backend runs lanes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "codag/simt/host/race/detector.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag::simt::host {
namespace {

using test::no_storage, test::run;

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

}  // namespace
}  // namespace codag::simt::host
