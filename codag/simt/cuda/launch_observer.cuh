// Looking at the kernels that a launch consists of. Include from .cu files only.
#pragma once

#include <cuda_runtime.h>

#include "codag/simt/simt.hpp"

namespace codag::simt::cuda {

/// A kernel that is about to be launched.
struct kernel_launch {
  const char* name;   ///< a constant
  const void* entry;  ///< of the kernel, for queries of the CUDA runtime
  launch_shape shape;
};

/// Sees every kernel that this thread launches through wanted(), while it is set.
class launch_observer {
 public:
  launch_observer() : before_(observing_) { observing_ = this; }
  launch_observer(const launch_observer&) = delete;
  launch_observer& operator=(const launch_observer&) = delete;
  virtual ~launch_observer() { observing_ = before_; }

  /// Whether to launch the kernel, which would come next on `stream`.
  virtual bool wants(const kernel_launch& kernel, cudaStream_t stream) = 0;

  /// The one that is set; null if there is none.
  static launch_observer* observing() { return observing_; }

 private:
  static inline thread_local launch_observer* observing_ = nullptr;
  launch_observer* before_;
};

/// Whether to launch a kernel. Everything that launches one asks.
inline bool wanted(const kernel_launch& kernel, cudaStream_t stream) {
  launch_observer* const observer = launch_observer::observing();
  return observer == nullptr || observer->wants(kernel, stream);
}

}  // namespace codag::simt::cuda
