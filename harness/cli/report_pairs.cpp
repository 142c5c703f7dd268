#include "harness/cli/report_pairs.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <utility>

#include "datasets/bad_input.hpp"
#include "harness/report/report_file.hpp"
#include "harness/support/pattern.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// The JSON files of a folder, by name.
std::set<std::string> files_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json") names.insert(entry.path().filename().string());
  return names;
}

void say_left_out(const std::string& what) {
  std::cerr << "codag: left out: " << printable(what, 400) << "\n";
}

json codag_of(const std::string& file) {
  return std::move(read_report(file)["codag"]);
}

/// What a report that has vanished is compared as: the base without its results.
json without_results(json report) {
  report["cases"] = report["claims"] = report["targets"] = json::array();
  return report;
}

void add_folders(std::vector<report_pair>& pairs, const std::string& base, const std::string& now) {
  const std::set<std::string> there = files_in(base), here = files_in(now);
  for (const std::string& name : there) {
    report_pair pair{(fs::path(base) / name).string(), (fs::path(now) / name).string(), {}, {}};
    try {
      pair.base_report = codag_of(pair.base);
    } catch (const datasets::bad_input& e) {
      say_left_out(e.what());
      continue;
    }
    pair.vanished = !here.contains(name);
    pair.now_report = pair.vanished ? without_results(pair.base_report) : codag_of(pair.now);
    pairs.push_back(std::move(pair));
  }
  for (const std::string& name : here)
    if (!there.contains(name)) say_left_out((fs::path(now) / name).string() + ": not in the base");
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
  if (pairs.empty())
    throw datasets::bad_input(base + ": has no report; name a folder that codag run wrote to");
  if (!filter.empty()) filter_pairs(pairs, filter);
  return pairs;
}

}  // namespace codag::harness
