// The files that `codag file` is given: one, or those of a folder.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/screen/folder_table.hpp"

namespace codag::harness {

/// How the files are read. Empty: as a config that lacks the key.
struct file_options {
  std::string type, format, csv_column, csv_delimiter, csv_header, column;
};

/// The file as a dataset of a config. Without a format it has the one that the other options are
/// for, or the usual one of its name.
nlohmann::json dataset_of_file(const std::filesystem::path& file, const file_options& options);

/// The files in a folder that can be datasets of a config, in the order of their names, and why the
/// others cannot. Left out are hidden files, the folders in it, and files that are named as codag
/// names its reports. An option is used for the files whose format it is for.
struct folder_files {
  nlohmann::json datasets;
  std::vector<refused_file> refused;
};
folder_files files_of_folder(const std::filesystem::path& folder, const file_options& options);

}  // namespace codag::harness
