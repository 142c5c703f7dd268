// The names of reports: NAME.json, or NAME.json.gz, which is packed by gzip.
#pragma once

#include <filesystem>
#include <string>

namespace codag::harness {

/// Whether a report with this name is packed.
inline bool is_packed_name(const std::filesystem::path& file) {
  return file.extension() == ".gz";
}

/// Whether a file with this name may be a report.
inline bool is_report_name(const std::filesystem::path& file) {
  return (is_packed_name(file) ? file.stem() : file).extension() == ".json";
}

/// The file's name with a label before its extension: "fig7.gpu0.json", "fig7.1.json.gz".
inline std::filesystem::path labelled(const std::filesystem::path& file, const std::string& label) {
  std::filesystem::path stem = file.stem();
  std::string extension = file.extension().string();
  if (is_packed_name(file)) {
    extension = stem.extension().string() + extension;
    stem = stem.stem();
  }
  return file.parent_path() / (stem.string() + "." + label + extension);
}

}  // namespace codag::harness
