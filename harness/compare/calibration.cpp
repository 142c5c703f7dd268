#include "harness/compare/calibration.hpp"

#include <algorithm>
#include <cmath>

#include "datasets/bad_input.hpp"
#include "harness/compare/measure.hpp"
#include "harness/config/json_file.hpp"
#include "harness/config/placed_json.hpp"
#include "harness/measure/statistics/drift.hpp"
#include "harness/report/dataset_digests.hpp"
#include "harness/report/earlier_names.hpp"
#include "harness/support/disturbed_row.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

constexpr int calibration_version = 1;
constexpr std::uint64_t max_calibration_bytes = 64 << 20;

/// The throughput of each case that has one in every report, in the order of the first report.
std::vector<std::pair<std::string, std::vector<double>>> throughputs(
    const std::vector<json>& reports) {
  const measure throughput = find_measures("throughput").front();
  std::map<std::string, std::vector<double>> values;
  for (const json& report : reports)
    for (const json& row : report["codag"]["cases"])
      if (row["status"] == "ok" && !is_disturbed(row))
        if (const auto seen = observe(throughput, row))
          values[row["name"]].push_back(seen->value.value);
  std::vector<std::pair<std::string, std::vector<double>>> all;
  for (const json& row : reports.front()["codag"]["cases"]) {
    const auto at = values.find(row["name"]);
    if (at != values.end() && at->second.size() == reports.size()) all.emplace_back(*at);
  }
  return all;
}

/// The same values in every run: a file that changes makes a drift that is none of the program's.
void check_same_values(const std::vector<json>& reports) {
  dataset_digests digests;
  for (std::size_t i = 0; i < reports.size(); ++i)
    for (const json& row : reports[i]["codag"]["cases"])
      if (const std::string difference = digests.difference(row); !difference.empty())
        throw datasets::bad_input(row["dataset"].value("source", std::string{}) +
                                  ": was changed before run " + std::to_string(i + 1) +
                                  " of the calibration: " + difference +
                                  "; calibrate again while the file stays as it is");
}

/// What of a config decides how its cases are measured.
json measured_config(json config) {
  if (config.is_object())
    for (const char* said : {"$schema", "description", "claims", "targets"}) config.erase(said);
  return config;
}

/// A value of a calibration or a report, as a message shows it.
std::string shown_at(const json& document, const char* place) {
  const json::json_pointer at(place);
  return document.contains(at) ? shown(document[at]) : std::string("none");
}

}  // namespace

calibration calibration::of_reports(const std::vector<json>& reports,
                                    const std::string& command_line) {
  check_same_values(reports);
  const json& first = reports.front()["codag"];
  calibration c;
  json cases = json::array();
  for (const auto& [name, gbps] : throughputs(reports)) {
    const auto [least, most] = std::ranges::minmax(gbps);
    const double drift = drift_between_runs(gbps);
    cases.push_back(
        {{"name", name}, {"gbps", gbps}, {"range", most / least - 1}, {"drift", drift}});
    c.drifts_.emplace(name, drift);
  }
  c.content_ = {{"codag_calibration", calibration_version},
                {"experiment", first["experiment"]},
                {"runs", reports.size()},
                {"size", first["size"]},
                {"config", measured_config(first["config"])},
                {"provenance", first["provenance"]},
                {"cases", std::move(cases)}};
  c.content_["provenance"]["command_line"] = command_line;
  return c;
}

calibration calibration::read(const std::filesystem::path& file) {
  if (file.empty())  // a variable that a CI did not set
    throw datasets::bad_input(
        "--calibration: is empty; give the path of a file that `codag calibrate` wrote");
  calibration c;
  c.content_ = read_json_file(file, max_calibration_bytes,
                              "give the path of a file that `codag calibrate` wrote");
  const placed_json root(c.content_, file.string());
  if (!root.value().is_object() || !root.has("codag_calibration"))
    root.fail("is not a calibration; give the path of a file that `codag calibrate` wrote");
  if (root.at("codag_calibration").whole(0, 1000) != calibration_version)
    root.at("codag_calibration").expected(std::to_string(calibration_version));
  static_cast<void>(root.at("runs").whole(3, 1'000'000));
  const placed_json provenance = root.at("provenance");
  if (!provenance.value().is_object()) provenance.expected("an object");
  for (const char* key : {"gpu", "host"})
    if (provenance.has(key) && !provenance.value()[key].is_object() &&
        !provenance.value()[key].is_null())
      provenance.at(key).expected("an object or null");
  // Earlier calibrations have no config.
  if (root.has("config") && !root.at("config").value().is_object())
    root.at("config").expected("an object");
  if (!root.at("cases").value().is_array()) root.at("cases").expected("a list");
  for (std::size_t i = 0; i < c.content_["cases"].size(); ++i) {
    const placed_json one(c.content_["cases"][i], file.string(),
                          placed_json::pointer("/cases") / i);
    if (!one.value().is_object()) one.expected("an object");
    const std::string name = case_name_now(one.at("name").text());
    if (!c.drifts_.emplace(name, one.at("drift").number(0, 1000)).second)
      one.at("name").fail("is also the name of an earlier case");
  }
  return c;
}

const double* calibration::drift(const std::string& case_name) const {
  const auto at = drifts_.find(case_name);
  return at == drifts_.end() ? nullptr : &at->second;
}

void calibration::check_applies(const json& report, const std::string& file) const {
  const auto same = [&](const char* what, const char* place) {
    const std::string its = shown_at(content_, place), here = shown_at(report, place);
    if (its != here)
      throw datasets::bad_input(file + ": was calibrated with the " + what + " " + its +
                                ", and a report has " + here +
                                "; run codag calibrate for these reports");
  };
  same("GPU", "/provenance/gpu/name");
  same("size", "/size");
}

std::vector<std::string> calibration::differences_from(const json& report) const {
  std::vector<std::string> all;
  const auto note = [&](const std::string& what, const std::string& its, const std::string& here) {
    if (its != here)
      all.push_back("the calibration is of another " + what + ": " + its + ", not " + here);
  };
  const auto compare = [&](const char* what, const char* place) {
    note(what, shown_at(content_, place), shown_at(report, place));
  };
  compare("experiment", "/experiment");
  compare("driver", "/provenance/gpu/driver");
  compare("CPU", "/provenance/host/cpu");
  if (!content_.contains("config"))
    all.push_back("the calibration does not say of which config it is; an earlier codag made it");
  else if (content_["config"] != measured_config(report["config"]))
    all.push_back("the calibration is of another config than these reports");
  return all;
}

std::size_t calibration::runs() const {
  return content_["runs"];
}

}  // namespace codag::harness
