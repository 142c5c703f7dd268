// A report is whole at any time, has finite numbers only, can be resumed, and can be read by Google
// Benchmark's tools.
#include "harness/report/report.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "datasets/dataset.hpp"
#include "harness/report/earlier_run.hpp"
#include "harness/report/merge.hpp"
#include "harness/report/provenance.hpp"
#include "tests/harness/report/made_results.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// With cold samples, which the headline numbers are from.
case_result with_cold_samples(case_result r, double seconds) {
  r.hot.reset();
  r.cold.emplace();
  r.cold->seconds = {seconds, seconds};
  r.cold->sm_clock_mhz = {1980, 0};
  r.cold->median = seconds;
  r.cold->low = seconds * 0.99;
  r.cold->high = seconds * 1.01;
  r.cold->stopped_by = "noise";
  r.repetitions = {{r.what.name + "/cold", 2, seconds * 1e9, seconds * 1e9},
                   {r.what.name + "/cold", 2, seconds * 1e9, seconds * 1e9}};
  return r;
}

case_result measured(const std::string& variant, double seconds) {
  return with_cold_samples(made_result("MC0", named_choice(variant, {}), backend::cuda, seconds),
                           seconds);
}

case_result copied(double seconds) {
  return with_cold_samples(made_traffic(traffic::copy, backend::cuda, seconds), seconds);
}

class report_test : public testing::Test {
 protected:
  void SetUp() override {
    file_ =
        fs::temp_directory_path() / ("codag-report-" + std::to_string(getpid())) / "sub" / "r.json";
    fs::create_directories(file_.parent_path());
    config_.experiment = "t";
    config_.source = R"({"experiment": "t"})";
    from_ = provenance("codag run t.json", {{"name", "a GPU"}}, "");
  }
  void TearDown() override { fs::remove_all(file_.parent_path().parent_path()); }

  static planned_cases planned(const std::vector<std::string>& variants) {
    planned_cases all;
    for (const std::string& variant : variants)
      all.names.push_back("MC0/rle_v1/" + variant + "/128KiB");
    return all;
  }
  [[nodiscard]] report_writer resumed_on(backend kernels_on, const json& earlier) const {
    return {file_, config_, kernels_on, from_, {}, {.resumed = &earlier, .reused = {}}};
  }

  fs::path file_;
  config config_;
  json from_;
};

TEST_F(report_test, relates_cases_and_keeps_numbers_numbers) {
  report_writer writer(file_, config_, backend::cuda, from_);
  writer.add(copied(1e-6));
  writer.add(measured("block_per_chunk", 8e-6));
  writer.add(measured("warp_per_chunk/all_threads/shared", 2e-6));
  writer.finish();
  const json report = read_report(file_);
  const json& warp = report["codag"]["cases"][2];
  EXPECT_DOUBLE_EQ(warp["speedup_over_baseline"], 4);
  // 2 MiB of copied traffic in 1 us are the peak; 1.25 MiB in 2 us are 5/16 of it.
  EXPECT_DOUBLE_EQ(warp["roof_share"], 0.3125);
  EXPECT_DOUBLE_EQ(warp["gbps"], 1048576 / 2e-6 / 1e9);
  EXPECT_LT(warp["gbps_low"], warp["gbps"]);
  EXPECT_GT(warp["gbps_high"], warp["gbps"]);
  EXPECT_TRUE(warp["time"]["cold"]["sm_clock_mhz"][1].is_null());
  EXPECT_TRUE(warp["time"]["hot"].is_null());
  EXPECT_TRUE(report["codag"]["complete"]);
}

// Every key that google/benchmark's tools/compare.py reads (tools/gbench/report.py and util.py).
TEST_F(report_test, is_a_google_benchmark_json) {
  report_writer writer(file_, config_, backend::cuda, from_);
  writer.add(measured("block_per_chunk", 8e-6));
  case_result failed = measured("warp_per_chunk/all_threads/shared", 2e-6);
  failed.status = case_status::failed_verify;
  failed.reason = "output differs";
  writer.add(failed);
  writer.save();
  const json report = read_report(file_);
  EXPECT_EQ(report["context"]["json_schema_version"], 1);
  ASSERT_EQ(report["benchmarks"].size(), 3u);
  for (const json& row : report["benchmarks"]) {
    EXPECT_TRUE(row["name"].is_string());
    EXPECT_EQ(row["run_type"], "iteration");
    EXPECT_EQ(row["time_unit"], "ns");
    EXPECT_TRUE(row["real_time"].is_number());
    EXPECT_TRUE(row["cpu_time"].is_number());
    EXPECT_TRUE(row["iterations"].is_number_integer());
  }
  EXPECT_EQ(report["benchmarks"][1]["repetition_index"], 1);
  EXPECT_EQ(report["benchmarks"][2]["error_occurred"], true);
}

TEST_F(report_test, a_failed_case_prints_no_throughput_and_says_why) {
  report_writer writer(file_, config_, backend::cuda, from_);
  case_result failed = measured("block_per_chunk", 8e-6);
  failed.status = case_status::failed_verify;
  failed.reason = "chunk 3: truncated_input";
  writer.add(failed);
  writer.save();
  const json c = read_report(file_)["codag"]["cases"][0];
  EXPECT_TRUE(c["gbps"].is_null());
  EXPECT_TRUE(c["time"]["cold"].is_null());
  EXPECT_TRUE(c["absent"].contains("gbps"));
  EXPECT_EQ(c["reason"], "chunk 3: truncated_input");
}

TEST_F(report_test, a_run_that_is_killed_leaves_a_whole_report) {
  report_writer writer(file_, config_, backend::cuda, from_);
  EXPECT_FALSE(fs::exists(file_)) << "nothing is written before there is a row";
  writer.save();
  EXPECT_EQ(read_report(file_)["codag"]["cases"].size(), 0u);
  writer.add(measured("block_per_chunk", 8e-6));
  writer.save();
  const json report = read_report(file_);  // as it is if the process ends now
  EXPECT_EQ(report["codag"]["cases"].size(), 1u);
  EXPECT_FALSE(report["codag"]["complete"]);
  EXPECT_EQ(std::distance(fs::directory_iterator(file_.parent_path()), {}), 1);
}

TEST_F(report_test, a_number_that_is_none_is_never_written) {
  report_writer writer(file_, config_, backend::cuda, from_);
  case_result r = measured("block_per_chunk", 8e-6);
  r.cold->low = std::nan("");
  EXPECT_THROW(writer.add(r), std::logic_error);
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(report_test, resume_keeps_ok_cases_and_runs_the_others_again) {
  {
    report_writer writer(file_, config_, backend::cuda, from_);
    writer.add(measured("block_per_chunk", 8e-6));
    case_result skipped = measured("warp_per_chunk/all_threads/shared", 1);
    skipped.status = case_status::skipped;
    writer.add(skipped);
    writer.save();
  }
  const json earlier = read_report(file_);
  const report_writer again(file_, config_, backend::cuda, from_,
                            planned({"block_per_chunk", "warp_per_chunk/all_threads/shared"}),
                            {.resumed = &earlier, .reused = {}});
  EXPECT_TRUE(again.has("MC0/rle_v1/block_per_chunk/128KiB"));
  EXPECT_FALSE(again.has("MC0/rle_v1/warp_per_chunk/all_threads/shared/128KiB"));
  EXPECT_EQ(again.report()["benchmarks"].size(), 2u);
  EXPECT_EQ(again.report()["codag"]["cases"][0], earlier["codag"]["cases"][0]);
}

TEST_F(report_test, the_error_row_of_a_failed_case_is_that_cases) {
  const case_result ok = measured("block_per_chunk", 8e-6);
  case_result failed = ok;
  failed.what.name += "/damaged";
  failed.status = case_status::error;
  failed.reason = "it crashed";
  const planned_cases both{.names = {ok.what.name, failed.what.name},
                           .filter = {},
                           .one_case = {},
                           .left_out = nlohmann::json::array()};
  {
    report_writer writer(file_, config_, backend::cuda, from_, both);
    writer.add(failed);
    writer.add(ok);
    writer.save();
  }
  const json earlier = read_report(file_);
  ASSERT_EQ(earlier["benchmarks"].size(), 3u);
  EXPECT_EQ(earlier["benchmarks"][2]["name"], failed.what.name) << "in the plan's order";
  EXPECT_EQ(merge_reports({file_})["benchmarks"], earlier["benchmarks"]);
  const report_writer again(file_, config_, backend::cuda, from_, both,
                            {.resumed = &earlier, .reused = {}});
  EXPECT_TRUE(again.has(ok.what.name));
  EXPECT_FALSE(again.has(failed.what.name));
  ASSERT_EQ(again.report()["benchmarks"].size(), 2u) << "the failed case runs again";
  for (const json& row : again.report()["benchmarks"])
    EXPECT_EQ(row["name"], ok.what.name + "/cold");
}

TEST_F(report_test, a_benchmark_belongs_to_the_case_before_cold_and_hot) {
  EXPECT_EQ(case_of_benchmark("copy/1048576/hot"), "copy/1048576");
  EXPECT_EQ(case_of_benchmark("MC0/rle_v1/block_per_chunk/4KiB/cold"),
            "MC0/rle_v1/block_per_chunk/4KiB");
  for (const char* whole : {"MC0/stored/faulty/4KiB/damaged", "alu/all_threads/1000", "hot"})
    EXPECT_EQ(case_of_benchmark(whole), whole);
}

TEST_F(report_test, resume_refuses_another_experiment) {
  report_writer(file_, config_, backend::cuda, from_).save();
  const json earlier = read_report(file_);
  config_.size = 5;
  EXPECT_THROW((void)resumed_on(backend::cuda, earlier), datasets::bad_input);
  config_.size = 1 << 20;
  EXPECT_THROW((void)resumed_on(backend::host, earlier), datasets::bad_input);
  from_["gpu"] = {{"name", "another GPU"}};
  EXPECT_THROW((void)resumed_on(backend::cuda, earlier), datasets::bad_input);
}

TEST_F(report_test, what_is_no_report_is_refused) {
  for (
      const char* text :
      {"", "{", "[]", "{}", R"({"codag": {"schema_version": 99}})",
       R"({"codag": {"schema_version": 1}})", R"({"codag": {"schema_version": 2}})",
       R"({"codag": {"schema_version": 1, "cases": [{}], "experiment": "x", "backend": "host", "baseline": "b", "config": {},
                              "provenance": {"time": "", "host": {}}}, "benchmarks": []})"}) {
    std::ofstream(file_) << text;
    EXPECT_THROW(read_report(file_), datasets::bad_input) << text;
  }
  EXPECT_THROW(read_report(file_.parent_path() / "none.json"), datasets::bad_input);
}

TEST_F(report_test, a_place_that_cannot_be_written_is_bad_input) {
  EXPECT_THROW(report_writer("/proc/nothing/r.json", config_, backend::cuda, from_).save(),
               datasets::bad_input);
}

TEST_F(report_test, the_published_schema_takes_it) {
  if (std::system("python3 -c 'import jsonschema' 2>/dev/null") != 0)
    GTEST_SKIP() << "no python3-jsonschema: the schema was not tried";
  report_writer writer(file_, config_, backend::cuda, from_);
  writer.add(copied(1e-6));
  writer.add(measured("block_per_chunk", 8e-6));
  writer.finish();
  const auto schema_takes = [&] {
    return std::system(("python3 -c \"import json,sys,jsonschema; "
                        "jsonschema.validate(json.load(open(sys.argv[2])), "
                        "json.load(open(sys.argv[1])))\" " CODAG_SOURCE_DIR
                        "/results/report.schema.json '" +
                        file_.string() + "'")
                           .c_str()) == 0;
  };
  EXPECT_TRUE(schema_takes());
  json broken = writer.report();
  broken["codag"]["cases"][0]["gbps"] = "fast";
  std::ofstream(file_) << broken;
  EXPECT_FALSE(schema_takes());
}

}  // namespace
}  // namespace codag::harness
