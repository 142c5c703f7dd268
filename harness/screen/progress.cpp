#include "harness/screen/progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "harness/support/display_width.hpp"
#include "harness/support/printable.hpp"
#include "harness/support/terminal_width.hpp"

namespace codag::harness {
namespace {

void write_to(int fd, const std::string& text) {
  if (::write(fd, text.data(), text.size()) < 0) return;  // nothing depends on the line
}

}  // namespace

void progress_count::begin(const std::string& what) {
  what_ = printable(what);
}

std::string progress_count::number() const {
  return "[" + std::to_string(done_ + 1) + "/" + std::to_string(cases_) + "]";
}

std::string progress_count::text() const {
  if (done_ == 0) return what_;
  const std::chrono::duration<double> so_far = std::chrono::steady_clock::now() - start_;
  const double a_case = so_far.count() / static_cast<double>(done_);
  const double left = a_case * static_cast<double>(cases_ - done_);
  return what_ + ", about " + std::to_string(std::lround(left)) + " s left";
}

progress_line::progress_line(std::size_t cases, int fd)
    : count_(cases), fd_(fd), shown_(isatty(fd) != 0) {
  const char* term = std::getenv("TERM");
  const char* no_color = std::getenv("NO_COLOR");
  dumb_ = term == nullptr || std::string_view(term) == "dumb";
  bold_ = !dumb_ && (no_color == nullptr || *no_color == '\0');
}

void progress_line::begin(const std::string& what) {
  if (!shown_) return;
  count_.begin(what);
  // A line that wraps cannot be cleared, so it is kept shorter than the terminal is wide.
  const std::string number = count_.number();
  const std::size_t columns = terminal_width(fd_).value_or(0), used = number.size() + 2;
  const std::string rest = " " + shortened(count_.text(), columns - std::min(columns, used));
  clear();
  write_to(fd_, bold_ ? "\033[1m" + number + "\033[0m" + rest : number + rest);
  shown_width_ = number.size() + display_width(rest);
}

void progress_line::say(const std::string& line) {
  clear();
  write_to(fd_, printable(line) + "\n");
}

void progress_line::clear() {
  if (shown_width_ == 0) return;
  write_to(fd_, dumb_ ? "\r" + std::string(shown_width_, ' ') + "\r" : std::string("\r\033[K"));
  shown_width_ = 0;
}

progress_in_a_pipe::progress_in_a_pipe(std::size_t cases, int fd, std::chrono::milliseconds every)
    : count_(cases), fd_(fd), every_(every) {}

progress_in_a_pipe::~progress_in_a_pipe() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_one();
  if (printer_.joinable()) printer_.join();
}

void progress_in_a_pipe::begin(const std::string& what) {
  const std::lock_guard lock(mutex_);
  count_.begin(what);
  if (begun_) return;
  begun_ = true;
  print();
  printer_ = std::thread([this] { print_regularly(); });
}

void progress_in_a_pipe::end() {
  const std::lock_guard lock(mutex_);
  count_.end();
}

void progress_in_a_pipe::print_regularly() {
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, every_, [this] { return over_; })) print();
}

void progress_in_a_pipe::print() const {
  write_to(fd_, "codag: " + count_.number() + " " + count_.text() + "\n");
}

}  // namespace codag::harness
