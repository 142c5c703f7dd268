#include "harness/report/report.hpp"

#include <algorithm>
#include <vector>

#include "harness/claims/judge.hpp"
#include "harness/config/json_file.hpp"
#include "harness/report/benchmark_rows.hpp"
#include "harness/report/case_json.hpp"
#include "harness/report/case_relations.hpp"
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

/// The part of the config's cases that the run measures; null: all of them.
json selection_of(const planned_cases& planned) {
  if (planned.filter.empty() && planned.one_case.empty()) return nullptr;
  const auto text_or_null = [](const std::string& text) {
    return text.empty() ? json(nullptr) : json(text);
  };
  return {{"filter", text_or_null(planned.filter)},
          {"case", text_or_null(planned.one_case)},
          {"cases", planned.names.size()},
          {"of", planned.names.size() + planned.left_out.size()},
          {"left_out", planned.left_out}};
}

}  // namespace

report_writer::report_writer(std::filesystem::path file, const config& config, backend kernels_on,
                             json provenance, const planned_cases& planned,
                             const earlier_reports& earlier)
    : file_(std::move(file)),
      baseline_(config.baseline),
      claims_(config.claims),
      targets_(config.targets) {
  for (const std::string& name : planned.names) place_in_plan_.emplace(name, place_in_plan_.size());
  report_ = {{"context", benchmark_context(provenance)},
             {"benchmarks", json::array()},
             {"codag",
              {{"schema_version", report_schema_version},
               {"experiment", config.experiment},
               {"backend", to_string(kernels_on)},
               {"baseline", config.baseline},
               {"size", config.size},
               {"seed", config.seed},
               {"selection", selection_of(planned)},
               {"config", json_of(config.source)},
               {"provenance", std::move(provenance)},
               {"complete", false},
               {"roof", json::array()},
               {"cases", json::array()},
               {"claims", json::array()},
               {"targets", json::array()}}}};
  if (earlier.resumed != nullptr) resume(*earlier.resumed, planned.names);
  if (!earlier.reused.empty()) reuse(earlier.reused);
  put_in_order();
}

void report_writer::resume(const json& earlier, const std::vector<std::string>& planned) {
  check_same_run(report_, earlier, planned, file_);
  take_over(earlier);
  json& provenance = report_["codag"]["provenance"];
  const json now = {{"time", provenance["time"]},
                    {"command_line", provenance["command_line"]},
                    {"cases_kept", report_["codag"]["cases"].size()}};
  provenance = earlier["codag"]["provenance"];
  report_["context"] = earlier["context"];
  if (!provenance.contains("resumed")) provenance["resumed"] = json::array();
  provenance["resumed"].push_back(now);
}

void report_writer::reuse(const std::filesystem::path& file) {
  const json earlier = read_report(file);
  check_measured_alike(report_, earlier, file);
  take_over(earlier);
  const json& provenance = earlier["codag"]["provenance"];
  report_["codag"]["provenance"]["reused"] = {{"report", file.string()},
                                              {"time", provenance["time"]},
                                              {"command_line", provenance["command_line"]}};
}

void report_writer::take_over(const json& earlier) {
  std::vector<std::string> wanted;
  for (const json& c : earlier["codag"]["cases"])
    if (place_in_plan_.contains(c["name"])) wanted.push_back(c["name"]);
  earlier_rows rows = rows_of_finished(earlier, wanted);
  for (json& row : rows.cases) {
    taken_over_.insert(row["name"].get<std::string>());
    report_["codag"]["cases"].push_back(std::move(row));
  }
  for (json& row : rows.benchmarks) {
    next_family_ = std::max(next_family_, row.value("family_index", std::size_t{0}) + 1);
    report_["benchmarks"].push_back(std::move(row));
  }
}

void report_writer::put_in_order() {
  const auto place_of = [&](const std::string& name) {
    const auto at = place_in_plan_.find(name);
    return at == place_in_plan_.end() ? place_in_plan_.size() : at->second;
  };
  const auto by_case = [&](const json& row) { return place_of(row["name"]); };
  const auto by_benchmark = [&](const json& row) {
    return place_of(case_of_benchmark(row["name"]));
  };
  std::ranges::stable_sort(report_["codag"]["cases"].get_ref<json::array_t&>(), {}, by_case);
  std::ranges::stable_sort(report_["benchmarks"].get_ref<json::array_t&>(), {}, by_benchmark);
}

void report_writer::add(const case_result& result) {
  add(case_json(result), benchmark_rows(result, 0));
}

void report_writer::add(json row, std::vector<json> benchmarks) {
  const std::string name = row["name"];
  check_numbers(row, name);
  check_numbers(benchmarks, name + ": benchmarks");
  report_["codag"]["cases"].push_back(std::move(row));
  const std::size_t first_family = next_family_;
  for (json& one : benchmarks) {
    const std::size_t family = first_family + one["family_index"].get<std::size_t>();
    one["family_index"] = family;
    next_family_ = std::max(next_family_, family + 1);
    report_["benchmarks"].push_back(std::move(one));
  }
}

void report_writer::save_if_due() {
  if (std::chrono::steady_clock::now() - saved_at_ >= 10 * saving_took_) save();
}

void report_writer::finish() {
  json& codag = report_["codag"];
  codag["complete"] = true;
  save();  // relates the cases, which a claim may be about
  const json rows = rows_with_gpu({&codag});
  codag["claims"] = judge_all(claims_, rows);
  codag["targets"] = judge_targets(targets_, rows);
  save();
}

void report_writer::reread() {
  report_ = read_report(file_);
}

void report_writer::save() {
  const auto begin = std::chrono::steady_clock::now();
  put_in_order();
  json& codag = report_["codag"];
  relate_cases(codag["cases"], baseline_);
  codag["roof"] = roof_rows(codag["cases"]);
  write_report(file_, report_);
  saved_at_ = std::chrono::steady_clock::now();
  saving_took_ = saved_at_ - begin;
}

}  // namespace codag::harness
