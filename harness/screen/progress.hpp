// The progress line, which is shown on a terminal only.
#pragma once

#include <sys/ioctl.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace codag::harness {

/// Shows on stderr the running case, the number of finished cases and the remaining time. The
/// destructor clears the line. It uses bold unless NO_COLOR is set (no-color.org) or TERM is
/// "dumb", and prints nothing if stderr is not a terminal.
class progress_line {
 public:
  explicit progress_line(std::size_t cases, int fd = STDERR_FILENO)
      : cases_(cases), fd_(fd), shown_(isatty(fd) != 0) {
    const char* term = std::getenv("TERM");
    const char* no_color = std::getenv("NO_COLOR");
    dumb_ = term == nullptr || std::string_view(term) == "dumb";
    bold_ = !dumb_ && (no_color == nullptr || *no_color == '\0');
  }
  ~progress_line() { clear(); }
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;

  /// A case begins.
  void begin(const std::string& what) {
    if (!shown_) return;
    const std::string count = "[" + std::to_string(done_ + 1) + "/" + std::to_string(cases_) + "]";
    // A line that wraps cannot be cleared, so it is cut at the terminal's width.
    const std::string rest = (" " + what + time_left()).substr(0, columns() - count.size() - 1);
    clear();
    write(bold_ ? "\033[1m" + count + "\033[0m" + rest : count + rest);
    shown_width_ = count.size() + rest.size();
  }
  /// Prints a permanent line, also in a pipe.
  void say(const std::string& line) {
    clear();
    write(line + "\n");
  }
  /// The most recently begun case has ended.
  void end() { ++done_; }

 private:
  [[nodiscard]] std::string time_left() const {
    if (done_ == 0) return {};
    const std::chrono::duration<double> so_far = std::chrono::steady_clock::now() - start_;
    const double a_case = so_far.count() / static_cast<double>(done_);
    const double left = a_case * static_cast<double>(cases_ - done_);
    return ", about " + std::to_string(std::lround(left)) + " s left";
  }

  [[nodiscard]] std::size_t columns() const {
    winsize size{};
    // If a terminal does not report its width, the usual width is assumed.
    return ioctl(fd_, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40 ? size.ws_col : 80;
  }

  void clear() {
    if (!shown_ || shown_width_ == 0) return;
    write(dumb_ ? "\r" + std::string(shown_width_, ' ') + "\r" : std::string("\r\033[K"));
    shown_width_ = 0;
  }

  void write(const std::string& text) const {
    if (::write(fd_, text.data(), text.size()) < 0) return;  // nothing depends on the line
  }

  std::size_t cases_, done_ = 0, shown_width_ = 0;
  int fd_;
  bool shown_, dumb_ = false, bold_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace codag::harness
