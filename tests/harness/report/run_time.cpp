#include "harness/report/run_time.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace codag::harness {
namespace {

double seconds(const std::string& text) {
  return run_time(text).first;
}

TEST(run_time, is_counted_from_1970_in_utc) {
  EXPECT_EQ(seconds("1970-01-02T03:04:05Z"), 86400 + 3 * 3600 + 4 * 60 + 5);
  EXPECT_EQ(seconds("2026-11-22T05:36:47Z"), 1795325807);
  EXPECT_EQ(seconds("1970-01-01T00:00:00.25Z"), 0.25);
  EXPECT_EQ(run_time("1970-01-01T00:00:00Z").second, "1970-01-01T00:00:00Z");
}

TEST(run_time, subtracts_what_local_time_is_ahead) {
  const double noon = seconds("2026-11-22T12:00:00Z");
  for (const char* same : {"2026-11-22T14:00:00+02:00", "2026-11-22T14:00:00+0200",
                           "2026-11-22T10:30:00-01:30", "2026-11-23T01:45:00+13:45"})
    EXPECT_EQ(seconds(same), noon) << same;
}

TEST(run_time, of_another_text_comes_first) {
  for (const char* text : {"", "today", "2026-11-22", "2026-11-22T05:36:47", "2026-11-22T05:36:47X",
                           "2026-11-22T05:36:47+2", "2026-11-22T05:36:47*02:00",
                           "2026-02-30T05:36:47Z", "2026-13-01T05:36:47Z", "2026-11-22T05:36:47Z "})
    EXPECT_EQ(seconds(text), -std::numeric_limits<double>::infinity()) << text;
}

}  // namespace
}  // namespace codag::harness
