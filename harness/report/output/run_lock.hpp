// The lock that keeps two runs from writing the same report.
#pragma once

#include <filesystem>

namespace codag::harness {

/// Holds the lock of a report while it lives. The lock is a file next to the report, ".NAME.lock",
/// which names the process and the host, and which the destructor removes. The kernel frees the
/// lock of a process that dies, so a file that a killed run leaves behind does no harm. On a file
/// system without locks two runs are not told apart.
class run_lock {
 public:
  /// Throws datasets::bad_input, with the other run's process and host, if another run holds the
  /// lock, and if the report's folder takes no new file.
  explicit run_lock(const std::filesystem::path& report);
  ~run_lock();
  run_lock(const run_lock&) = delete;
  run_lock& operator=(const run_lock&) = delete;

 private:
  bool try_to_open(const std::filesystem::path& report);

  std::filesystem::path file_;
  int fd_ = -1;
};

}  // namespace codag::harness
