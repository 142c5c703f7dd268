// listed_windows: what a block sees of the windows that another one lists.
#include "codag/schedule/listed_windows.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/race/detector.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag {
namespace {

struct seen_windows {
  std::vector<std::uint32_t> values;  ///< what all threads of the reader have seen of each window
  bool whole = false;
};

// Block 0 lists `count` windows of a word each, and ends as `end` says. Block 1 reads them.
seen_windows read(std::uint32_t count, std::uint32_t end, unsigned workers) {
  simt::host::global_vector<std::uint32_t> windows(8), listed(1);
  seen_windows seen;
  test::run({2, 64},
            [&](const simt::host::thread& t, test::no_storage&) {
              if (t.block() == 0) {
                if (t.thread_index() != 0) return;
                for (std::uint32_t i = 0; i < count; ++i) {
                  t.store(&windows[i], 10 + i);
                  t.store_release(listed.data(), i + 1);
                }
                t.store_release(listed.data(), count | end);
                return;
              }
              listed_windows<simt::host::thread> its(t, listed.data());
              for (std::uint32_t i = 0; its.next(); ++i) {
                const std::uint32_t value = t.load(&windows[i]);
                const bool differs = t.sync_block_or(value != 10 + i);
                if (t.thread_index() == 0) seen.values.push_back(differs ? 0 : value);
              }
              if (t.thread_index() == 0) seen.whole = its.whole();
            },
            {.workers = workers});
  return seen;
}

TEST(listed_windows, are_as_many_as_the_parser_lists) {
  for (const std::uint32_t count : {0u, 1u, 2u, 7u}) {
    const seen_windows seen = read(count, window_count::all_listed, 2);
    EXPECT_TRUE(seen.whole);
    ASSERT_EQ(seen.values.size(), count);
    for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(seen.values[i], 10 + i);
  }
}

// The block may have taken some before the parser gives up. On one core it runs after the parser.
TEST(listed_windows, are_none_if_the_parser_gives_up) {
  const seen_windows seen = read(3, window_count::given_up, 1);
  EXPECT_FALSE(seen.whole);
  EXPECT_TRUE(seen.values.empty());
}

// The reader runs first, and waits for each window and for the end.
TEST(listed_windows, are_waited_for) {
  if (simt::host::race::watching)
    GTEST_SKIP() << "under the race detector blocks run one after another";
  simt::host::global_vector<std::uint32_t> words(2);
  std::vector<int> order;
  test::run({2, 32},
            [&](const simt::host::thread& t, test::no_storage&) {
              std::uint32_t* const listed = &words[0];
              std::uint32_t* const turn = &words[1];
              const auto is = [](std::uint32_t n) {
                return [n](std::uint32_t v) { return v == n; };
              };
              if (t.block() == 0) {
                listed_windows<simt::host::thread> its(t, listed);
                const bool first = its.next();
                if (t.lane() == 0) {
                  order.push_back(first ? 1 : -1);
                  t.store_release(turn, 1u);
                }
                const bool second = its.next();
                if (t.lane() == 0) {
                  order.push_back(second ? -3 : 3);
                  order.push_back(its.whole() ? 4 : -4);
                }
              } else if (t.lane() == 0) {
                t.store_release(listed, 1u);
                t.poll(turn, is(1));
                order.push_back(2);
                t.store_release(listed, 1 | window_count::all_listed);
              }
            },
            {.workers = 2});
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace codag
