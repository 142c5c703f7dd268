// The output of a run while it is in progress.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "harness/run/observer.hpp"
#include "harness/screen/progress.hpp"

namespace codag::harness {

/// Shows a progress line on a terminal. In a pipe it prints only the run's messages.
class run_screen final : public run_observer {
 public:
  void series_begins(std::size_t cases) override { progress_.emplace(cases); }
  void case_begins(const std::string& name) override { progress_->begin(name); }
  void case_ended() override { progress_->end(); }
  void series_ended() override { progress_.reset(); }
  void say(const std::string& line) override {
    if (progress_)
      progress_->say("codag: " + line);
    else
      progress_line(0).say("codag: " + line);
  }

 private:
  std::optional<progress_line> progress_;
};

}  // namespace codag::harness
