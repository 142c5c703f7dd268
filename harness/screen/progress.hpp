// The progress line: on a terminal a line that changes, in a pipe nothing.
#pragma once

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace codag::harness {

/// Shows on stderr which case runs, how many are done and the time left. Cleared when it goes.
class progress_line {
 public:
  explicit progress_line(std::size_t cases) : cases_(cases), shown_(isatty(STDERR_FILENO) != 0) {
    const char* term = std::getenv("TERM");
    const char* no_color = std::getenv("NO_COLOR");  // no-color.org: set and not empty
    plain_ = (no_color != nullptr && *no_color != '\0') || term == nullptr ||
             std::string(term) == "dumb";
  }
  ~progress_line() { clear(); }
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;

  void begin(const std::string& what) {
    if (!shown_) return;
    std::string left;
    if (done_ > 0) {
      const std::chrono::duration<double> so_far = std::chrono::steady_clock::now() - start_;
      left = ", about " +
             std::to_string(static_cast<long>(so_far.count() / static_cast<double>(done_) *
                                                  static_cast<double>(cases_ - done_) +
                                              0.5)) +
             " s left";
    }
    clear();
    const std::string count = "[" + std::to_string(done_ + 1) + "/" + std::to_string(cases_) + "]";
    std::fprintf(stderr, plain_ ? "%s %s%s" : "\033[1m%s\033[0m %s%s", count.c_str(), what.c_str(),
                 left.c_str());
    std::fflush(stderr);
  }
  void end() { ++done_; }

 private:
  void clear() const {
    if (shown_) std::fputs("\r\033[K", stderr);
  }

  std::size_t cases_, done_ = 0;
  bool shown_, plain_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace codag::harness
