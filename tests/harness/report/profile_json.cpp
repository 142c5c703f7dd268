// "stalls" and "metrics" as the report has them: shares, overhead, and a reason for each null.
#include "harness/report/profile_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace codag::harness {
namespace {

using nlohmann::json;

stall_profile stalls() {
  stall_profile p;
  p.period_cycles = 2048;
  p.launches = 5;
  p.samples = 1000;
  p.dropped = 2;
  p.kernel_seconds = 2.02e-3;
  p.reasons = {{"barrier", {900, 460}}, {"selected", {100, 40}}};
  source_line line;
  line.file = "codag/stream/output_stream.hpp";
  line.line = 120;
  line.function = "k";
  line.samples = 250;
  line.reasons = {{"barrier", 250}};
  p.lines = {line};
  return p;
}

TEST(profile_json, of_stalls) {
  const json j = stalls_json(stalls(), 2e-3);
  EXPECT_EQ(j["pass"], "stalls");
  EXPECT_EQ(j["period_cycles"], 2048);
  EXPECT_EQ(j["launches"], 5);
  EXPECT_EQ(j["samples"], 1000);
  EXPECT_EQ(j["dropped"], 2);
  EXPECT_DOUBLE_EQ(j["kernel_seconds"].get<double>(), 2.02e-3);
  EXPECT_NEAR(j["overhead"].get<double>(), 0.01, 1e-9);
  EXPECT_EQ(
      j["reasons"]["barrier"],
      (json{{"samples", 900}, {"not_issued", 460}, {"share", 0.9}, {"not_issued_share", 0.92}}));
  ASSERT_EQ(j["lines"].size(), 1u);
  EXPECT_EQ(j["lines"][0], (json{{"file", "codag/stream/output_stream.hpp"},
                                 {"line", 120},
                                 {"function", "k"},
                                 {"samples", 250},
                                 {"share", 0.25},
                                 {"reasons", {{"barrier", 250}}}}));
  EXPECT_TRUE(j["absent"].empty());
}

TEST(profile_json, of_stalls_without_a_time_or_lines) {
  stall_profile p = stalls();
  p.lines.clear();
  p.lines_absent = "no line table";
  p.reasons = {{"barrier", {1000, 0}}};
  const json j = stalls_json(p, std::nullopt);
  EXPECT_TRUE(j["overhead"].is_null());
  EXPECT_EQ(j["absent"],
            (json{{"overhead", "the hot time was not measured"}, {"lines", "no line table"}}));
  EXPECT_EQ(j["reasons"]["barrier"]["not_issued_share"], 0.0) << "a share of no samples, not NaN";
}

TEST(profile_json, of_metrics) {
  metric_profile p;
  p.replays = 9;
  p.verified_after = true;
  p.kernel_seconds = 3e-3;
  p.values = {{"sm__throughput.avg.pct_of_peak_sustained_elapsed", 63.125}};
  p.absent = {{"x__y.sum", "chip GH100 has no metric x__y.sum"}};
  const json j = metrics_json(p, 2e-3);
  EXPECT_EQ(j["pass"], "metrics");
  EXPECT_EQ(j["replay"], "kernel");
  EXPECT_EQ(j["passes"], 9);
  EXPECT_EQ(j["verified_after"], true);
  EXPECT_NEAR(j["overhead"].get<double>(), 0.5, 1e-9);
  EXPECT_EQ(j["values"], (json{{"sm__throughput.avg.pct_of_peak_sustained_elapsed", 63.125},
                               {"x__y.sum", nullptr}}));
  EXPECT_EQ(j["absent"], (json{{"x__y.sum", "chip GH100 has no metric x__y.sum"}}));
}

TEST(profile_json, of_metrics_of_several_kernels) {
  metric_profile p;
  p.kernels = 3;
  p.kernel_seconds = 3e-3;
  p.all_kernels_seconds = 4e-3;
  const json j = metrics_json(p, 2e-3);
  EXPECT_EQ(j["kernels"], 3);
  EXPECT_NEAR(j["kernel_seconds"].get<double>(), 3e-3, 1e-12);
  EXPECT_NEAR(j["kernel_share"].get<double>(), 0.75, 1e-9);
  EXPECT_NEAR(j["overhead"].get<double>(), 1, 1e-9) << "of the whole launch";
}

TEST(profile_json, of_metrics_without_a_duration) {
  const json j = metrics_json({}, 2e-3);
  EXPECT_TRUE(j["kernel_seconds"].is_null());
  EXPECT_TRUE(j["overhead"].is_null());
  EXPECT_TRUE(j["values"].is_object());
  EXPECT_TRUE(j["absent"].contains("kernel_seconds"));
  EXPECT_TRUE(j["absent"].contains("overhead"));
}

}  // namespace
}  // namespace codag::harness
