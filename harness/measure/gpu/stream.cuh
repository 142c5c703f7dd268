// A CUDA stream with automatic destruction, and copies on it.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "harness/measure/gpu/cuda_memory.cuh"

namespace codag::harness::cuda {

/// A stream whose work begins after what the default stream has been given before, and which the
/// default stream waits for: events of the default stream enclose it.
class stream {
 public:
  stream() { check_cuda(cudaStreamCreate(&stream_), "cudaStreamCreate"); }
  ~stream() { cudaStreamDestroy(stream_); }
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  [[nodiscard]] cudaStream_t get() const { return stream_; }

  /// Copies asynchronously, from or to pinned host memory.
  void copy(std::byte* to, const std::byte* from, std::uint64_t bytes,
            cudaMemcpyKind direction) const {
    check_cuda(cudaMemcpyAsync(to, from, bytes, direction, stream_), "cudaMemcpyAsync");
  }

 private:
  cudaStream_t stream_{};
};

}  // namespace codag::harness::cuda
