#include "harness/cli/report_pairs.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <utility>

#include "datasets/bad_input.hpp"
#include "harness/cli/reports_at.hpp"
#include "harness/report/report_file.hpp"
#include "harness/support/pattern.hpp"
#include "harness/support/printable.hpp"
#include "harness/support/report_name.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

json codag_of(const std::string& file) {
  return std::move(read_report(file)["codag"]);
}

/// What a report that has vanished is compared as: the base without its results.
json without_results(json report) {
  report["cases"] = report["claims"] = report["targets"] = json::array();
  return report;
}

/// A report's file in its folder, packed or not.
std::string unpacked_name(const fs::path& file) {
  return (is_packed_name(file) ? file.stem() : file.filename()).string();
}

/// A file that was left out, because it is no report, must not pass as one that has vanished.
void require_absent(const fs::path& unpacked, const std::string& base) {
  for (const char* ending : {"", ".gz"})
    if (const fs::path file = unpacked.string() + ending; fs::exists(file))
      throw datasets::bad_input(file.string() + ": is no report, and " + base +
                                " has one of that name");
}

void add_folders(std::vector<report_pair>& pairs, const std::string& base, const std::string& now) {
  std::map<std::string, json> here;  // by the file's name
  for (auto& [file, report] : reports_at({now}))
    if (!here.emplace(unpacked_name(file), std::move(report["codag"])).second)
      throw datasets::bad_input(file + ": its folder has the report packed, too; remove one");
  for (auto& [file, report] : reports_at({base})) {
    const std::string name = unpacked_name(file);
    auto found = here.extract(name);
    if (found.empty()) require_absent(fs::path(now) / name, base);
    json& codag = report["codag"];
    json its = found.empty() ? without_results(codag) : std::move(found.mapped());
    pairs.push_back(
        {file, (fs::path(now) / name).string(), std::move(codag), std::move(its), found.empty()});
  }
  for (const auto& [name, report] : here)
    std::cerr << "codag: left out: " << printable((fs::path(now) / name).string(), 400)
              << ": not in the base\n";
}

/// Keeps the cases whose names the filter matches.
void keep(json& report, const pattern& wanted) {
  json kept = json::array();
  for (json& row : report["cases"])
    if (wanted.finds(row["name"].get<std::string>())) kept.push_back(std::move(row));
  report["cases"] = std::move(kept);
}

void filter_pairs(std::vector<report_pair>& pairs, const std::string& filter) {
  try {
    const pattern wanted(filter);
    for (report_pair& pair : pairs)
      for (json* report : {&pair.base_report, &pair.now_report}) keep(*report, wanted);
  } catch (const bad_pattern& e) {
    throw datasets::bad_input(std::string("--filter: ") + e.what());
  }
  std::erase_if(pairs, [](const report_pair& pair) {
    return pair.base_report["cases"].empty() && pair.now_report["cases"].empty();
  });
  if (pairs.empty())
    throw datasets::bad_input("--filter: no case of the reports has a name that it matches");
}

}  // namespace

std::vector<report_pair> report_pairs(const std::string& base, const std::vector<std::string>& now,
                                      const std::string& filter) {
  std::vector<report_pair> pairs;
  for (const std::string& one : now) {
    const bool folders = fs::is_directory(base);
    if (folders != fs::is_directory(one))
      throw datasets::bad_input((folders ? one : base) + ": is not a folder, and " +
                                (folders ? base : one) +
                                " is one; give two folders or two reports");
    if (folders)
      add_folders(pairs, base, one);
    else
      pairs.push_back({base, one, codag_of(base), codag_of(one)});
  }
  if (!filter.empty()) filter_pairs(pairs, filter);
  return pairs;
}

}  // namespace codag::harness
