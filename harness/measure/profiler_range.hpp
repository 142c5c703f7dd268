// Named ranges in which Nsight Systems and Nsight Compute show a run: experiment, case, pass.
#pragma once

#include <string>

#ifdef CODAG_HAVE_NVTX
#include <nvtx3/nvtx3.hpp>
#endif

namespace codag::harness {

/// From its construction to its destruction, on this thread. Nothing in a build without CUDA.
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

}  // namespace codag::harness
