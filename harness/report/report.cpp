#include "harness/report/report.hpp"

#include <algorithm>
#include <vector>

#include "harness/claims/judge.hpp"
#include "harness/report/case_json.hpp"
#include "harness/report/earlier_run.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// The keys that readers of Google Benchmark's output expect.
json benchmark_context(const json& provenance) {
  const json& host = provenance["host"];
  const bool debug = provenance["compiler"]["build_type"] == "Debug";
  return {{"date", provenance["time"]},
          {"host_name", host["name"].is_null() ? json("unknown") : host["name"]},
          {"executable", "codag"},
          {"num_cpus", host["cores"]},
          {"mhz_per_cpu", host["cpu_mhz"].is_null() ? json(0) : host["cpu_mhz"]},
          {"caches", json::array()},
          {"library_build_type", debug ? "debug" : "release"},
          {"json_schema_version", 1}};
}

}  // namespace

report_writer::report_writer(std::filesystem::path file, const config& config, backend kernels_on,
                             json provenance, const json* earlier, const reused_report* reused)
    : file_(std::move(file)), baseline_(config.baseline), claims_(config.claims) {
  report_ = {{"context", benchmark_context(provenance)},
             {"benchmarks", json::array()},
             {"codag",
              {{"schema_version", report_schema_version},
               {"experiment", config.experiment},
               {"backend", to_string(kernels_on)},
               {"baseline", config.baseline},
               {"size", config.size},
               {"seed", config.seed},
               {"config", json::parse(config.source)},
               {"provenance", std::move(provenance)},
               {"complete", false},
               {"roof", json::array()},
               {"cases", json::array()},
               {"claims", json::array()}}}};
  if (earlier != nullptr) {
    check_same_run(report_, *earlier, file_);
    std::vector<std::string> names;
    for (const json& c : (*earlier)["codag"]["cases"]) names.push_back(c["name"]);
    take_over(*earlier, names);
  }
  if (reused != nullptr) reuse(*reused);
  std::error_code ignored;  // a failure becomes visible when the file is opened
  if (file_.has_parent_path()) std::filesystem::create_directories(file_.parent_path(), ignored);
  write();
}

void report_writer::reuse(const reused_report& reused) {
  const json earlier = read_report(reused.from);
  check_measured_alike(report_, earlier, reused.from);
  take_over(earlier, reused.cases);
  const json& provenance = earlier["codag"]["provenance"];
  report_["codag"]["provenance"]["reused"] = {{"report", reused.from.string()},
                                              {"time", provenance["time"]},
                                              {"command_line", provenance["command_line"]}};
}

void report_writer::take_over(const json& earlier, const std::vector<std::string>& names) {
  earlier_rows rows = rows_of_finished(earlier, names);
  for (json& row : rows.cases) report_["codag"]["cases"].push_back(std::move(row));
  for (json& row : rows.benchmarks) {
    next_family_ = std::max(next_family_, row.value("family_index", std::size_t{0}) + 1);
    report_["benchmarks"].push_back(std::move(row));
  }
}

bool report_writer::has(const std::string& case_name) const {
  for (const json& c : report_["codag"]["cases"])
    if (c["name"] == case_name) return true;
  return false;
}

void report_writer::add(const case_result& result) {
  json one = case_json(result);
  std::vector<json> rows = benchmark_rows(result, next_family_);
  check_numbers(one, result.what.name);
  check_numbers(rows, result.what.name + ": benchmarks");
  report_["codag"]["cases"].push_back(std::move(one));
  for (json& row : rows) {
    next_family_ = std::max(next_family_, row["family_index"].get<std::size_t>() + 1);
    report_["benchmarks"].push_back(std::move(row));
  }
  write();
}

void report_writer::finish() {
  json& codag = report_["codag"];
  codag["complete"] = true;
  codag["claims"] = judge_all(claims_, codag["cases"]);
  write();
}

void report_writer::reread() {
  report_ = read_report(file_);
}

void report_writer::write() {
  json& codag = report_["codag"];
  relate_cases(codag["cases"], baseline_);
  codag["roof"] = roof_rows(codag["cases"]);
  write_report(file_, report_);
}

}  // namespace codag::harness
