// Points in a stream, and the time between two of them. Include from .cu files only.
#pragma once

#include <cuda_runtime.h>

#include <cmath>

#include "harness/measure/gpu/cuda_memory.cuh"

namespace codag::harness::cuda {

/// A point in a stream.
class event {
 public:
  event() { check_cuda(cudaEventCreate(&event_), "cudaEventCreate"); }
  ~event() { cudaEventDestroy(event_); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  void record(cudaStream_t stream = nullptr) {
    check_cuda(cudaEventRecord(event_, stream), "cudaEventRecord");
  }
  [[nodiscard]] double seconds_since(const event& start) const {
    check_cuda(cudaEventSynchronize(event_), "cudaEventSynchronize");
    float milliseconds = 0;
    check_cuda(cudaEventElapsedTime(&milliseconds, start.event_, event_), "cudaEventElapsedTime");
    // Whole nanoseconds: further digits come from the float, not from the GPU's timer.
    return std::round(static_cast<double>(milliseconds) * 1e6) / 1e9;
  }

 private:
  cudaEvent_t event_{};
};

}  // namespace codag::harness::cuda
