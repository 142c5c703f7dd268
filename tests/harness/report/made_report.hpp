// A report of made results, written to a folder of its own.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/report/provenance.hpp"
#include "harness/report/report.hpp"
#include "tests/harness/report/made_results.hpp"

namespace codag::harness {

inline case_result measured(const std::string& variant, backend on, double seconds) {
  return made_result("MC0", named_choice(variant, {}), on, seconds);
}

inline case_result copy_row(double seconds) {
  return made_traffic(traffic::copy, backend::cuda, seconds);
}

/// The profiles of a row, made up for these tests: no GPU measured any of it.
inline nlohmann::json made_profiles() {
  return nlohmann::json::parse(R"({
    "stalls": {"pass": "stalls", "period_cycles": 2048, "launches": 5, "samples": 4, "dropped": 0,
      "kernel_seconds": 0.001, "overhead": -0.01,
      "reasons": {"a/b": {"samples": 4, "not_issued": 0, "share": 1, "not_issued_share": null}},
      "lines": [{"file": "a.hpp", "line": 7, "function": "f", "samples": 4, "share": 1,
                 "reasons": {"wait": 4}}]},
    "metrics": {"pass": "metrics", "replay": "kernel", "passes": 9, "verified_after": true,
      "kernel_seconds": 0.001, "overhead": null, "values": {"a__b.sum": null, "c__d.sum": 2.5},
      "absent": {"a__b.sum": "not on this GPU"}},
    "energy": {"pass": "energy", "seconds": 2, "launches": 9, "joules": 3, "joules_per_gb": 0.5,
      "average_watts": 500, "throttle_reasons": ["sw_power_cap"], "source": "total_energy_counter", "absent": {}}})");
}

class made_report : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("codag-report-" + std::to_string(getpid()));
    file_ = folder_ / "r.json";
    std::filesystem::create_directories(folder_);
    config_.experiment = "t";
    config_.source = R"({"experiment": "t"})";
    from_ = provenance("codag run t.json", nullptr, "no GPU");
    from_["source"] = {{"revision", "abc"}, {"dirty", false}, {"from", "git"}};
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] nlohmann::json written(const std::vector<case_result>& results) const {
    report_writer writer(file_, config_, backend::cuda, from_);
    for (const case_result& r : results) writer.add(r);
    writer.save();
    return read_report(file_);
  }

  std::filesystem::path folder_, file_;
  config config_;
  nlohmann::json from_;
};

}  // namespace codag::harness
