// Planted data races in shared memory: each is found, with the place, the block, the warp and the
// lanes of both accesses, and none is found in the same kernel without the mistake.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "codag/simt/host/global_memory.hpp"
#include "codag/stream/compressed_words.hpp"
#include "tests/support/planted_races.hpp"

namespace codag::simt::host {
namespace {

using test::at, test::expect_race, test::expect_clean, test::reports, test::use, test::words;

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

struct quads {
  word_quad at[64];
};

// The copy arrives at any time until the thread has waited for it.
TEST(races, a_copy_is_waited_for_before_the_barrier_that_gives_it_to_others) {
  const global_vector<word_quad> from(64);
  const auto kernel = [&](bool correct) {
    return [&from, correct](const thread& t, quads& shared) {
      t.copy_async(&shared.at[t.thread_index()], &from[t.thread_index()]);
      if (correct) t.wait_for_copies();
      t.sync_block();
      use(shared.at[63 - t.thread_index()].words[1]);  // [read of a copy]
      if (!correct) t.wait_for_copies();
    };
  };
  expect_race<quads>({1, 64}, kernel(false),
                     {"4 bytes of shared memory", " read" + at("read of a copy"), " wrote at "});
  expect_clean<quads>({1, 64}, kernel(true));
}

// What is copied over was read before.
TEST(races, a_barrier_stands_between_a_read_and_the_copy_that_takes_its_place) {
  const global_vector<word_quad> from(64);
  const auto kernel = [&](bool correct) {
    return [&from, correct](const thread& t, quads& shared) {
      shared.at[t.thread_index()] = {};
      t.sync_block();
      use(shared.at[63 - t.thread_index()].words[1]);  // [read before a copy]
      if (correct) t.sync_block();
      t.copy_async(&shared.at[t.thread_index()], &from[t.thread_index()]);
      t.wait_for_copies();
    };
  };
  expect_race<quads>(
      {1, 64}, kernel(false),
      {"4 bytes of shared memory", " read" + at("read before a copy"), " wrote at "});
  expect_clean<quads>({1, 64}, kernel(true));
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
