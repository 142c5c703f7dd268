// CUPTI's host API itself, which needs no GPU.
#include "harness/measure/profile/metric_catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/measure/profile/cannot_profile.hpp"
#include "harness/measure/profile/metric_groups.hpp"

namespace codag::harness {
namespace {

TEST(metric_catalogue, of_an_unknown_chip_is_an_error) {
  try {
    open_metric_catalogue("GH999");
    FAIL() << "it was opened";
  } catch (const cannot_profile& e) {
    EXPECT_NE(std::string(e.what()).find("chip GH999 is unknown"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("GH100"), std::string::npos) << "the chips there are";
  }
}

TEST(metric_catalogue, describes_base_metrics_of_every_kind) {
  const auto metrics = open_metric_catalogue("GH100")->base_metrics();
  const auto find = [&](const char* name) {
    return *std::ranges::find(metrics, name, &base_metric::name);
  };
  EXPECT_EQ(find("dram__bytes_read").kind, "counter");
  EXPECT_EQ(find("smsp__thread_inst_executed_per_inst_executed").kind, "ratio");
  EXPECT_EQ(find("sm__throughput").kind, "throughput");
  EXPECT_NE(find("sm__throughput").description, "");
}

TEST(metric_catalogue, knows_one_bad_name_among_good_ones) {
  const auto chip = open_metric_catalogue("GH100");
  EXPECT_FALSE(chip->why_not("dram__bytes_read.sum"));
  EXPECT_FALSE(chip->why_not("gpu__time_duration.sum"));
  // A ratio has no .avg.pct.
  EXPECT_TRUE(chip->why_not("smsp__issue_active.avg.pct"));
  EXPECT_EQ(chip->why_not("no__such.sum").value(),
            "chip GH100 has no metric no__such.sum (codag list metrics --chip GH100)");
}

TEST(metric_catalogue, has_every_metric_of_the_groups_on_an_a100_and_an_h100) {
  for (const char* name : {"GA100", "GH100"}) {
    const auto chip = open_metric_catalogue(name);
    for (const std::string& metric : metrics_of({}))
      EXPECT_EQ(chip->why_not(metric).value_or(""), "") << name;
  }
}

TEST(metric_catalogue, schedules_sets_in_passes) {
  const auto chip = open_metric_catalogue("GH100");
  const auto one = chip->plan_replays({"dram__bytes_read.sum", "dram__bytes_write.sum"});
  EXPECT_EQ(one->replays(), 1u);
  EXPECT_FALSE(one->image().empty());
  const auto all = chip->plan_replays(metrics_of({}));
  EXPECT_GT(all->replays(), one->replays());
  EXPECT_EQ(all->metrics(), metrics_of({}));
}

}  // namespace
}  // namespace codag::harness
