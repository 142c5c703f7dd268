// Named ranges that structure a run in Nsight Systems and Nsight Compute: experiment, case, step.
#pragma once

#include <string>

#ifdef CODAG_HAVE_NVTX
#include <nvtx3/nvtx3.hpp>
#endif

namespace codag::harness {

/// A range on this thread, from the object's construction to its destruction. It does nothing in a
/// build without CUDA.
class profiler_range {
 public:
#ifdef CODAG_HAVE_NVTX
  explicit profiler_range(const std::string& name) : range_(name) {}

 private:
  nvtx3::scoped_range range_;
#else
  explicit profiler_range(const std::string& /*name*/) {}
#endif
};

/// Calls `f` within a range.
template <class F>
auto in_range(const std::string& name, F&& f) {
  const profiler_range range(name);
  return f();
}

}  // namespace codag::harness
