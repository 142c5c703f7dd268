// Pinned host memory, which the GPU copies from and to while kernels run.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "harness/measure/gpu/cuda_memory.cuh"

namespace codag::harness::cuda {

/// `bytes` of pinned host memory with guard bytes on both sides. It is on the NUMA node where the
/// calling thread runs, if the system's policy is the default.
class pinned_memory {
 public:
  static constexpr std::size_t guard_bytes = 256;  // keeps the alignment
  static constexpr std::byte guard_value{0x6b};

  /// Throws cannot_run, with the remedy, if the memory cannot be pinned.
  explicit pinned_memory(std::size_t bytes) : bytes_(bytes) {
    const cudaError_t error = cudaHostAlloc(reinterpret_cast<void**>(&base_),
                                            bytes + 2 * guard_bytes, cudaHostAllocDefault);
    if (error != cudaSuccess) {
      cudaGetLastError();  // clears the error: the rest of the run may not need such memory
      throw cannot_run("cannot pin " + std::to_string(bytes) + " bytes of host memory (" +
                       cudaGetErrorName(error) +
                       "); raise the limit of locked memory (ulimit -l) or of the container's "
                       "memory, or use a smaller --size");
    }
    std::fill_n(base_, guard_bytes, guard_value);
    std::fill_n(data() + bytes_, guard_bytes, guard_value);
  }
  ~pinned_memory() { cudaFreeHost(base_); }
  pinned_memory(const pinned_memory&) = delete;
  pinned_memory& operator=(const pinned_memory&) = delete;

  [[nodiscard]] std::byte* data() const { return base_ + guard_bytes; }
  [[nodiscard]] std::size_t size() const { return bytes_; }
  [[nodiscard]] std::span<std::byte> bytes() const { return {data(), bytes_}; }

  [[nodiscard]] bool guards_intact() const {
    const auto intact = [](const std::byte* guard) {
      return std::all_of(guard, guard + guard_bytes, [](std::byte b) { return b == guard_value; });
    };
    return intact(base_) && intact(data() + bytes_);
  }

 private:
  std::byte* base_ = nullptr;
  std::size_t bytes_;
};

}  // namespace codag::harness::cuda
