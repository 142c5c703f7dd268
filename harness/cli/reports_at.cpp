#include "harness/cli/reports_at.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "harness/config/json_file.hpp"
#include "harness/report/report_file.hpp"
#include "harness/support/printable.hpp"
#include "harness/support/report_name.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

/// What else codag writes as JSON, if the file is that; empty if it is not.
std::string other_output(const std::string& file) {
  constexpr std::uint64_t most_bytes = 1 << 28;
  try {
    const nlohmann::json content = read_json_file(file, most_bytes, "");
    if (content.contains("codag_calibration")) return "a calibration";
    if (content.contains("codag_ab")) return "a comparison of codag ab";
  } catch (const datasets::bad_input&) {
  }
  return {};
}

/// The files in a folder that may be reports, in the order of their names.
std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (is_report_name(entry.path())) files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::vector<std::pair<std::string, nlohmann::json>> reports_at(
    const std::vector<std::string>& places) {
  std::vector<std::pair<std::string, nlohmann::json>> reports;
  const auto leave_out = [](const std::string& why) {
    std::cerr << "codag: left out: " << printable(why, 400) << "\n";
  };
  for (const std::string& place : places) {
    const bool is_folder = fs::is_directory(place);
    for (const std::string& file : is_folder ? files_in(place) : std::vector{place}) {
      try {
        reports.emplace_back(file, read_report(file));
      } catch (const datasets::bad_input& e) {
        const std::string other = other_output(file);
        if (!is_folder && other.empty()) throw;
        leave_out(other.empty() ? e.what() : file + ": is " + other + ", not a report");
      }
    }
  }
  if (reports.empty())
    throw datasets::bad_input(places.front() +
                              ": has no report; name reports of codag run, or a folder of them");
  return reports;
}

}  // namespace codag::harness
