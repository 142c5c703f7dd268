#include "harness/config/row_values.hpp"

#include <gtest/gtest.h>

namespace codag::harness {
namespace {

TEST(row_values, a_star_stands_for_one_key) {
  EXPECT_TRUE(is_row_value("/gbps"));
  EXPECT_TRUE(is_row_value("/transfer/in_out/gbps"));
  EXPECT_TRUE(is_row_value("/transfer/speedup_over_raw_copy"));
  EXPECT_FALSE(is_row_value("/transfer/out/gbps"));
  EXPECT_TRUE(is_row_value("/stalls/reasons/barrier/share"));
  EXPECT_TRUE(is_row_value("/metrics/values/sm__throughput.avg.pct_of_peak_sustained_elapsed"));
  for (const char* wrong : {"", "/", "/gpbs", "/gbps/", "/counts", "/counts/", "/counts/a/b",
                            "/stalls/reasons/share", "/stalls/reasons//share", "/status"})
    EXPECT_FALSE(is_row_value(wrong)) << wrong;
}

}  // namespace
}  // namespace codag::harness
