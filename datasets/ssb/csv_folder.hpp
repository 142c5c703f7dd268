// csv_folder: a folder of new CSV files, all of which appear at once, or none.
#pragma once

#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

namespace codag::datasets::ssb {

/// A new file, which throws bad_input if it cannot be written.
class csv_file {
 public:
  explicit csv_file(std::filesystem::path path);
  void write(const std::string& text);
  void close();

 private:
  void check() const;
  std::filesystem::path path_;
  std::ofstream file_;
};

/// The files have temporary names until keep() has been called. Without that, nothing is left. Only
/// discard() may be called while another thread uses the folder.
class csv_folder {
 public:
  /// The folder, which is made if it is not there, gets the files NAME.csv. Throws bad_input if one
  /// of them is there already.
  csv_folder(std::filesystem::path folder, std::vector<std::string> names);
  ~csv_folder() { discard(); }
  csv_folder(const csv_folder&) = delete;
  csv_folder& operator=(const csv_folder&) = delete;

  /// Begins the file of one of the names. Throws bad_input if that is impossible, as after
  /// discard().
  [[nodiscard]] csv_file add(const std::string& name);
  /// Gives all files their names; all have been written. Throws bad_input if one is there already,
  /// or the system refuses.
  void keep();
  /// Removes the files that were begun and have no name yet, and the folder if it was made here and
  /// is empty. No more files can be begun.
  void discard();

 private:
  void require_absent(const std::string& name) const;
  [[nodiscard]] std::filesystem::path path(const std::string& name) const;
  [[nodiscard]] std::filesystem::path temporary(const std::string& name) const;

  std::filesystem::path folder_;
  std::vector<std::string> names_;
  std::vector<std::filesystem::path> made_;  // the folder, and the ones above it
  std::mutex changes_;                       // of what follows
  std::vector<std::string> begun_;           // those that have temporary names
  bool discarded_ = false;
};

}  // namespace codag::datasets::ssb
