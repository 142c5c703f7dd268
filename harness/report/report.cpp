#include "harness/report/report.hpp"

#include <algorithm>
#include <vector>

#include "datasets/dataset.hpp"
#include "harness/claims/judge.hpp"
#include "harness/report/case_json.hpp"

namespace codag::harness {
namespace {

using datasets::bad_input;
using nlohmann::json;

/// The keys that Google Benchmark's readers look for.
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

/// The revision and whether it was changed, wherever they are known from.
json revision_of(const json& provenance) {
  const json& source = provenance["source"];
  if (source.is_null()) return nullptr;
  return source["revision"].get<std::string>() + (source["dirty"].get<bool>() ? "-dirty" : "");
}

}  // namespace

report_writer::report_writer(std::filesystem::path file, const config& config,
                             const std::string& backend, json provenance, const json* earlier)
    : file_(std::move(file)), baseline_(config.baseline), claims_(config.claims) {
  report_ = {{"context", benchmark_context(provenance)},
             {"benchmarks", json::array()},
             {"codag",
              {{"schema_version", report_schema_version},
               {"experiment", config.experiment},
               {"backend", backend},
               {"baseline", config.baseline},
               {"size", config.size},
               {"seed", config.seed},
               {"config", config.source},
               {"provenance", std::move(provenance)},
               {"complete", false},
               {"roof", json::array()},
               {"cases", json::array()},
               {"claims", json::array()}}}};
  if (earlier != nullptr) {
    check_same_run(*earlier);
    take_over(*earlier);
  }
  std::error_code ignored;  // a failure shows when the file is opened
  if (file_.has_parent_path()) std::filesystem::create_directories(file_.parent_path(), ignored);
  write();
}

void report_writer::check_same_run(const json& earlier) const {
  const json& mine = report_["codag"];
  const json& theirs = earlier["codag"];
  const auto same = [&](const std::string& what, const json& now, const json& then) {
    if (now == then) return;
    const bool short_enough = !now.is_structured() && !then.is_structured();
    throw bad_input(file_.string() + ": --resume: the " + what + " is not that of the earlier run" +
                    (short_enough ? " (" + now.dump() + ", it had " + then.dump() + ")" : "") +
                    "; drop --resume to begin anew");
  };
  // The size before the config: --size changes only the first.
  for (const char* key : {"size", "seed", "backend", "config"}) same(key, mine[key], theirs[key]);
  same("source revision", revision_of(mine["provenance"]), revision_of(theirs["provenance"]));
  same("GPU or its driver", mine["provenance"]["gpu"], theirs["provenance"]["gpu"]);
}

void report_writer::take_over(const json& earlier) {
  const auto finished = finished_cases(earlier);
  for (const json& c : earlier["codag"]["cases"])
    if (finished.contains(c["name"])) report_["codag"]["cases"].push_back(c);
  for (const json& row : earlier["benchmarks"]) {
    const std::string name = row["name"];
    const std::string of_case = name.substr(0, name.rfind('/'));  // without "/cold" or "/hot"
    if (!finished.contains(of_case)) continue;
    report_["benchmarks"].push_back(row);
    next_family_ = std::max(next_family_, row.value("family_index", std::size_t{0}) + 1);
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
