// Kernels on a stream of the host backend: which of them overlap, and what orders those that do.
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <stdexcept>
#include <string>

#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/race/detector.hpp"
#include "codag/simt/host/stream.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag::simt::host {
namespace {

using test::no_storage;

template <class Body>
struct late : test::lambda_kernel<no_storage, Body> {};
template <class Body>
late(Body) -> late<Body>;

template <class Body>
struct early : test::lambda_kernel<no_storage, Body> {
  static constexpr const char* name = "early_kernel";
  static constexpr bool begins_early = true;
};
template <class Body>
early(Body) -> early<Body>;

constexpr auto is_set = [](std::uint32_t v) { return v != 0; };

/// Each of two kernels sets a word and waits for the other's: they end only if they overlap.
/// Returns the misuse that the launches throw; "" if they end.
template <template <class> class Second>
std::string wait_for_each_other(unsigned workers, unsigned blocks = 1) {
  global_vector<std::uint32_t> words(2);
  const auto meet = [](std::uint32_t* mine, std::uint32_t* other) {
    return [=](const thread& t, const no_storage&) {
      if (t.block() != 0 || t.lane() != 0) return;
      t.store_release(mine, 1u);
      t.poll(other, is_set);
    };
  };
  stream s({.workers = workers});
  try {
    s.launch(late{meet(&words[0], &words[1])}, {blocks, 32});
    s.launch(Second{meet(&words[1], &words[0])}, {blocks, 32});
    (void)s.finish();
  } catch (const misuse& m) {
    return m.what();
  }
  return "";
}

TEST(overlapping_kernels, are_an_early_one_and_the_one_before_it) {
  if (race::watching) GTEST_SKIP() << "under the race detector blocks run one after another";
  EXPECT_EQ(wait_for_each_other<early>(2), "");
  EXPECT_EQ(wait_for_each_other<early>(3, 20), "") << "the other blocks end and make room";
}

TEST(overlapping_kernels, are_not_two_others) {
  const std::string what = wait_for_each_other<late>(2);
  EXPECT_NE(what.find("kernel test_kernel, block 0: deadlock"), std::string::npos) << what;
}

TEST(overlapping_kernels, of_which_the_second_waits_forever_are_misuse) {
  global_vector<std::uint32_t> word(1);
  for (const unsigned workers : {1u, 2u}) {
    stream s({.workers = workers});
    s.launch(late{[](const thread&, no_storage&) {}}, {3, 32});
    s.launch(early{[&](const thread& t, no_storage&) { t.poll(word.data(), is_set); }}, {2, 32});
    try {
      (void)s.finish();
      ADD_FAILURE() << "nothing sets the word";
    } catch (const misuse& m) {
      EXPECT_NE(std::string(m.what()).find("kernel early_kernel, block "), std::string::npos)
          << m.what();
    }
  }
}

// An early kernel waits only for the one before it, and that one must not be early itself: it could
// then begin before what it reads has been written.
TEST(overlapping_kernels, are_two_at_most) {
  global_vector<std::uint32_t> word(1);
  std::uint32_t seen = 0;
  for (const unsigned workers : {1u, 2u, 5u}) {
    word[0] = seen = 0;
    stream s({.workers = workers});
    s.launch(late{[&](const thread& t, no_storage&) {
               if (t.thread_index() == 0) t.store(&word[0], 1u);
             }},
             {1, 32});
    s.launch(early{[](const thread&, no_storage&) {}}, {1, 32});
    s.launch(early{[&](const thread& t, no_storage&) {
               if (t.thread_index() == 0) seen = t.load(&word[0]);
             }},
             {1, 32});
    (void)s.finish();
    EXPECT_EQ(seen, 1u);
  }
}

TEST(overlapping_kernels, see_their_own_blocks_and_count_as_one_after_the_other) {
  constexpr launch_shape first{5, 64}, second{3, 32};
  for (const unsigned workers : {1u, 2u, 8u}) {
    global_vector<std::uint32_t> runs(first.blocks + second.blocks);
    const auto record = [&](const launch_shape& shape, std::uint32_t* its) {
      return [=](const thread& t, const no_storage&) {
        t.require(t.grid_blocks() == shape.blocks && t.block_threads() == shape.threads,
                  "a block of another kernel");
        t.atomic_add(its + t.block(), 1u);
        t.sync_block();
      };
    };
    stream s({.workers = workers});
    s.launch(late{record(first, runs.data())}, first);
    s.launch(early{record(second, runs.data() + first.blocks)}, second);
    const counts c = s.finish();
    for (unsigned b = 0; b < runs.size(); ++b)
      EXPECT_EQ(runs[b], b < first.blocks ? first.threads : second.threads) << b;
    EXPECT_EQ(c.atomics, first.blocks * first.threads + second.blocks * second.threads);
    EXPECT_EQ(c.block_barriers, first.blocks + second.blocks);
    EXPECT_EQ(s.finish().atomics, 0u) << "they have been counted";
  }
}

// The kernel's arguments live until it runs.
TEST(overlapping_kernels, have_copies_of_their_arguments) {
  std::uint32_t sum = 0;
  stream s({.workers = 1});
  for (std::uint32_t n = 1; n <= 4; ++n) {
    s.launch(late{[&sum, n](const thread& t, no_storage&) {
               if (t.lane() == 0) t.atomic_add(&sum, n);
             }},
             {1, 32});
    EXPECT_EQ(sum, n * (n - 1) / 2) << "the last one waits for what follows";
  }
  (void)s.finish();
  EXPECT_EQ(sum, 10u);
}

TEST(overlapping_kernels, are_refused_with_the_name_of_the_wrong_one) {
  stream s({.workers = 1});
  s.launch(late{[](const thread&, no_storage&) {}}, {1, 32});
  s.launch(early{[](const thread&, no_storage&) {}}, {1, 33});
  try {
    (void)s.finish();
    ADD_FAILURE() << "33 threads are not whole warps";
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("kernel early_kernel"), std::string::npos) << e.what();
  }
}

/// What the race detector says if the second kernel reads what the first one writes, and the first
/// one tells by a word that it has.
template <template <class> class Second>
std::string race_of(bool acquires) {
  global_vector<std::uint32_t> data(32), flag(1);
  stream s({});
  try {
    s.launch(late{[&](const thread& t, no_storage&) {
               t.store(&data[t.lane()], t.lane());
               t.sync_warp();
               if (t.lane() == 0) t.store_release(flag.data(), 1u);
             }},
             {1, 32});
    s.launch(Second{[&](const thread& t, no_storage&) {
               if (t.block() == 0) return;
               if (acquires)
                 t.poll(flag.data(), is_set);
               else
                 t.poll_relaxed(flag.data(), is_set);
               t.require(t.load(&data[t.lane()]) == t.lane(), "an old value");
             }},
             {2, 32});
    (void)s.finish();
  } catch (const data_race& race) {
    return race.what();
  }
  return "";
}

// If they overlapped by chance, the second could also read what the first has not written yet.
TEST(overlapping_kernels, race_unless_the_second_acquires_what_the_first_releases) {
  if (!race::watching) GTEST_SKIP() << "the race detector is not in this build";
  EXPECT_EQ(race_of<early>(true), "");
  EXPECT_EQ(race_of<late>(false), "") << "the end of a kernel orders all";
  const std::string report = race_of<early>(false);
  std::cout << report << '\n';  // docs/interpreter.md shows it
  EXPECT_NE(report.find("kernel test_kernel, overlapped by early_kernel: data race\n"),
            std::string::npos)
      << report;
  EXPECT_NE(report.find("block 0 of test_kernel, warp 0, lanes 0 to 31 wrote at"),
            std::string::npos)
      << report;
  EXPECT_NE(report.find("block 1 of early_kernel, warp 0, lanes 0 to 31 read at"),
            std::string::npos)
      << report;
}

}  // namespace
}  // namespace codag::simt::host
