#include "harness/report/merge.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "harness/claims/judge.hpp"
#include "harness/config/config.hpp"
#include "harness/plan/known_names.hpp"
#include "harness/report/case_reader.hpp"
#include "harness/report/case_relations.hpp"
#include "harness/report/dataset_digests.hpp"
#include "harness/report/earlier_run.hpp"
#include "harness/report/report_file.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// The rows of all files. The first row of a case keeps its place.
class joined {
 public:
  void add(const std::filesystem::path& file, const json& report) {
    for (const json& row : report["codag"]["cases"]) {
      const std::string name = row["name"];
      if (const std::string difference = digests_.difference(row); !difference.empty())
        throw datasets::bad_input(file.string() + ": " + name + ": " + difference +
                                  "; merge only reports of the same data");
      const auto [at, is_new] = place_.emplace(name, rows_.size());
      if (is_new) {
        rows_.push_back({row, file});
      } else if (kind_of(row) != work_kind::traffic) {
        // Every partial run measures the memory traffic. That of the first one is kept.
        origin& there = rows_[at->second];
        if (is_found(row) && is_found(there.row))
          throw datasets::bad_input(file.string() + ": " + name + " is in " + there.file.string() +
                                    ", too; a case can come from one report only");
        if (is_found(row)) there = {row, file};
      }
    }
    const json selection = report["codag"].value("selection", json());
    if (!selection.is_null() && selection.contains("left_out"))
      for (const json& row : selection["left_out"]) left_out_.emplace(row["name"], row);
    for (const json& row : report["benchmarks"])
      benchmarks_[{file, case_of_benchmark(row["name"])}].push_back(row);
  }

  [[nodiscard]] json cases() const {
    json all = json::array();
    for (const origin& o : rows_) all.push_back(o.row);
    return all;
  }
  /// The cases of the config that no report has.
  [[nodiscard]] json left_out() const {
    json all = json::array();
    for (const auto& [name, row] : left_out_)
      if (!place_.contains(name)) all.push_back(row);
    return all;
  }
  [[nodiscard]] json benchmarks() const {
    json all = json::array();
    for (const origin& o : rows_)
      if (const auto at = benchmarks_.find({o.file, o.row["name"]}); at != benchmarks_.end())
        for (const json& row : at->second) all.push_back(row);
    return all;
  }
  [[nodiscard]] json names_from(const std::filesystem::path& file) const {
    json all = json::array();
    for (const origin& o : rows_)
      if (o.file == file) all.push_back(o.row["name"]);
    return all;
  }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }

 private:
  /// Whether the case came to an end. Wrong bytes are a finding, which no other run replaces.
  static bool is_found(const json& row) {
    return row["status"] == "ok" || row["status"] == "failed_verify";
  }

  struct origin {
    json row;
    std::filesystem::path file;
  };
  std::vector<origin> rows_;
  std::map<std::string, std::size_t> place_;
  std::map<std::string, json> left_out_;  ///< by name
  dataset_digests digests_;
  std::map<std::pair<std::filesystem::path, std::string>, std::vector<json>> benchmarks_;
};

/// How many cases the config has, if the report knows.
json cases_of_config(const json& codag) {
  const json selection = codag.value("selection", json());
  return selection.is_null() ? json(codag["cases"].size()) : selection["of"];
}

}  // namespace

json merge_reports(const std::vector<std::filesystem::path>& files) {
  json report = read_report(files.front());
  json& codag = report["codag"];
  joined rows;
  json merged = json::array();
  std::vector<json> others;
  bool complete = true;
  for (const auto& file : files) {
    const json one = read_report(file);
    check_same_experiment(report, one, file);
    complete = complete && one["codag"]["complete"] == true;
    rows.add(file, one);
    others.push_back(one["codag"]["provenance"]);
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    const json& gpu = others[i]["gpu"];
    merged.push_back({{"report", files[i].string()},
                      {"time", others[i]["time"]},
                      {"command_line", others[i]["command_line"]},
                      {"host", others[i]["host"]["name"]},
                      {"gpu", gpu.is_null() ? json() : gpu.value("pci_bus_id", json())},
                      {"cases", rows.names_from(files[i])}});
  }
  const json of = cases_of_config(codag);
  const json left_out = rows.left_out();
  codag["selection"] = nullptr;
  if (of != rows.size())
    codag["selection"] = {{"filter", nullptr},
                          {"case", nullptr},
                          {"cases", rows.size()},
                          {"of", of},
                          {"left_out", left_out}};
  codag["provenance"]["merged"] = std::move(merged);
  codag["complete"] = complete;
  codag["cases"] = rows.cases();
  report["benchmarks"] = rows.benchmarks();
  relate_cases(codag["cases"], codag["baseline"]);
  codag["roof"] = roof_rows(codag["cases"]);
  const std::string its_config = files.front().string() + ": its config";
  const json judged = rows_with_gpu({&codag});
  const std::string why_not =
      complete ? "" : "a report is incomplete; continue its run with --resume, and merge again";
  codag["claims"] =
      judge_all(claims_of(codag["config"], registry_names(), its_config), judged, why_not);
  codag["targets"] =
      judge_targets(targets_of(codag["config"], registry_names(), its_config), judged, why_not);
  return report;
}

}  // namespace codag::harness
