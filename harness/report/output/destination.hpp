// The place to which a run writes its report.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/output/run_lock.hpp"

namespace codag::harness {

/// Whether an output of this name goes to a stream: standard output ("-" or another name of it), a
/// pipe, a device or a socket.
bool names_stream(const std::filesystem::path& named);

/// What a run may do to a file that is already there.
struct replace_rules {
  bool force = false;    ///< replace any regular file, without a backup
  bool resume = false;   ///< the run continues the report that is there, so it needs no backup
  bool at_once = false;  ///< the output comes by write(), and needs no file meanwhile
  /// The files that the run reads: the config, the datasets, a reused report.
  std::vector<std::filesystem::path> inputs;
};

/// The destination of one run's report. While it lives, no other run can have the same one.
///
/// A regular file is replaced as a whole while the run goes on. A symbolic link stays, and the file
/// that it points to is replaced. A report that is already there keeps its content under another
/// name (keep_backup), once the new run has a finished case to put in its place.
///
/// A stream (standard output for "-", a pipe, a character device) gets the report when the run has
/// ended. Until then the report is a file in a temporary folder, which stays if the stream fails.
class report_destination {
 public:
  /// `named` is what the user typed for --output. Creates the file's folder. Throws
  /// datasets::bad_input, and changes no file, if the place is a folder, a file that is not a
  /// report or one of the run's inputs (unless `rules.force`), a block device, a pipe that nobody
  /// reads, a file that cannot be written, or the destination of another run.
  report_destination(const std::filesystem::path& named, const replace_rules& rules);
  ~report_destination();
  report_destination(const report_destination&) = delete;
  report_destination& operator=(const report_destination&) = delete;

  /// The file that has the report while the run is in progress, with links resolved. A stream whose
  /// output comes at once has none.
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

  /// Whether the report goes to standard output, which then has nothing else.
  [[nodiscard]] bool is_standard_output() const { return stream_ == STDOUT_FILENO; }

  /// Whether the report goes to a stream when the run has ended.
  [[nodiscard]] bool is_stream() const { return stream_.has_value(); }
  /// Whether the run has written, or was about to write, its first rows.
  [[nodiscard]] bool has_begun() const { return begun_; }

  /// Keeps a backup of the existing report. The first call does so, and the run calls this before
  /// it writes its first rows. Returns a line about the backup, or an empty one.
  std::string make_way();

  /// Writes an output that can be made again, such as a page (`rules.at_once`), as_named(). If a
  /// stream fails, nothing is kept: a failure of standard output shows in std::cout, and another
  /// one throws datasets::bad_input.
  void write(std::string_view text);

  /// Writes the report to the stream, if the destination is one. If this fails, the temporary file
  /// stays, and datasets::bad_input names it.
  void deliver();

 private:
  void open_stream(const std::filesystem::path& named);
  void make_temporary_folder();
  void open_file(const std::filesystem::path& named, const replace_rules& rules);

  std::filesystem::path file_;
  std::filesystem::path temporary_folder_;  // of a stream's report
  std::optional<int> stream_;               // file descriptor; none if the destination is a file
  bool begun_ = false;
  std::string earlier_;  // what the report that needs a backup has
  std::optional<run_lock> lock_;
};

}  // namespace codag::harness
