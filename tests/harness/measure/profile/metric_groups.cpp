#include "harness/measure/profile/metric_groups.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace codag::harness {
namespace {

TEST(metric_groups, stand_for_their_metrics_each_once) {
  const auto pipes = metrics_of({"pipes"});
  const auto more = metrics_of({"dram__bytes_read.sum", "pipes", pipes.front(), "pipes"});
  ASSERT_EQ(more.size(), pipes.size() + 1);
  EXPECT_EQ(more.front(), "dram__bytes_read.sum") << "in the order asked";
  EXPECT_TRUE(std::equal(pipes.begin(), pipes.end(), more.begin() + 1));
}

TEST(metric_groups, are_all_asked_for_by_default) {
  std::set<std::string> all;
  for (const metric_group& group : metric_groups()) {
    EXPECT_FALSE(group.metrics.empty()) << group.name;
    for (const std::string& metric : metrics_of({std::string(group.name)})) {
      EXPECT_TRUE(all.insert(metric).second) << metric << " is in one group alone";
      EXPECT_FALSE(why_no_metric(metric)) << metric;
    }
  }
  const auto by_default = metrics_of({});
  EXPECT_EQ(std::set<std::string>(by_default.begin(), by_default.end()), all);
  EXPECT_TRUE(all.contains("smsp__thread_inst_executed_per_inst_executed.ratio"));
}

TEST(metric_groups, name_the_nearest_of_a_misspelt_one) {
  EXPECT_FALSE(why_no_metric("throughput"));
  const auto why = why_no_metric("thruput");
  ASSERT_TRUE(why);
  EXPECT_NE(why->find("unknown metric \"thruput\""), std::string::npos) << *why;
  EXPECT_NE(why->find("throughput, pipes, occupancy"), std::string::npos) << *why;
  EXPECT_TRUE(why_no_metric("sm__throughput")) << "a base name has no value";
}

}  // namespace
}  // namespace codag::harness
