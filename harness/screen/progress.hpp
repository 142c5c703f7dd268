// How far a run has come: a line that changes on a terminal, or lines in a pipe.
#pragma once

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

namespace codag::harness {

/// The number of finished cases, the running one, and the remaining time.
class progress_count {
 public:
  explicit progress_count(std::size_t cases) : cases_(cases) {}

  /// A case begins.
  void begin(const std::string& what);
  /// The most recently begun case has ended.
  void end() { ++done_; }

  /// "[2/7]"
  [[nodiscard]] std::string number() const;
  /// "MC0/rle_v1, about 12 s left"; no time before a case has ended.
  [[nodiscard]] std::string text() const;

 private:
  std::size_t cases_, done_ = 0;
  std::string what_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Shows the progress on a terminal, by default on stderr, in a line that each case replaces. The
/// destructor clears it. The line uses bold unless NO_COLOR is set (no-color.org) or TERM is
/// "dumb". Nothing is shown if the file is no terminal.
class progress_line {
 public:
  explicit progress_line(std::size_t cases, int fd = STDERR_FILENO);
  ~progress_line() { clear(); }
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;

  void begin(const std::string& what);
  /// Prints a permanent line, also in a pipe.
  void say(const std::string& line);
  void end() { count_.end(); }

 private:
  void clear();

  progress_count count_;
  std::size_t shown_width_ = 0;
  int fd_;
  bool shown_, dumb_, bold_;
};

/// Prints the progress in a pipe: a line when the first case begins, and then at regular times,
/// also while a case runs.
class progress_in_a_pipe {
 public:
  explicit progress_in_a_pipe(std::size_t cases, int fd = STDERR_FILENO,
                              std::chrono::milliseconds every = std::chrono::seconds(30));
  ~progress_in_a_pipe();
  progress_in_a_pipe(const progress_in_a_pipe&) = delete;
  progress_in_a_pipe& operator=(const progress_in_a_pipe&) = delete;

  void begin(const std::string& what);
  void end();

 private:
  void print_regularly();
  void print() const;

  std::mutex mutex_;  // of all below
  std::condition_variable ended_;
  progress_count count_;
  int fd_;
  std::chrono::milliseconds every_;
  bool begun_ = false, over_ = false;
  std::thread printer_;  // runs from the first case on
};

}  // namespace codag::harness
