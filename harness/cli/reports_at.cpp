#include "harness/cli/reports_at.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "datasets/bad_input.hpp"
#include "harness/compare/calibration.hpp"
#include "harness/report/report_file.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

bool is_calibration(const std::string& file) {
  try {
    calibration::read(file);
    return true;
  } catch (const datasets::bad_input&) {
    return false;
  }
}

/// The JSON files in a folder, in the order of their names.
std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json") files.push_back(entry.path().string());
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
        const bool calibrates = is_calibration(file);
        if (!is_folder && !calibrates) throw;
        leave_out(calibrates ? file + ": is a calibration, not a report" : e.what());
      }
    }
  }
  if (reports.empty())
    throw datasets::bad_input(places.front() +
                              ": has no report; name reports of codag run, or a folder of them");
  return reports;
}

}  // namespace codag::harness
