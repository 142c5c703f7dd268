// Planted data races in global memory, and what orders the blocks of a grid.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/race/detector.hpp"
#include "tests/support/lambda_kernel.hpp"
#include "tests/support/planted_races.hpp"

namespace codag::simt::host {
namespace {

using test::no_storage, test::at, test::expect_race, test::expect_clean, test::use;

TEST(races, global_memory_without_a_block_barrier) {
  global_vector<std::uint32_t> data(64);
  const auto kernel = [&data](bool correct) {
    return [p = data.data(), correct](const thread& t, no_storage&) {
      t.store(p + t.thread_index(), t.thread_index());  // [global store]
      if (correct) t.sync_block();
      use(t.load(p + 63 - t.thread_index()));  // [global load]
    };
  };
  expect_race({1, 64}, kernel(false),
              {"4 bytes of global memory, at 0x", "lanes 0 to 31 wrote" + at("global store"),
               "lanes 0 to 31 read" + at("global load")});
  expect_clean({1, 64}, kernel(true));
}

TEST(races, two_blocks_write_one_word) {
  global_vector<std::uint32_t> data(1);
  expect_race({3, 32},
              [p = data.data()](const thread& t, no_storage&) {
                if (t.lane() == 0) t.store(p, t.block());  // [store of each block]
              },
              {"block 0, warp 0, lane 0 wrote" + at("store of each block"),
               "block 1, warp 0, lane 0 wrote" + at("store of each block")});
}

TEST(races, atomics_do_not_race_with_each_other_but_with_plain_accesses) {
  global_vector<std::uint32_t> sum(1);
  expect_clean({3, 64}, [p = sum.data()](const thread& t, no_storage&) { t.atomic_add(p, 1u); });
  expect_race({1, 64},
              [p = sum.data()](const thread& t, no_storage&) {
                if (t.warp() == 0) t.atomic_add(p, 1u);      // [atomic add]
                if (t.thread_index() == 32) use(t.load(p));  // [plain load]
              },
              {"warp 0, lanes 0 to 31 wrote atomically" + at("atomic add"),
               "warp 1, lane 0 read" + at("plain load")});
}

// An acquire that reads from a release, at device scope, orders two blocks. Blocks run one after
// the other here, so the flag is always set when it is read.

struct handover {
  std::uint32_t* data;
  std::uint32_t* flag;
  std::memory_order release, acquire;

  void operator()(const thread& t, no_storage&) const {
    const std::atomic_ref<std::uint32_t> ready(*flag);
    if (t.block() == 0) {
      t.store(data + t.lane(), t.lane());  // [handed over]
      t.sync_warp();
      if (t.lane() == 4) ready.store(1, release);
    } else {
      if (t.lane() == 9)
        while (ready.load(acquire) == 0) continue;
      t.sync_warp();
      use(t.load(data + t.lane()));  // [taken]
    }
  }
};

TEST(races, a_release_or_an_acquire_is_missing_between_blocks) {
  global_vector<std::uint32_t> data(32), flag(1);
  const auto kernel = [&](std::memory_order release, std::memory_order acquire) {
    return handover{data.data(), flag.data(), release, acquire};
  };
  using enum std::memory_order;
  const std::vector<std::string> both = {"block 0, warp 0, lanes 0 to 31 wrote" + at("handed over"),
                                         "block 1, warp 0, lanes 0 to 31 read" + at("taken")};
  expect_race({2, 32}, kernel(relaxed, acquire), both);
  expect_race({2, 32}, kernel(release, relaxed), both);
  expect_race({2, 32}, kernel(relaxed, relaxed), both);
  expect_clean({2, 32}, kernel(release, acquire));
  expect_clean({2, 32}, kernel(seq_cst, seq_cst));
}

TEST(races, relaxed_operations_of_a_thread_pass_on_their_word_alone) {
  global_vector<std::uint32_t> data(1), flag(1);
  const auto kernel = [&](bool ordered) {
    return [ordered, data = data.data(), flag = flag.data()](const thread& t, no_storage&) {
      const auto is_set = [](std::uint32_t v) { return v != 0; };
      if (t.lane() != 0) return;
      if (t.block() == 0) {
        t.store(data, 1u);  // [before the relaxed store]
        ordered ? t.store_release(flag, 1u) : t.store_relaxed(flag, 1u);
      } else {
        use(ordered ? t.poll(flag, is_set) : t.poll_relaxed(flag, is_set));
        use(t.load(data));  // [after the relaxed poll]
      }
    };
  };
  expect_race({2, 32}, kernel(false),
              {"block 0, warp 0, lane 0 wrote" + at("before the relaxed store"),
               "block 1, warp 0, lane 0 read" + at("after the relaxed poll")});
  flag[0] = 0;
  expect_clean({2, 32}, kernel(true));
}

TEST(races, what_was_acquired_is_handed_on_by_a_release) {
  global_vector<std::uint32_t> data(32), flags(2);
  const auto kernel = [&](std::memory_order middle) {
    return [middle, data = data.data(), flags = flags.data()](const thread& t, no_storage&) {
      using enum std::memory_order;
      const std::atomic_ref<std::uint32_t> first(flags[0]), second(flags[1]);
      if (t.block() == 0) t.store(data + t.lane(), t.lane());  // [at the chain's beginning]
      t.sync_warp();
      if (t.lane() == 0) {
        if (t.block() == 0) first.store(1, release);
        if (t.block() == 1) second.store(first.load(middle), release);
        if (t.block() == 2) second.load(acquire);
      }
      t.sync_warp();
      if (t.block() == 2) use(t.load(data + t.lane()));  // [at the chain's end]
    };
  };
  expect_race({3, 32}, kernel(std::memory_order::relaxed),
              {"block 0, warp 0, lanes 0 to 31 wrote" + at("at the chain's beginning"),
               "block 2, warp 0, lanes 0 to 31 read" + at("at the chain's end")});
  expect_clean({3, 32}, kernel(std::memory_order::acquire));
}

TEST(races, a_store_ends_what_was_released_and_a_read_modify_write_continues_it) {
  global_vector<std::uint32_t> data(1), flag(1);
  const auto kernel = [&](bool correct) {
    return [correct, data = data.data(), flag = flag.data()](const thread& t, no_storage&) {
      using enum std::memory_order;
      const std::atomic_ref<std::uint32_t> ready(*flag);
      if (t.lane() != 0) return;
      if (t.block() == 0) t.store(data, 1u);  // [before the sequence]
      if (t.block() == 0) ready.store(1, release);
      if (t.block() == 1) correct ? (void)ready.fetch_add(1, relaxed) : ready.store(2, relaxed);
      if (t.block() == 2) use(ready.load(acquire));
      if (t.block() == 2) use(t.load(data));  // [after the sequence]
    };
  };
  expect_race({3, 32}, kernel(false),
              {"block 0, warp 0, lane 0 wrote" + at("before the sequence"),
               "block 2, warp 0, lane 0 read" + at("after the sequence")});
  expect_clean({3, 32}, kernel(true));
}

TEST(races, block_scope_is_too_narrow_between_blocks) {
  global_vector<std::uint32_t> data(1), flag(1);
  const auto kernel = [&](bool device) {
    return [device, data = data.data(), flag = flag.data()](const thread& t, no_storage&) {
      const auto is_set = [](std::uint32_t v) { return v != 0; };
      if (t.lane() != 0) return;
      if (t.block() == 0) {
        t.store(data, 1u);  // [for the block]
        device ? t.store_release(flag, 1u) : t.store_release_in_block(flag, 1u);
      } else {
        use(device ? t.poll(flag, is_set) : t.poll_in_block(flag, is_set));
        use(t.load(data));  // [in another block]
      }
    };
  };
  expect_race(
      {2, 32}, kernel(false),
      {"block 0, warp 0, lane 0 wrote" + at("for the block"),
       "block 1, warp 0, lane 0 read" + at("in another block"), "atomically (block scope)"});
  flag[0] = 0;
  expect_clean({2, 32}, kernel(true));
}

// All pairs of scopes, by the detector's own functions.
TEST(races, block_scope_orders_the_threads_of_one_block_alone) {
  using race::atomic_scope, race::place;
  global_vector<std::uint32_t> data(1), flag(1);
  const auto races_of = [&](bool same_block, atomic_scope release, atomic_scope acquire) {
    race::detector d;
    const place writer(std::source_location::current()), reader(std::source_location::current());
    const launched_kernel kernel{"handover", 2, nullptr, 0};
    d.begin_launch({&kernel, 1});
    d.begin_block(0, 64, nullptr, 0);
    d.select(0, nullptr, 0);
    d.access(data.data(), 4, true, writer);
    d.atomic(flag.data(), 4, {false, true, std::memory_order_release, release}, writer);
    if (!same_block) d.begin_block(1, 64, nullptr, 0);
    d.select(32, nullptr, 0);
    d.atomic(flag.data(), 4, {true, false, std::memory_order_acquire, acquire}, reader);
    d.access(data.data(), 4, false, reader);
    try {
      d.end_launch();
    } catch (const data_race& race) {
      return std::string(race.what());
    }
    return std::string();
  };
  EXPECT_EQ(races_of(true, atomic_scope::block, atomic_scope::block), "");
  EXPECT_EQ(races_of(false, atomic_scope::device, atomic_scope::device), "");
  for (const auto& [release, acquire] : {std::pair(atomic_scope::block, atomic_scope::device),
                                         std::pair(atomic_scope::device, atomic_scope::block)}) {
    const std::string report = races_of(false, release, acquire);
    EXPECT_NE(report.find("block 0, warp 0, lane 0 wrote at"), std::string::npos) << report;
    EXPECT_NE(report.find("block 1, warp 1, lane 0 read at"), std::string::npos) << report;
    EXPECT_NE(report.find("atomically (block scope)"), std::string::npos)
        << "the flag's own accesses race, too:\n"
        << report;
  }
}

}  // namespace
}  // namespace codag::simt::host
