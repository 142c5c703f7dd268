// Memory traffic on the CPU: each kind runs and verifies, whatever the size.
#include <gtest/gtest.h>

#include <set>

#include "harness/workloads/traffic_pattern.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness {
namespace {

TEST(native_traffic, verifies_at_every_size) {
  // Up to two parts, with a rest that no part divides evenly.
  for (const std::uint64_t bytes : {0u, 1u, 8u, 4096u, (8u << 20) + 24})
    for (const traffic kind : {traffic::copy, traffic::read, traffic::write}) {
      const auto work = make_native_traffic(kind, bytes);
      const verification v = work->verify();
      EXPECT_TRUE(v.ok) << to_string(kind) << " " << bytes << ": " << v.reason;
      EXPECT_GE(work->run(false).seconds, 0);
      EXPECT_TRUE(work->verify().ok) << "after it was timed";
    }
}

TEST(native_traffic, has_neither_counts_nor_cold_samples) {
  const auto work = make_native_traffic(traffic::copy, 4096);
  EXPECT_FALSE(work->counts());
  EXPECT_FALSE(work->has_cold());
  EXPECT_EQ(work->operations(), 0u);
}

TEST(traffic_pattern, has_no_repetition_and_no_written_word) {
  const auto words = traffic_words(1000);
  const std::set<std::uint64_t> different(words.begin(), words.end());
  EXPECT_EQ(different.size(), words.size());
  EXPECT_FALSE(different.contains(written_word));
}

TEST(traffic_bytes, of_a_copy_are_counted_twice) {
  EXPECT_EQ(traffic_bytes(traffic::copy, 100), 200u);
  EXPECT_EQ(traffic_bytes(traffic::read, 100), 100u);
  EXPECT_EQ(traffic_bytes(traffic::write, 100), 100u);
}

}  // namespace
}  // namespace codag::harness
