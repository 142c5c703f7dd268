// Planted data races: each is found, with the place, the block, the warp and the lanes of both
// accesses, and none is found in the same kernel without the mistake.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <source_location>
#include <string>
#include <utility>
#include <vector>

#include "codag/simt/host/global_memory.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag::simt::host {
namespace {

using test::no_storage, test::run;

constexpr const char* own_path = "tests/codag/simt/races.cpp";

/// The line of this file that ends in "// [label]", as a report writes it.
std::string at(const std::string& label) {
  std::ifstream file(std::string(CODAG_SOURCE_DIR "/") + own_path);
  std::string line;
  for (unsigned number = 1; std::getline(file, line); ++number)
    if (line.ends_with("// [" + label + "]"))
      return std::string(" at ") + own_path + ":" + std::to_string(number) + "\n";
  ADD_FAILURE() << "no line is labelled " << label;
  return {};
}

/// What is said of the kernel when its lanes run in ascending, descending and another order; "" if
/// nothing is.
template <class Storage = no_storage, class Body>
std::array<std::string, 3> reports(launch_shape shape, const Body& body) {
  std::array<std::string, 3> all;
  const lane_order orders[] = {lane_order::ascending(), lane_order::descending(),
                               lane_order::seeded(7)};
  for (unsigned i = 0; i < all.size(); ++i) {
    try {
      run<Storage>(shape, body, {.order = orders[i]});
    } catch (const data_race& race) {
      all[i] = std::string(race.what()) + "\n";
    }
  }
  return all;
}

template <class Storage = no_storage, class Body>
void expect_race(launch_shape shape, const Body& body, const std::vector<std::string>& parts) {
  const auto all = reports<Storage>(shape, body);
  std::cout << all[0];  // docs/interpreter.md shows some
  for (const std::string& report : all)
    for (const std::string& part : parts)
      EXPECT_NE(report.find(part), std::string::npos) << "no \"" << part << "\" in:\n" << report;
}

template <class Storage = no_storage, class Body>
void expect_clean(launch_shape shape, const Body& body) {
  for (const std::string& report : reports<Storage>(shape, body)) EXPECT_EQ(report, "");
}

struct words {
  std::uint32_t at[256];
};

/// Keeps a value that a kernel has read.
void use(std::uint32_t value) {
  asm volatile("" ::"r"(value));
}

// Shared memory, ordered by a block barrier. A test of values in ascending order does not find the
// first race, and in descending order not the second: the reader happens to come later.

TEST(races, a_low_thread_writes_and_a_high_one_reads_without_a_block_barrier) {
  const auto kernel = [](bool correct) {
    return [correct](const thread& t, words& shared) {
      if (t.thread_index() == 5) shared.at[3] = 1;  // [low write]
      if (correct) t.sync_block();
      if (t.thread_index() == 40) use(shared.at[3]);  // [high read]
    };
  };
  expect_race<words>({2, 64}, kernel(false),
                     {"kernel test_kernel: data race\n  4 bytes of shared memory, at byte 12:\n",
                      "block 0, warp 0, lane 5 wrote" + at("low write"),
                      "block 0, warp 1, lane 8 read" + at("high read")});
  expect_clean<words>({2, 64}, kernel(true));
}

TEST(races, a_barrier_that_also_votes_orders_the_block) {
  expect_clean<words>({1, 64}, [](const thread& t, words& shared) {
    if (t.thread_index() == 5) shared.at[3] = 1;
    static_cast<void>(t.sync_block_or(t.lane() == 0));
    if (t.thread_index() == 40) use(shared.at[3]);
  });
}

TEST(races, a_high_thread_writes_and_a_low_one_reads_without_a_block_barrier) {
  const auto kernel = [](bool correct) {
    return [correct](const thread& t, words& shared) {
      if (t.thread_index() == 40) shared.at[3] = 1;  // [high write]
      if (correct) t.sync_block_diverged();
      if (t.thread_index() == 5) use(shared.at[3]);  // [low read]
    };
  };
  expect_race<words>({1, 64}, kernel(false),
                     {"block 0, warp 1, lane 8 wrote" + at("high write"),
                      "block 0, warp 0, lane 5 read" + at("low read")});
  expect_clean<words>({1, 64}, kernel(true));
}

TEST(races, a_barrier_of_one_warp_orders_no_other_warp) {
  expect_race<words>({1, 64},
                     [](const thread& t, words& shared) {
                       if (t.thread_index() == 0) shared.at[0] = 1;  // [other warp's write]
                       t.sync_warp();
                       if (t.thread_index() == 32) use(shared.at[0]);  // [other warp's read]
                     },
                     {"warp 0, lane 0 wrote" + at("other warp's write"),
                      "warp 1, lane 0 read" + at("other warp's read")});
}

TEST(races, a_buffer_that_is_filled_while_it_is_read) {
  // Warp 0 fills a buffer for warp 1, which reads it a turn later. One barrier ends each turn, so
  // there must be two buffers.
  const auto kernel = [](unsigned buffers) {
    return [buffers](const thread& t, words& shared) {
      for (unsigned turn = 0; turn < 4; ++turn) {
        if (t.warp() == 0) shared.at[turn % buffers * warp_size + t.lane()] = turn;  // [fill]
        if (t.warp() == 1 && turn > 0)
          use(shared.at[(turn - 1) % buffers * warp_size + t.lane()]);  // [drain]
        t.sync_block();
      }
    };
  };
  expect_race<words>(
      {1, 64}, kernel(1),
      {"warp 0, lanes 0 to 31 wrote" + at("fill"), "warp 1, lanes 0 to 31 read" + at("drain")});
  expect_clean<words>({1, 64}, kernel(2));
}

// Within a warp.

TEST(races, lanes_that_read_their_neighbours_words_without_a_warp_sync) {
  const auto kernel = [](bool correct) {
    return [correct](const thread& t, words& shared) {
      shared.at[t.lane()] = t.lane();  // [own word]
      if (correct) t.sync_warp();
      use(shared.at[(t.lane() + 1) % warp_size]);  // [neighbour's word]
    };
  };
  expect_race<words>({1, 32}, kernel(false),
                     {"warp 0, lanes 0 to 31 wrote" + at("own word"),
                      "warp 0, lanes 0 to 31 read" + at("neighbour's word")});
  expect_clean<words>({1, 32}, kernel(true));
}

TEST(races, a_part_of_a_warp_orders_its_own_lanes_alone) {
  const auto kernel = [](unsigned reader) {
    return [reader](const thread& t, words& shared) {
      if (t.lane() == 5) shared.at[3] = 1;  // [part write]
      t.sync_lanes(4);
      if (t.lane() == reader) use(shared.at[3]);  // [part read]
      t.sync_lanes(4);
    };
  };
  expect_clean<words>({1, 32}, kernel(5));
  expect_clean<words>({1, 32}, kernel(7));
  expect_race<words>({1, 32}, kernel(8),
                     {"block 0, warp 0, lane 5 wrote" + at("part write"),
                      "block 0, warp 0, lane 8 read" + at("part read")});
  // A write after the barrier is not ordered by it.
  expect_race<words>({1, 32},
                     [](const thread& t, words& shared) {
                       t.sync_lanes(4);
                       if (t.lane() == 5) shared.at[3] = 1;   // [late write]
                       if (t.lane() == 6) use(shared.at[3]);  // [late read]
                     },
                     {"lane 5 wrote" + at("late write"), "lane 6 read" + at("late read")});
}

TEST(races, a_shuffle_is_taken_for_a_warp_sync) {
  const auto kernel = [](bool correct) {
    return [correct](const thread& t, words& shared) {
      if (t.lane() == 0) shared.at[0] = 1;  // [before the shuffle]
      use(t.shuffle(t.lane(), 0));
      if (correct) t.sync_warp();
      if (t.lane() == 31) use(shared.at[0]);  // [after the shuffle]
    };
  };
  expect_race<words>(
      {1, 32}, kernel(false),
      {"lane 0 wrote" + at("before the shuffle"), "lane 31 read" + at("after the shuffle")});
  expect_clean<words>({1, 32}, kernel(true));
}

TEST(races, a_ballot_is_taken_for_a_warp_sync) {
  const auto kernel = [](bool correct) {
    return [correct](const thread& t, words& shared) {
      if (t.lane() == 31) shared.at[0] = 1;  // [before the ballot]
      use(t.ballot(true));
      if (correct) t.sync_warp();
      if (t.lane() < 31) use(shared.at[0]);  // [after the ballot]
    };
  };
  expect_race<words>(
      {1, 32}, kernel(false),
      {"lane 31 wrote" + at("before the ballot"), "lanes 0 to 30 read" + at("after the ballot")});
  expect_clean<words>({1, 32}, kernel(true));
}

TEST(races, a_write_after_a_read_without_a_warp_sync) {
  const auto kernel = [](bool correct) {
    return [correct](const thread& t, words& shared) {
      if (t.lane() == 7) shared.at[9] = 1;
      t.sync_warp();
      use(shared.at[9]);  // [read by all]
      if (correct) t.sync_warp();
      if (t.lane() == 7) shared.at[9] = 2;  // [written again]
    };
  };
  expect_race<words>({1, 32}, kernel(false),
                     {" read" + at("read by all"), "lane 7 wrote" + at("written again")});
  expect_clean<words>({1, 32}, kernel(true));
}

// Two writes.

TEST(races, two_warps_write_one_word) {
  expect_race<words>(
      {1, 64},
      [](const thread& t, words& shared) {
        if (t.lane() == 3) shared.at[0] = t.warp();  // [two writers]
      },
      {"warp 0, lane 3 wrote" + at("two writers"), "warp 1, lane 3 wrote" + at("two writers")});
}

TEST(races, writing_the_same_value_is_a_race) {
  const auto kernel = [](bool correct) {
    return [correct](const thread& t, words& shared) {
      if (!correct || t.lane() == 0) shared.at[0] = 42;  // [same value]
    };
  };
  expect_race<words>({1, 32}, kernel(false), {"4 bytes of shared memory", at("same value")});
  expect_clean<words>({1, 32}, kernel(true));
}

TEST(races, different_bytes_of_one_word_are_no_race) {
  struct bytes {
    std::uint8_t at[64];
  };
  expect_clean<bytes>({1, 64}, [](const thread& t, bytes& shared) {
    shared.at[t.thread_index()] = 1;
    use(shared.at[t.thread_index()]);
  });
  expect_race<bytes>({1, 32},
                     [](const thread& t, bytes& shared) {
                       if (t.lane() == 0) std::memset(shared.at + 1, 0, 4);  // [four bytes]
                       if (t.lane() == 1) shared.at[4] = 1;                  // [the last of them]
                     },
                     {"1 byte of shared memory, at byte 4:\n", "lane 0 wrote" + at("four bytes"),
                      "lane 1 wrote" + at("the last of them")});
}

TEST(races, copies_of_whole_structs_are_seen) {
  struct pair {
    struct part {
      std::uint32_t words[9];
    } from, to;
  };
  expect_race<pair>({1, 32},
                    [](const thread& t, pair& shared) {
                      if (t.lane() == 0) shared.to = shared.from;   // [struct copy]
                      if (t.lane() == 1) shared.from.words[8] = 1;  // [source of the copy]
                      if (t.lane() == 2) use(shared.to.words[0]);   // [target of the copy]
                    },
                    {"at byte 32:\n", "lane 1 wrote" + at("source of the copy"),
                     "lane 0 read" + at("struct copy"), "at byte 36:\n",
                     "lane 2 read" + at("target of the copy"), "lane 0 wrote" + at("struct copy")});
}

// Global memory.

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

// Atomics of block scope, which Thread does not offer yet: the detector's own functions.
TEST(races, block_scope_orders_the_threads_of_one_block_alone) {
  using race::atomic_scope, race::place;
  global_vector<std::uint32_t> data(1), flag(1);
  const auto races_of = [&](bool same_block, atomic_scope release, atomic_scope acquire) {
    race::detector d;
    const place writer(std::source_location::current()), reader(std::source_location::current());
    d.begin_launch("handover", nullptr, 0);
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

TEST(races, memory_that_is_used_again_starts_clean) {
  global_vector<std::uint32_t> data(32);
  const auto kernel = [p = data.data()](const thread& t, words& shared) {
    if (t.block() == 0) t.store(p + t.lane(), shared.at[0]);
    t.sync_block();
    shared.at[t.lane()] = 1;  // each block's own
  };
  for (unsigned launch = 0; launch < 3; ++launch) expect_clean<words>({20, 32}, kernel);
}

TEST(races, one_mistake_is_one_entry_however_many_threads_make_it) {
  const auto all = reports<words>({5, 128}, [](const thread& t, words& shared) {
    if (t.lane() == 0) shared.at[0] = t.warp();  // [everybody]
  });
  for (const std::string& report : all) {
    EXPECT_NE(report.find("Found 14 more times between other warps."), std::string::npos) << report;
    EXPECT_EQ(report.find("4 bytes of"), report.rfind("4 bytes of")) << report;
  }
}

}  // namespace
}  // namespace codag::simt::host
