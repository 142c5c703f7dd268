// `codag show`: the header, widths, means over incomplete columns, and reasons of one line.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "datasets/dataset.hpp"
#include "harness/report/provenance.hpp"
#include "harness/report/report.hpp"
#include "harness/screen/table.hpp"
#include "tests/harness/report/made_results.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

const char* const warp = "warp_per_chunk/all_threads/shared";

case_result measured(const std::string& dataset, const std::string& variant, backend on) {
  case_result r = made_result(dataset, named_choice(variant, {}), on, 1e-5, 1'000'000);
  if (on == backend::host)
    r.counts = {{"block_barriers", 123456},    {"warp_barriers", 1234567},
                {"load_instructions", 999999}, {"store_instructions", 999999},
                {"load_sectors", 40000000},    {"store_sectors", 60000000},
                {"load_lanes", 320000},        {"store_lanes", 640000}};
  return r;
}

class show_test : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("codag-show-" + std::to_string(getpid()));
    config_.experiment = "quick";
    config_.source = R"({"experiment": "quick"})";
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string shown(const std::vector<case_result>& results, backend on, nlohmann::json gpu,
                    bool finished = true) const {
    fs::create_directories(folder_);
    const fs::path file = folder_ / "r.json";
    auto from = provenance("codag", std::move(gpu), "no CUDA device");
    from["source"] = {{"revision", "abc"}, {"dirty", true}, {"from", "git"}};
    report_writer writer(file, config_, on, from);
    for (const case_result& r : results) writer.add(r);
    finished ? writer.finish() : writer.save();
    std::ostringstream out;
    show_report(file, out);
    return out.str();
  }

  static void expect_narrow_ascii(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      if (!line.starts_with("experiment") && !line.starts_with("report")) {
        EXPECT_LE(line.size(), 100u) << line;
        for (const char c : line) EXPECT_TRUE(c >= ' ' && c <= '~') << line;
      }
  }

  fs::path folder_;
  config config_;
};

TEST_F(show_test, a_gpus_report_fits_and_names_its_origin) {
  std::vector<case_result> results;
  for (const char* dataset : {"MC0", "american"})
    for (const char* variant : {warp, "block_per_chunk", "cpu_reference"})
      results.push_back(
          measured(dataset, variant, variant[0] == 'c' ? backend::cpu : backend::cuda));
  results[3].status = case_status::all_throttled;
  results[3].reason = "too hot\nstill";
  const std::string text = shown(results, backend::cuda, {{"name", "GPU 9000"}}, false);
  expect_narrow_ascii(text);
  for (const char* part : {"experiment quick on GPU 9000", "source abc (dirty)", "incomplete",
                           "all_throttled", "rle_v1, 128KiB chunks",
                           "american/rle_v1/warp_per_chunk/all_threads/shared/128KiB: "
                           "all_throttled: too hot\\nstill\n",
                           "report: "})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  // warp_per_chunk lacks a row, so it has no mean; block_per_chunk has one.
  const std::string means = text.substr(text.find("geomean"));
  EXPECT_NE(means.find(" - "), std::string::npos) << text;
  EXPECT_NE(means.find("100.0"), std::string::npos) << text;
}

TEST_F(show_test, a_disturbed_number_has_its_mark_and_its_reason) {
  std::vector<case_result> results = {measured("MC0", warp, backend::cuda),
                                      measured("MC0", "block_per_chunk", backend::cuda),
                                      measured("TPC", warp, backend::cuda)};
  EXPECT_EQ(shown(results, backend::cuda, {{"name", "GPU 9000"}}).find("disturbed"),
            std::string::npos);
  results[0].disturbed = {{"a neighbour: PID 1", "steal"}, 3};
  results[2].disturbed = {{"a neighbour: PID 2", "steal"}, 3};
  const std::string text = shown(results, backend::cuda, {{"name", "GPU 9000"}});
  EXPECT_NE(text.find(" !~100.0 +- "), std::string::npos) << text;
  EXPECT_NE(text.find(" ~100.0 +- "), std::string::npos) << text;
  EXPECT_NE(text.find("\ndisturbed: 2 of 3 cases, marked !; their times are shown, and never "
                      "judged\nMC0/rle_v1/warp_per_chunk/all_threads/shared/128KiB and one more "
                      "case: a neighbour: PID 1; steal\nreport: "),
            std::string::npos)
      << text;
  results[0].disturbed->allowed = results[2].disturbed->allowed = true;
  EXPECT_NE(shown(results, backend::cuda, {{"name", "GPU 9000"}}).find("--disturbed allow has"),
            std::string::npos);
}

TEST_F(show_test, a_hosts_report_fits_and_times_no_kernel) {
  std::vector<case_result> results;
  for (const char* variant : {warp, "block_per_chunk", "cpu_reference"})
    results.push_back(
        measured("american", variant, variant[0] == 'c' ? backend::cpu : backend::host));
  results[1].status = case_status::failed_verify;
  const std::string text = shown(results, backend::host, nullptr);
  expect_narrow_ascii(text);
  EXPECT_NE(text.find("no GPU"), std::string::npos) << text;
  EXPECT_NE(text.find("failed_verify"), std::string::npos) << text;
  EXPECT_NE(text.find("cpu_reference: "), std::string::npos) << text;
  EXPECT_EQ(text.find("incomplete"), std::string::npos) << text;
  EXPECT_EQ(text.find("inf"), std::string::npos) << text;
}

TEST_F(show_test, counts_that_are_missing_show_as_missing) {
  case_result r = measured("MC0", "block_per_chunk", backend::host);
  for (const char* only : {"votes", "load_sectors", "store_sectors"}) {
    r.counts = {{only, 1}};
    EXPECT_NE(shown({r}, backend::host, nullptr).find(" - "), std::string::npos) << only;
  }
}

TEST_F(show_test, a_report_without_cases_is_no_error) {
  EXPECT_NE(shown({}, backend::cuda, nullptr).find("experiment quick"), std::string::npos);
}

TEST_F(show_test, what_is_no_report_is_bad_input) {
  std::ostringstream out;
  EXPECT_THROW(show_report(folder_ / "none.json", out), datasets::bad_input);
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace codag::harness
