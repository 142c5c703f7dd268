// The interface through which a run reports its progress. The runner itself prints nothing.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

class run_observer {
 public:
  run_observer() = default;
  run_observer(const run_observer&) = delete;
  run_observer& operator=(const run_observer&) = delete;
  virtual ~run_observer() = default;

  /// A series with this number of cases begins.
  virtual void series_begins(std::size_t cases) = 0;
  virtual void case_begins(const std::string& name) = 0;
  virtual void case_ended() = 0;
  virtual void series_ended() = 0;
  /// A message of one line for the user.
  virtual void say(const std::string& line) = 0;
};

}  // namespace codag::harness
