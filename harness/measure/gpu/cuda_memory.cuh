// CUDA errors as exceptions, and device memory with automatic deallocation.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

#include "harness/measure/workload.hpp"

namespace codag::harness::cuda {

inline void check_cuda(cudaError_t error, const char* what) {
  if (error != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorName(error) + ": " +
                             cudaGetErrorString(error));
}

/// `bytes` of device memory with guard bytes on both sides.
class guarded_memory {
 public:
  static constexpr std::size_t guard_bytes = 256;  // keeps cudaMalloc's alignment
  static constexpr int guard_value = 0x6b;

  explicit guarded_memory(std::size_t bytes) : bytes_(bytes) {
    const cudaError_t error = cudaMalloc(reinterpret_cast<void**>(&base_), bytes + 2 * guard_bytes);
    if (error == cudaErrorMemoryAllocation) {
      cudaGetLastError();  // clears the error: later cases may fit
      std::size_t free = 0, total = 0;
      cudaMemGetInfo(&free, &total);
      throw cannot_run("needs " + std::to_string(bytes) + " more bytes of GPU memory and " +
                       std::to_string(free) + " of " + std::to_string(total) +
                       " are free; use a smaller --size");
    }
    check_cuda(error, "cudaMalloc");
    check_cuda(cudaMemset(base_, guard_value, bytes + 2 * guard_bytes), "cudaMemset");
  }
  ~guarded_memory() { cudaFree(base_); }
  guarded_memory(const guarded_memory&) = delete;
  guarded_memory& operator=(const guarded_memory&) = delete;

  [[nodiscard]] std::byte* data() const { return base_ + guard_bytes; }
  [[nodiscard]] std::size_t size() const { return bytes_; }

  /// Sets every byte.
  void fill(int value) const { check_cuda(cudaMemset(data(), value, size()), "cudaMemset"); }

  /// Copies size() bytes from host memory or to it.
  void copy_from(const void* host) const {
    check_cuda(cudaMemcpy(data(), host, size(), cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  void copy_to(void* host) const { copy_to(host, size()); }
  /// Copies the beginning.
  void copy_to(void* host, std::size_t bytes) const {
    check_cuda(cudaMemcpy(host, data(), bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
  }

  /// Whether the guard bytes on both sides are intact.
  [[nodiscard]] bool guards_intact() const {
    std::byte guards[2 * guard_bytes];
    check_cuda(cudaMemcpy(guards, base_, guard_bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    check_cuda(
        cudaMemcpy(guards + guard_bytes, data() + bytes_, guard_bytes, cudaMemcpyDeviceToHost),
        "cudaMemcpy");
    for (const std::byte b : guards)
      if (b != std::byte{guard_value}) return false;
    return true;
  }

 private:
  std::byte* base_ = nullptr;
  std::size_t bytes_;
};

/// The outcome for a kernel that wrote outside its buffers.
inline verification outside_write() {
  return {.ok = false, .reason = "bytes outside a buffer were written", .chunk_status = {}};
}

}  // namespace codag::harness::cuda
