// The output of a run while it is in progress.
#pragma once

#include <unistd.h>

#include <cstddef>
#include <optional>
#include <string>

#include "harness/run/observer.hpp"
#include "harness/screen/progress.hpp"

namespace codag::harness {

/// Shows a progress line on a terminal. In a pipe it prints the run's messages, and the progress
/// only if it is asked for.
class run_screen final : public run_observer {
 public:
  explicit run_screen(bool progress_in_pipes) : in_pipes_(progress_in_pipes) {}

  void series_begins(std::size_t cases) override {
    line_.emplace(cases);
    if (in_pipes_ && isatty(STDERR_FILENO) == 0) lines_.emplace(cases);
  }
  void case_begins(const std::string& name) override {
    line_->begin(name);
    if (lines_) lines_->begin(name);
  }
  void case_ended() override {
    line_->end();
    if (lines_) lines_->end();
  }
  void series_ended() override {
    line_.reset();
    lines_.reset();
  }
  void say(const std::string& line) override {
    if (line_)
      line_->say("codag: " + line);
    else
      progress_line(0).say("codag: " + line);
  }

 private:
  bool in_pipes_;
  std::optional<progress_line> line_;
  std::optional<progress_in_a_pipe> lines_;
};

}  // namespace codag::harness
