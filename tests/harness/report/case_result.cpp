// The headline numbers of a result, and when there are none.
#include "harness/report/case_result.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace codag::harness {
namespace {

TEST(case_status_names, are_all_different) {
  std::set<std::string_view> names;
  for (const case_status s : {case_status::ok, case_status::failed_verify, case_status::skipped,
                              case_status::all_throttled, case_status::error})
    names.insert(to_string(s));
  EXPECT_EQ(names.size(), 5u);
}

TEST(headline, prefers_cold_samples) {
  case_result r;
  r.what.backend = backend::cuda;
  EXPECT_EQ(r.headline(), nullptr);
  EXPECT_FALSE(r.gbps());
  r.status = case_status::ok;
  r.raw_bytes = 2000;
  r.hot.emplace().median = 1e-6;
  EXPECT_DOUBLE_EQ(r.gbps().value(), 2.0);
  r.cold.emplace().median = 2e-6;
  EXPECT_EQ(r.headline(), &*r.cold);
  EXPECT_DOUBLE_EQ(r.gbps().value(), 1.0);
  EXPECT_DOUBLE_EQ(r.giga_per_second(6000).value(), 3.0);
}

TEST(case_result, an_interpreted_or_failed_case_has_no_throughput) {
  case_result r;
  r.raw_bytes = 1000;
  r.cold.emplace().median = 1e-6;
  r.status = case_status::ok;
  r.what.backend = backend::cuda;
  EXPECT_DOUBLE_EQ(r.gbps().value(), 1.0);
  r.what.backend = backend::host;
  EXPECT_FALSE(r.gbps());
  r.what.backend = backend::cuda;
  r.status = case_status::failed_verify;
  EXPECT_FALSE(r.gbps());
  r.status = case_status::ok;
  r.cold->median = 0;  // below the timer's step
  EXPECT_FALSE(r.gbps());
}

}  // namespace
}  // namespace codag::harness
