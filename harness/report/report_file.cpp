#include "harness/report/report_file.hpp"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "datasets/input_file.hpp"
#include "harness/report/output/durable_file.hpp"
#include "harness/report/report_shape.hpp"
#include "harness/report/upgrade.hpp"

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
  // A file name need not be valid UTF-8, and such a name must not prevent writing the report.
  replace_file(file, report.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
}

json read_report(const std::filesystem::path& file) {
  datasets::require_input_file(file, "give the path of a report that `codag run` wrote");
  std::ifstream in(file, std::ios::binary);
  json report;
  try {
    report = json::parse(in);
  } catch (const json::exception& e) {  // a syntax error, or a number out of range
    std::string what = e.what();        // "[...] parse error at line 3, column 7: ..."
    const auto at = what.find("at line");
    throw bad_input(file.string() +
                    ": not valid JSON: " + (at == std::string::npos ? what : what.substr(at)));
  }
  upgrade_report(report);
  report_shape(report, file.string()).check(report_schema_version);
  return report;
}

std::map<std::string, json> finished_cases(const json& report) {
  std::map<std::string, json> finished;
  for (const json& c : report["codag"]["cases"])
    if (c["status"] == "ok") finished.emplace(c["name"], c);
  return finished;
}

std::size_t count_finished(const std::filesystem::path& file) {
  return finished_cases(read_report(file)).size();
}

}  // namespace codag::harness
