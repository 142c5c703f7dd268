// Poisoning and comparing on the GPU. For a column of 1 GiB, the host would need a second per case.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <optional>
#include <span>

#include "harness/measure/gpu/cuda_memory.cuh"

namespace codag::harness::cuda {

static __global__ void complement(std::byte* to, const std::byte* from, std::size_t bytes) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t words = bytes / sizeof(unsigned);
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < words; i += threads)
    reinterpret_cast<unsigned*>(to)[i] = ~reinterpret_cast<const unsigned*>(from)[i];
  // The bytes after the last whole word.
  if (blockIdx.x == 0 && threadIdx.x < bytes % sizeof(unsigned)) {
    const std::size_t i = words * sizeof(unsigned) + threadIdx.x;
    to[i] = static_cast<std::byte>(~static_cast<unsigned>(from[i]) & 0xff);
  }
}

/// Lowers `first` to the index of the first byte that differs.
static __global__ void find_difference(const std::byte* a, const std::byte* b, std::size_t bytes,
                                       unsigned long long* first) {
  const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
  const std::size_t words = bytes / sizeof(unsigned);
  const auto compare = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (a[i] != b[i]) {
        atomicMin(first, static_cast<unsigned long long>(i));
        return;
      }
  };
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < words; i += threads)
    if (reinterpret_cast<const unsigned*>(a)[i] != reinterpret_cast<const unsigned*>(b)[i])
      compare(i * sizeof(unsigned), (i + 1) * sizeof(unsigned));
  if (blockIdx.x == 0 && threadIdx.x == 0) compare(words * sizeof(unsigned), bytes);
}

/// The expected output of a case, kept in GPU memory during verification.
class expected_output {
 public:
  /// Throws cannot_run if the GPU's memory is too small.
  explicit expected_output(std::span<const std::byte> original) : bytes_(original.size()) {
    check_cuda(cudaMemcpy(bytes_.data(), original.data(), original.size(), cudaMemcpyHostToDevice),
               "cudaMemcpy");
  }

  /// Sets every byte of `out` to a wrong value.
  void poison(const guarded_memory& out) const {
    complement<<<blocks, threads>>>(out.data(), bytes_.data(), bytes_.size());
    check_cuda(cudaGetLastError(), "complement");
  }

  /// The index of the first wrong byte of `out`; std::nullopt if there is none.
  [[nodiscard]] std::optional<std::size_t> first_difference(const guarded_memory& out) const {
    unsigned long long first = bytes_.size();
    const guarded_memory found(sizeof(first));
    check_cuda(cudaMemcpy(found.data(), &first, sizeof(first), cudaMemcpyHostToDevice),
               "cudaMemcpy");
    find_difference<<<blocks, threads>>>(out.data(), bytes_.data(), bytes_.size(),
                                         reinterpret_cast<unsigned long long*>(found.data()));
    check_cuda(cudaGetLastError(), "find_difference");
    check_cuda(cudaMemcpy(&first, found.data(), sizeof(first), cudaMemcpyDeviceToHost),
               "cudaMemcpy");
    if (first == bytes_.size()) return std::nullopt;
    return first;
  }

 private:
  // Enough blocks to fill any GPU. Each thread processes many words.
  static constexpr unsigned blocks = 2048, threads = 256;

  guarded_memory bytes_;
};

}  // namespace codag::harness::cuda
