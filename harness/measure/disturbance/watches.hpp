// The watches of a run, by backend.
#pragma once

#include <memory>
#include <optional>

#include "harness/measure/disturbance/takes.hpp"
#include "harness/support/backend.hpp"

namespace codag::harness {

/// Makes the watch of a backend when its first case comes, and keeps it.
class watches {
 public:
  explicit watches(const disturbance_rules& rules) : takes_(rules) {}

  /// The watch of a backend; null for interpreted kernels, whose time is no measurement and whose
  /// counts nothing disturbs. Call it before the case uses the GPU.
  watch* of(backend on);
  takes& all_takes() { return takes_; }

 private:
  takes takes_;
  std::unique_ptr<watch> gpu_, cpu_;
};

}  // namespace codag::harness
