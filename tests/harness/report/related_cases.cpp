// A case's speed-up and share of the roof come from the rows that belong to it. Each test gives two
// cases that differ in one key, and each of them a partner of its own.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "harness/report/case_json.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;
using change = std::function<void(case_result&)>;

constexpr const char* baseline = "block_per_chunk";
constexpr const char* compared = "warp_per_chunk/all_threads/shared";

case_result measured(const std::string& variant, double gbps) {
  case_result r;
  r.what.name = variant;
  r.what.dataset.name = "MC0";
  r.what.codec = "rle_v1";
  r.what.variant = variant;
  r.what.backend = "cuda";
  r.what.chunk_bytes = 131072;
  r.what.size = r.raw_bytes = 1 << 20;
  r.dataset_sha256 = "of MC0";
  r.status = case_status::ok;
  r.hot.emplace();
  r.hot->median = r.hot->low = r.hot->high = static_cast<double>(r.raw_bytes) / 1e9 / gbps;
  return r;
}

case_result copy_row(double gbps) {
  case_result r = measured("copy", gbps);
  r.what.dataset = {};
  r.what.codec.clear();
  r.what.chunk_bytes = 0;
  return r;
}

case_result changed(case_result r, const change& by) {
  by(r);
  return r;
}

json related(const std::vector<case_result>& results) {
  json cases = json::array();
  for (const case_result& r : results) cases.push_back(case_json(r));
  relate_cases(cases, baseline);
  return cases;
}

/// What tells one baseline from another.
const change baseline_keys[] = {
    [](case_result& r) { r.what.dataset.name = "TPC"; },
    [](case_result& r) { r.dataset_sha256 = "of another MC0"; },
    [](case_result& r) { r.what.size *= 2; },
    [](case_result& r) { r.what.codec = "rle_v2"; },
    [](case_result& r) { r.what.chunk_bytes *= 2; },
};

/// What tells one roof from another.
const change roof_keys[] = {
    [](case_result& r) { r.what.size *= 2; },
    [](case_result& r) { r.what.backend = "cpu"; },
};

TEST(related_cases, every_case_has_the_baseline_of_its_own_key) {
  for (const change& other : baseline_keys) {
    const json cases = related({measured(baseline, 10), changed(measured(baseline, 100), other),
                                measured(compared, 20), changed(measured(compared, 800), other)});
    EXPECT_DOUBLE_EQ(cases[2]["speedup_over_baseline"], 2) << cases[3];
    EXPECT_DOUBLE_EQ(cases[3]["speedup_over_baseline"], 8) << cases[3];
  }
}

TEST(related_cases, a_baseline_with_another_key_is_none) {
  for (const change& other : baseline_keys) {
    const json cases = related({changed(measured(baseline, 10), other), measured(compared, 20)});
    EXPECT_TRUE(cases[1]["speedup_over_baseline"].is_null()) << cases[0];
    EXPECT_EQ(cases[1]["absent"]["speedup_over_baseline"],
              "the baseline block_per_chunk has no throughput on this dataset");
    EXPECT_TRUE(cases[1]["differs_in"].is_null()) << cases[0];
  }
}

TEST(related_cases, a_case_of_another_backend_has_the_same_baseline) {
  case_result native = measured("cpu_zlib", 5);
  native.what.backend = "cpu";
  const json cases = related({measured(baseline, 10), native});
  EXPECT_DOUBLE_EQ(cases[1]["speedup_over_baseline"], 0.5);
}

TEST(related_cases, every_case_has_the_roof_of_its_own_key) {
  for (const change& other : roof_keys) {
    const json cases = related({copy_row(100), changed(copy_row(1000), other),
                                measured(compared, 20), changed(measured(compared, 800), other)});
    EXPECT_DOUBLE_EQ(cases[2]["roof_share"], 0.2) << cases[3];
    EXPECT_DOUBLE_EQ(cases[3]["roof_share"], 0.8) << cases[3];
  }
}

TEST(related_cases, a_roof_with_another_key_is_none) {
  for (const change& other : roof_keys) {
    const json cases = related({changed(copy_row(100), other), measured(compared, 20)});
    EXPECT_TRUE(cases[1]["roof_share"].is_null()) << cases[0];
    EXPECT_EQ(cases[1]["absent"]["roof_share"],
              "no copy row of this size on this backend has a throughput");
  }
}

TEST(related_cases, the_copy_row_is_its_own_roof_and_has_no_speedup) {
  const json cases = related({copy_row(100), measured(baseline, 10)});
  EXPECT_DOUBLE_EQ(cases[0]["roof_share"], 1);
  EXPECT_TRUE(cases[0]["speedup_over_baseline"].is_null());
  EXPECT_EQ(cases[0]["absent"]["speedup_over_baseline"], "the copy row decodes nothing");
}

TEST(related_cases, a_baseline_without_a_throughput_still_names_the_differences) {
  case_result failed = measured(baseline, 10);
  failed.status = case_status::failed_verify;
  const json cases = related({failed, measured(compared, 20)});
  EXPECT_TRUE(cases[1]["speedup_over_baseline"].is_null());
  EXPECT_EQ(cases[1]["differs_in"][0], "schedule") << cases[1];
  EXPECT_TRUE(cases[0]["roof_share"].is_null());
  EXPECT_EQ(cases[0]["absent"]["roof_share"], "the case has no throughput: see gbps");
}

TEST(related_cases, roofs_are_listed_apart) {
  const json cases = related({copy_row(100), measured(compared, 20)});
  const json roofs = roof_rows(cases);
  ASSERT_EQ(roofs.size(), 1u);
  EXPECT_EQ(roofs[0]["backend"], "cuda");
  EXPECT_EQ(roofs[0]["bytes"], 1 << 20);
  EXPECT_DOUBLE_EQ(roofs[0]["gbps"], 100);
  EXPECT_EQ(roofs[0]["gbps_low"], cases[0]["gbps_low"]);
  EXPECT_EQ(roofs[0]["gbps_high"], cases[0]["gbps_high"]);
}

}  // namespace
}  // namespace codag::harness
