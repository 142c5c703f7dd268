// The ALU micro-benchmark on the host backend: its numbers, its counts, the work of a run.
#include "harness/workloads/microbenchmark/alu.hpp"

#include <gtest/gtest.h>

#include <set>

#include "harness/measure/workload.hpp"
#include "harness/workloads/microbenchmark/alu_kernel.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness {
namespace {

constexpr std::uint64_t seed = 7;

using counted = std::map<std::string, std::uint64_t>;

counted counts_of(bool all_threads, std::uint32_t operations) {
  return make_host_alu({all_threads, operations}, seed)->counts().value();
}

TEST(alu, both_modes_give_the_hosts_numbers) {
  for (const bool all_threads : {true, false})
    for (const std::uint32_t operations : {1u, 2u, 7u, 1000u, 100'001u}) {
      const verification v = make_host_alu({all_threads, operations}, seed)->verify();
      EXPECT_TRUE(v.ok) << all_threads << " " << operations << ": " << v.reason;
    }
}

// By hand: the chain's constants are read nowhere else.
TEST(alu, the_chain_is_its_operations_one_after_the_other) {
  std::uint32_t value = 12345;
  for (std::uint32_t n = 1; n < 20; ++n) {
    value = n % 2 != 0 ? value * 0x4c957f2d + 0xf767814f : value ^ 0x9e3779b9;
    EXPECT_EQ(alu_chain(12345, n), value) << n;
  }
  EXPECT_EQ(alu_chain(12345, 0), 12345u);
}

TEST(alu, the_expected_words_depend_on_every_input_before_them_in_the_slice) {
  const alu_case what{true, 3};
  const alu_work work(what, 2, 4);
  std::vector<std::uint32_t> input = alu_input(work, seed);
  const auto before = alu_expected(what, work, input);
  ASSERT_EQ(before.size(), 2 * 4 + 2u);
  ++input[5];
  const auto after = alu_expected(what, work, input);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(before[i] != after[i], i >= 5) << i;
  EXPECT_EQ(before[8], 0xffffffffu) << "every lane has lane 0's value";
  EXPECT_EQ(alu_expected({false, 3}, work, input)[8], 1u) << "lane 0 alone";
}

TEST(alu, modes_differ_in_the_lanes_that_load_and_in_nothing_else) {
  counted all = counts_of(true, 10), single = counts_of(false, 10);
  EXPECT_EQ(all["load_lanes"], 32 * single["load_lanes"]);
  EXPECT_EQ(single["load_lanes"], single["load_instructions"]);
  EXPECT_EQ(all["store_lanes"], single["store_lanes"]) << "lane 0 stores in both";
  EXPECT_EQ(all["store_lanes"], all["store_instructions"]);
  all.erase("load_lanes");
  single.erase("load_lanes");
  EXPECT_EQ(all, single);
}

TEST(alu, an_operation_counts_once_in_both_modes) {
  for (const std::uint32_t operations : {1u, 1000u}) {
    const auto all = make_host_alu({true, operations}, seed)->operations();
    EXPECT_EQ(all, make_host_alu({false, operations}, seed)->operations());
    EXPECT_EQ(all, operations * counts_of(true, operations)["load_instructions"]);
  }
}

TEST(alu, a_warps_work_is_bounded) {
  for (const std::uint32_t operations : {1u, 10u, 100'000u, most_alu_operations}) {
    const alu_work work({true, operations}, 100, 4096);
    EXPECT_GE(work.accesses, 1u);
    EXPECT_LE(work.accesses, 4096u);
    EXPECT_LE(std::uint64_t{work.accesses} * work.operations, most_alu_operations);
    EXPECT_EQ(work.total_operations(), std::uint64_t{100} * work.accesses * operations);
  }
  EXPECT_EQ(alu_work({true, 1}, 100, 0).accesses, 1u);
}

TEST(alu, input_is_seeded) {
  const alu_work work({true, 1}, 4, 8);
  EXPECT_EQ(alu_input(work, 1), alu_input(work, 1));
  EXPECT_NE(alu_input(work, 1), alu_input(work, 2));
  const auto words = alu_input(work, 1);
  EXPECT_EQ(std::set(words.begin(), words.end()).size(), words.size());
}

}  // namespace
}  // namespace codag::harness
