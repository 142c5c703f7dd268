// Copies to shared memory that a thread begins, and waits for later.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "codag/simt/host/global_memory.hpp"
#include "codag/stream/compressed_words.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag::simt::host {
namespace {

using test::run;

struct quads {
  word_quad at[64];
};

global_vector<word_quad> numbers() {
  global_vector<word_quad> quads(64);
  for (std::uint32_t i = 0; i < 64; ++i)
    for (std::uint32_t w = 0; w < 4; ++w) quads[i].words[w] = 4 * i + w;
  return quads;
}

TEST(async_copies, are_there_after_the_wait_and_not_before) {
  const auto from = numbers();
  std::array<bool, 64> early{}, late{};
  run<quads>({1, 64}, [&](const thread& t, quads& shared) {
    const unsigned i = t.thread_index();
    t.copy_async(&shared.at[i], &from[i]);
    for (std::uint32_t w = 0; w < 4; ++w) early[i] |= shared.at[i].words[w] == 4 * i + w;
    t.wait_for_copies();
    late[i] = true;
    for (std::uint32_t w = 0; w < 4; ++w) late[i] &= shared.at[i].words[w] == 4 * i + w;
  });
  for (unsigned i = 0; i < 64; ++i) {
    EXPECT_FALSE(early[i]) << i;
    EXPECT_TRUE(late[i]) << i;
  }
}

TEST(async_copies, of_a_thread_are_waited_for_together_and_once) {
  const auto from = numbers();
  bool right = true;
  run<quads>({1, 32}, [&](const thread& t, quads& shared) {
    const unsigned i = t.thread_index();
    t.copy_async(&shared.at[i], &from[i]);
    t.copy_async(&shared.at[32 + i], &from[32 + i]);
    t.wait_for_copies();
    // What is written after the wait stays, also if the thread waits again.
    shared.at[i].words[0] = 7;
    t.wait_for_copies();
    t.copy_async(&shared.at[32 + i], &from[i]);
    t.wait_for_copies();
    right = right && shared.at[i].words[0] == 7 && shared.at[32 + i].words[3] == 4 * i + 3;
  });
  EXPECT_TRUE(right);
}

TEST(async_copies, count_as_loads_of_16_bytes) {
  const auto from = numbers();
  const counts c = run<quads>({1, 64}, [&](const thread& t, quads& shared) {
    t.copy_async(&shared.at[t.thread_index()], &from[t.thread_index()]);
    t.wait_for_copies();
  });
  EXPECT_EQ(c.load_instructions, 2u);
  EXPECT_EQ(c.load_sectors, 32u);
  EXPECT_EQ(c.store_instructions, 0u);
}

}  // namespace
}  // namespace codag::simt::host
