// Named ranges that structure a run in Nsight Systems and Nsight Compute: experiment, case, step.
#pragma once

#include <string>

#ifdef CODAG_HAVE_NVTX
#include <nvtx3/nvToolsExt.h>
#endif

namespace codag::harness {

/// A range on this thread, from the object's construction to its destruction. It does nothing in a
/// build without NVTX.
class profiler_range {
 public:
#ifdef CODAG_HAVE_NVTX
  // NVTX's C interface: Debian's CUDA toolkit has no header of the C++ one.
  explicit profiler_range(const std::string& name) { nvtxRangePushA(name.c_str()); }
  ~profiler_range() { nvtxRangePop(); }
#else
  explicit profiler_range(const std::string& /*name*/) {}
  ~profiler_range() = default;
#endif
  profiler_range(const profiler_range&) = delete;
  profiler_range& operator=(const profiler_range&) = delete;
};

/// Calls `f` within a range.
template <class F>
auto in_range(const std::string& name, F&& f) {
  const profiler_range range(name);
  return f();
}

}  // namespace codag::harness
