#include "harness/report/report_file.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "harness/config/json_file.hpp"
#include "harness/report/output/durable_file.hpp"
#include "harness/report/report_shape.hpp"
#include "harness/report/upgrade.hpp"
#include "harness/support/disturbed_row.hpp"
#include "harness/support/json_text.hpp"

namespace codag::harness {

using datasets::bad_input;
using nlohmann::json;

void check_numbers(const json& value, const std::string& place) {
  if (value.is_number_float() && !std::isfinite(value.get<double>()))
    throw std::logic_error("the report's number " + place + " is not a finite number");
  if (value.is_structured())
    for (const auto& [key, child] : value.items()) check_numbers(child, place + "/" + key);
}

void write_report(const std::filesystem::path& file, const json& report) {
  check_numbers(report, "");
  replace_file(file, as_named(file, json_text(report)));
}

json read_report(const std::filesystem::path& file) {
  json report =
      read_json_file(file, max_report_bytes, "give the path of a report that `codag run` wrote");
  upgrade_report(report);
  check_report_shape(report, report_schema_version, file.string());
  for (const char* list : {"claims", "targets"})  // reports of old configs lack them
    report["codag"].emplace(list, json::array());
  return report;
}

std::map<std::string, json> finished_cases(const json& report) {
  std::map<std::string, json> finished;
  for (const json& c : report["codag"]["cases"])
    if (c["status"] == "ok" && !is_disturbed(c)) finished.emplace(c["name"], c);
  return finished;
}

std::string gpu_name(const json& codag) {
  const json name = codag.value("/provenance/gpu/name"_json_pointer, json());
  return name.is_string() ? name.get<std::string>() : std::string();
}

std::string revision_text(const json& provenance) {
  const json& source = provenance["source"];
  if (source.is_null()) return {};
  return source["revision"].get<std::string>() + (source["dirty"].get<bool>() ? "-dirty" : "");
}

std::string short_revision_text(const json& provenance) {
  const std::string text = revision_text(provenance);
  const std::size_t digits = std::min(text.find('-'), text.size());
  return text.substr(0, std::min<std::size_t>(digits, 12)) + text.substr(digits);
}

std::size_t count_finished(const std::filesystem::path& file) {
  return finished_cases(read_report(file)).size();
}

}  // namespace codag::harness
