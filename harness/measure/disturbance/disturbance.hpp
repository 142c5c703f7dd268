// What disturbed the samples of a case.
#pragma once

#include <string>
#include <vector>

namespace codag::harness {

/// What else used the machine, or held it back, while the kept samples of a case were taken.
struct disturbance {
  std::vector<std::string> seen;  ///< a phrase each: "another process used the GPU (PID 4711, ...)"
  unsigned takes = 1;             ///< how often the samples were taken; the last ones were kept
  bool allowed = false;           ///< --disturbed allow: they were taken once, and are judged
};

}  // namespace codag::harness
