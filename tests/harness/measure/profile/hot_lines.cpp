// From instructions to the hottest lines, with a made-up line table.
#include "harness/measure/profile/hot_lines.hpp"

#include <gtest/gtest.h>

namespace codag::harness {
namespace {

constexpr std::uint32_t at_barrier = 0, at_barrier_not_issued = 1, at_wait = 2;

pc_record record(std::uint64_t pc, std::uint32_t reason, std::uint32_t samples,
                 const std::string& function = "_Z4copyPKiPi") {
  return {.cubin_crc = 1, .pc_offset = pc, .function = function, .samples = {{reason, samples}}};
}

pc_samples samples_of(std::vector<pc_record> records) {
  pc_samples samples;
  samples.names = {{at_barrier, "smsp__pcsamp_warps_issue_stalled_barrier"},
                   {at_barrier_not_issued, "smsp__pcsamp_warps_issue_stalled_barrier_not_issued"},
                   {at_wait, "smsp__pcsamp_warps_issue_stalled_wait"}};
  samples.records = std::move(records);
  return samples;
}

/// A line is 32 bytes of instructions; those from 1000 on have none.
std::optional<source_place> place_of(const pc_record& record) {
  if (record.pc_offset >= 1000) return std::nullopt;
  return source_place{"codag/k.hpp", static_cast<unsigned>(record.pc_offset / 32 + 1)};
}

TEST(hot_lines, sums_the_instructions_of_a_line) {
  const auto lines = hottest_lines(samples_of({record(0, at_barrier, 5), record(16, at_barrier, 2),
                                               record(16, at_barrier_not_issued, 2),
                                               record(16, at_wait, 3), record(32, at_wait, 11)}),
                                   place_of);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].line, 2u) << "most samples first";
  EXPECT_EQ(lines[0].samples, 11u);
  EXPECT_EQ(lines[1].line, 1u);
  EXPECT_EQ(lines[1].samples, 10u) << "without the twin";
  EXPECT_EQ(lines[1].reasons, (std::map<std::string, std::uint64_t>{{"barrier", 7}, {"wait", 3}}));
  EXPECT_EQ(lines[1].file, "codag/k.hpp");
  EXPECT_EQ(lines[1].function, "copy(int const*, int*)");
}

TEST(hot_lines, keeps_functions_apart_and_plain_names_as_they_are) {
  const auto lines = hottest_lines(
      samples_of({record(0, at_wait, 5, "fill"), record(0, at_wait, 9, "copy")}), place_of);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].function, "copy");
  EXPECT_EQ(lines[1].function, "fill");
}

TEST(hot_lines, leaves_out_instructions_without_a_line) {
  EXPECT_TRUE(hottest_lines(samples_of({record(1000, at_wait, 5)}), place_of).empty());
}

TEST(hot_lines, keeps_as_many_as_asked) {
  std::vector<pc_record> records;
  for (std::uint32_t i = 0; i < 30; ++i) records.push_back(record(32 * i, at_wait, i + 1));
  const auto lines = hottest_lines(samples_of(records), place_of);
  ASSERT_EQ(lines.size(), 20u);
  EXPECT_EQ(lines.front().samples, 30u);
  EXPECT_EQ(lines.back().samples, 11u);
}

}  // namespace
}  // namespace codag::harness
