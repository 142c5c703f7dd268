#include "harness/cli/named_files.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "datasets/bad_input.hpp"
#include "datasets/input_file.hpp"
#include "harness/config/placed_json.hpp"
#include "harness/config/read_datasets.hpp"
#include "harness/support/report_name.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string format_of(const fs::path& file, const file_options& options) {
  if (!options.format.empty()) return options.format;
  const std::string usual = usual_format(file);
  const bool csv =
      !(options.csv_column.empty() && options.csv_delimiter.empty() && options.csv_header.empty());
  return csv && usual == "auto" ? "csv" : usual;
}

/// The options without those that are for other formats.
file_options for_format(file_options options, const std::string& format) {
  const bool plain = says_no_type(format);
  if (format != "csv") options.csv_column = options.csv_delimiter = options.csv_header = "";
  if (!plain) options.type = "";
  if (plain || format == "gzip" || format == "zlib") options.column = "";
  return options;
}

bool is_left_out(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  std::error_code unknown;
  return name.starts_with('.') || (name.starts_with("codag-") && is_report_name(name)) ||
         entry.is_directory(unknown);
}

/// Throws datasets::bad_input, which says why the file cannot be a dataset.
json checked_dataset(const fs::path& file, const file_options& options) {
  datasets::require_input_file(file, "give it read permission, or move it elsewhere");
  json list = json::array({dataset_of_file(file, for_format(options, format_of(file, options)))});
  read_datasets(placed_json(list, file.string()), {}, {});
  try {
    list.dump();
  } catch (const json::type_error&) {
    throw datasets::bad_input(file.string() + ": its name is not UTF-8; rename it");
  }
  return list.front();
}

}  // namespace

json dataset_of_file(const fs::path& file, const file_options& options) {
  const std::string format = format_of(file, options);
  json dataset = {{"path", fs::absolute(file).lexically_normal().string()}, {"format", format}};
  if (!options.type.empty() || says_no_type(format))
    dataset["type"] = options.type.empty() ? "uint8" : options.type;
  const std::pair<const char*, const std::string&> keys[] = {
      {"csv_column", options.csv_column},
      {"csv_delimiter", options.csv_delimiter},
      {"csv_header", options.csv_header},
      {"column", options.column}};
  for (const auto& [key, value] : keys)
    if (!value.empty()) dataset[key] = value;
  return dataset;
}

folder_files files_of_folder(const fs::path& folder, const file_options& options) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    if (!is_left_out(*entry)) files.push_back(entry->path());
  if (error)
    throw datasets::bad_input(folder.string() + ": cannot be read (" + error.message() +
                              "); give a folder of files");
  std::ranges::sort(files);
  folder_files found{.datasets = json::array(), .refused = {}};
  for (const fs::path& file : files) {
    try {
      found.datasets.push_back(checked_dataset(file, options));
    } catch (const datasets::bad_input& e) {
      found.refused.push_back({file.filename().string(), e.what()});
    }
  }
  if (files.empty())
    throw datasets::bad_input(folder.string() + ": has no files; give a folder of files");
  if (found.datasets.empty())
    throw datasets::bad_input(found.refused.front().reason + " (and no other file of the folder " +
                              folder.string() + " can be read)");
  return found;
}

}  // namespace codag::harness
