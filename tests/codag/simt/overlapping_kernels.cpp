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

constexpr auto nothing = [](const thread&, const no_storage&) {};

/// The misuse that the launches throw; "" if they end.
template <class Launches>
std::string misuse_of(const launch_options& options, const Launches& launches) {
  stream s(options);
  try {
    launches(s);
    (void)s.finish();
  } catch (const misuse& m) {
    return m.what();
  }
  return "";
}

/// Each of two kernels sets a word and waits for the other's: they end only if they overlap.
template <template <class> class Second>
std::string wait_for_each_other(const launch_options& options, unsigned blocks = 1) {
  global_vector<std::uint32_t> words(2);
  const auto meet = [](std::uint32_t* mine, std::uint32_t* other) {
    return [=](const thread& t, const no_storage&) {
      if (t.block() != 0 || t.lane() != 0) return;
      t.store_release(mine, 1u);
      t.poll(other, is_set);
    };
  };
  return misuse_of(options, [&](stream& s) {
    s.launch(late{meet(&words[0], &words[1])}, {blocks, 32});
    s.launch(Second{meet(&words[1], &words[0])}, {blocks, 32});
  });
}

TEST(overlapping_kernels, are_an_early_one_and_the_one_before_it) {
  if (race::watching) GTEST_SKIP() << "under the race detector blocks run one after another";
  EXPECT_EQ(wait_for_each_other<early>({.workers = 2, .overlap = true}), "");
  EXPECT_EQ(wait_for_each_other<early>({.workers = 3, .overlap = true}, 20), "")
      << "the other blocks end and make room";
}

TEST(overlapping_kernels, are_not_two_others_nor_any_if_the_launch_does_not_say_so) {
  for (const std::string& what : {wait_for_each_other<late>({.workers = 2, .overlap = true}),
                                  wait_for_each_other<early>({.workers = 2})})
    EXPECT_NE(what.find("kernel test_kernel, block 0: deadlock"), std::string::npos) << what;
}

TEST(overlapping_kernels, of_which_the_second_waits_forever_are_misuse) {
  global_vector<std::uint32_t> word(1);
  for (const unsigned workers : {1u, 2u}) {
    const std::string what = misuse_of({.workers = workers, .overlap = true}, [&](stream& s) {
      s.launch(late{nothing}, {3, 32});
      s.launch(early{[&](const thread& t, no_storage&) { t.poll(word.data(), is_set); }}, {2, 32});
    });
    EXPECT_NE(what.find("kernel early_kernel, block "), std::string::npos) << what;
  }
}

// An early kernel may read what the kernels before the one before it have written: they have ended.
TEST(overlapping_kernels, are_two_at_most) {
  global_vector<std::uint32_t> word(1);
  const auto poll = [&](const thread& t, const no_storage&) { t.poll(word.data(), is_set); };
  const auto set = [&](const thread& t, const no_storage&) {
    if (t.lane() == 0) t.store_release(word.data(), 1u);
  };
  const std::string what = misuse_of({.workers = 3, .overlap = true}, [&](stream& s) {
    s.launch(late{poll}, {1, 32});
    s.launch(early{nothing}, {1, 32});
    s.launch(early{set}, {1, 32});
  });
  EXPECT_NE(what.find("kernel test_kernel, block 0: deadlock"), std::string::npos) << what;
  word[0] = 0;
  const std::string of_early = misuse_of({.workers = 3, .overlap = true}, [&](stream& s) {
    s.launch(early{poll}, {1, 32});
    s.launch(early{set}, {1, 32});
  });
  EXPECT_NE(of_early.find("kernel early_kernel, block 0: deadlock"), std::string::npos) << of_early;
}

TEST(overlapping_kernels, may_have_no_blocks) {
  for (const unsigned first : {0u, 2u})
    for (const unsigned second : {0u, 2u}) {
      std::uint32_t runs = 0;
      const auto count = [&](const thread& t, const no_storage&) {
        if (t.lane() == 0) t.atomic_add(&runs, t.grid_blocks());
      };
      EXPECT_EQ(misuse_of({.workers = 2, .overlap = true},
                          [&](stream& s) {
                            s.launch(late{count}, {first, 32});
                            s.launch(early{count}, {second, 32});
                          }),
                "");
      EXPECT_EQ(runs, first * first + second * second);
    }
}

TEST(overlapping_kernels, end_with_the_mistake_of_the_first_while_the_second_waits_for_it) {
  global_vector<std::uint32_t> words(2);
  for (const unsigned workers : {1u, 2u}) {
    const std::string what = misuse_of({.workers = workers, .overlap = true}, [&](stream& s) {
      s.launch(late{[&](const thread& t, no_storage&) {
                 if (t.lane() < 9) t.sync_warp();
               }},
               {1, 32});
      s.launch(early{[&](const thread& t, no_storage&) { t.poll(words.data(), is_set); }}, {1, 32});
    });
    EXPECT_NE(what.find("kernel test_kernel, block 0: deadlock"), std::string::npos) << what;
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
    stream s({.workers = workers, .overlap = true});
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

TEST(overlapping_kernels, are_refused_before_either_runs) {
  std::uint32_t runs = 0;
  stream s({.workers = 1, .overlap = true});
  s.launch(late{[&](const thread& t, no_storage&) { t.atomic_add(&runs, 1u); }}, {1, 32});
  s.launch(early{nothing}, {1, 33});
  try {
    (void)s.finish();
    ADD_FAILURE() << "33 threads are not whole warps";
  } catch (const std::invalid_argument& e) {
    EXPECT_NE(std::string(e.what()).find("kernel early_kernel"), std::string::npos) << e.what();
  }
  EXPECT_EQ(runs, 0u);
}

/// What the race detector says if the second kernel reads what the first one writes, and the first
/// one tells by a word that it has.
template <template <class> class Second>
std::string race_of(bool acquires, const lane_order& order) {
  global_vector<std::uint32_t> data(32), flag(1);
  stream s({.order = order});
  try {
    s.launch(late{[&](const thread& t, no_storage&) {
               if (t.block() != 1) return;
               t.store(&data[t.lane()], t.lane());
               t.sync_warp();
               if (t.lane() == 0) t.store_release(flag.data(), 1u);
             }},
             {3, 32});
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

// The detector runs the first kernel to its end before the second. All the same, it finds that
// nothing orders them.
TEST(overlapping_kernels, race_unless_the_second_acquires_what_the_first_releases) {
  if (!race::watching) GTEST_SKIP() << "the race detector is not in this build";
  for (const lane_order& order :
       {lane_order::ascending(), lane_order::descending(), lane_order::seeded(7)}) {
    EXPECT_EQ(race_of<early>(true, order), "");
    EXPECT_EQ(race_of<late>(false, order), "") << "the end of a kernel orders all";
    const std::string report = race_of<early>(false, order);
    for (const char* part : {"kernel test_kernel, overlapped by early_kernel: data race\n",
                             "block 1 of test_kernel, warp 0, lanes 0 to 31 wrote at",
                             "block 1 of early_kernel, warp 0, lanes 0 to 31 read at"})
      EXPECT_NE(report.find(part), std::string::npos) << report;
    if (order.what == lane_order::kind::ascending)
      std::cout << report << '\n';  // docs/interpreter.md shows it
  }
}

}  // namespace
}  // namespace codag::simt::host
