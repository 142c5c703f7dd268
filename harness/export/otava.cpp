// The CSV that Apache Otava reads (otava.apache.org, "CSV"): a line per run with its time and
// revision, a column per case. scripts/find-drifts runs Otava on it.
#include <algorithm>
#include <map>
#include <string_view>

#include "datasets/bad_input.hpp"
#include "harness/export/formats.hpp"
#include "harness/export/rows.hpp"
#include "harness/report/run_time.hpp"

namespace codag::harness {
namespace {

/// A name as a column's. Quoting depends on Otava's settings, so what it would split or unquote is
/// encoded as in a URL. Names that differ stay different.
std::string column(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (std::string_view(",\"' %").find(c) == std::string_view::npos) {
      text += c;
      continue;
    }
    constexpr std::string_view hexadecimal = "0123456789ABCDEF";
    const auto code = static_cast<unsigned char>(c);
    text += {'%', hexadecimal[code / 16U], hexadecimal[code % 16U]};
  }
  return text;
}

/// The values that a case works on: a series is of one of them.
std::string work_of(const nlohmann::json& row) {
  const std::string digest =
      row["dataset"].is_object() ? text_at(row["dataset"], "sha256") : std::string();
  return text_at(row, "asked_bytes") + " bytes" +
         (digest.empty() ? "" : " of SHA-256 " + digest.substr(0, 12));
}

}  // namespace

std::string to_otava(const std::vector<nlohmann::json>& reports) {
  std::vector<const nlohmann::json*> by_time;
  by_time.reserve(reports.size());
  for (const nlohmann::json& report : reports) by_time.push_back(&report);
  const auto time_of = [](const nlohmann::json* report) {
    return text_at((*report)["codag"]["provenance"], "time");
  };
  std::ranges::stable_sort(by_time, {},
                           [&](const nlohmann::json* report) { return run_time(time_of(report)); });
  std::vector<std::string> names;
  std::vector<std::map<std::string, std::string>> values;
  std::map<std::string, std::string>
      worked_on;  // what the cases of a name did, in the first report
  for (const nlohmann::json* report : by_time) {
    values.emplace_back();
    for (const nlohmann::json& row : (*report)["codag"]["cases"]) {
      if (!has_gbps(row)) continue;
      const std::string name = column(row["name"]);
      const std::string work = work_of(row);
      if (const auto [at, is_new] = worked_on.emplace(name, work); at->second != work)
        throw datasets::bad_input("otava: " + row["name"].get<std::string>() +
                                  " works on other values in the report of " + time_of(report) +
                                  " than before (" + work + ", " + at->second +
                                  "); give reports of one size and of the same files");
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
      values.back()[name] = row["gbps"].dump();
    }
  }
  std::string text = "time,revision";
  for (const std::string& name : names) text += "," + name;
  text += "\n";
  for (std::size_t i = 0; i < by_time.size(); ++i) {
    text += time_of(by_time[i]) + "," + column(revision_text((*by_time[i])["codag"]["provenance"]));
    for (const std::string& name : names) text += "," + values[i][name];
    text += "\n";
  }
  return text;
}

}  // namespace codag::harness
