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

/// What a file is that is no report.
enum class content { broken, calibration, comparison, other_json };

content content_of(const std::string& file) {
  constexpr std::uint64_t most_bytes = 1 << 28;
  try {
    const nlohmann::json whole = read_json_file(file, most_bytes, "");
    if (whole.contains("codag_calibration")) return content::calibration;
    if (whole.contains("codag_ab")) return content::comparison;
    if (!whole.contains("codag")) return content::other_json;
  } catch (const datasets::bad_input&) {
  }
  return content::broken;
}

const char* to_string(content is) {
  switch (is) {
    case content::calibration:
      return "a calibration";
    case content::comparison:
      return "a comparison of codag ab";
    case content::other_json:
    case content::broken:
      break;
  }
  return "other JSON";
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
  for (const std::string& place : places) {
    const bool is_folder = fs::is_directory(place);
    for (const std::string& file : is_folder ? files_in(place) : std::vector{place}) {
      try {
        reports.emplace_back(file, read_report(file));
      } catch (const datasets::bad_input&) {
        // A report that cannot be read must not pass as one that was not there.
        const content is = content_of(file);
        if (is == content::broken || (is == content::other_json && !is_folder)) throw;
        std::cerr << "codag: left out: " << printable(file, 400) << ": is " << to_string(is)
                  << ", not a report\n";
      }
    }
  }
  if (reports.empty())
    throw datasets::bad_input(places.front() +
                              ": has no report; name reports of codag run, or a folder of them");
  return reports;
}

}  // namespace codag::harness
