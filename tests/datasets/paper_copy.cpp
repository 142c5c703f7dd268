#include "datasets/paper_copy.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace codag::datasets {
namespace {

constexpr std::array all_statistics = {
    &column_statistics::rle_v1_ratio, &column_statistics::rle_v2_ratio,
    &column_statistics::deflate_ratio, &column_statistics::rle_v1_symbol_elements,
    &column_statistics::deflate_symbol_bytes};

TEST(paper_copy, the_papers_own_numbers_agree) {
  for (const manifest_entry& column : manifest()) {
    EXPECT_EQ(judge_size(column, static_cast<std::uint64_t>(paper_values(column))),
              copy_result::agrees);
    int judged = 0;
    for (const auto which : all_statistics) {
      const copy_result result = judge_statistic(column, column.paper, which);
      EXPECT_NE(result, copy_result::differs) << column.name;
      judged += result == copy_result::agrees ? 1 : 0;
    }
    EXPECT_GE(judged, 2) << column.name;
  }
}

TEST(paper_copy, a_number_beyond_its_tolerance_differs) {
  const manifest_entry& column = manifest_column("MC0");
  for (const auto which : all_statistics) {
    column_statistics copy = column.paper;
    copy.*which = column.paper.*which * 1.09;
    EXPECT_EQ(judge_statistic(column, copy, which), copy_result::agrees);
    for (const double factor : {0.89, 1.11}) {
      copy.*which = column.paper.*which * factor;
      EXPECT_EQ(judge_statistic(column, copy, which), copy_result::differs);
    }
  }
  const double values = paper_values(column);
  EXPECT_EQ(judge_size(column, static_cast<std::uint64_t>(values * 1.04)), copy_result::agrees);
  for (const double factor : {0.0, 0.94, 1.06})
    EXPECT_EQ(judge_size(column, static_cast<std::uint64_t>(values * factor)),
              copy_result::differs);
}

TEST(paper_copy, doubtful_and_unmeasured_numbers_are_not_judged) {
  const manifest_entry& genome = manifest_column("HRG");
  column_statistics copy = genome.paper;
  copy.rle_v2_ratio = 0.85;  // letters take 7 bits
  EXPECT_EQ(judge_statistic(genome, copy, &column_statistics::rle_v2_ratio),
            copy_result::not_judged);
  copy.deflate_ratio = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(judge_statistic(genome, copy, &column_statistics::deflate_ratio),
            copy_result::not_judged);
}

// Row counts that the publishers print: a day of Criteo's logs, and the edges of the graph.
TEST(paper_copy, the_papers_sizes_are_in_gb_of_2_to_the_30_bytes) {
  EXPECT_NEAR(paper_values(manifest_column("CD2")), 195'841'983, 0.01 * 195'841'983);
  EXPECT_NEAR(paper_values(manifest_column("TC2")), 1'468'365'182, 0.01 * 1'468'365'182);
}

}  // namespace
}  // namespace codag::datasets
