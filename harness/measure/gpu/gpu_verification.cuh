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

// Enough blocks to fill any GPU. Each thread processes many words.
inline constexpr unsigned verification_blocks = 2048, verification_threads = 256;

/// Makes every byte of `out` the complement of the expected one.
inline void write_complement(const guarded_memory& expected, const guarded_memory& out) {
  complement<<<verification_blocks, verification_threads>>>(out.data(), expected.data(),
                                                            expected.size());
  check_cuda(cudaGetLastError(), "complement");
}

/// The index of the first byte of `out` that is not the expected one; std::nullopt if there is
/// none.
inline std::optional<std::size_t> find_first_difference(const guarded_memory& expected,
                                                        const guarded_memory& out) {
  unsigned long long first = expected.size();
  const guarded_memory found(sizeof(first));
  found.copy_from(&first);
  find_difference<<<verification_blocks, verification_threads>>>(
      out.data(), expected.data(), expected.size(),
      reinterpret_cast<unsigned long long*>(found.data()));
  check_cuda(cudaGetLastError(), "find_difference");
  found.copy_to(&first);
  if (first == expected.size()) return std::nullopt;
  return first;
}

/// The expected output of a case in GPU memory.
class expected_output {
 public:
  /// Throws cannot_run if the GPU's memory is too small.
  explicit expected_output(std::span<const std::byte> original) : bytes_(original.size()) {
    bytes_.copy_from(original.data());
  }

  /// Sets every byte of `out` to a wrong value.
  void poison(const guarded_memory& out) const { write_complement(bytes_, out); }

  /// The index of the first wrong byte of `out`; std::nullopt if there is none.
  [[nodiscard]] std::optional<std::size_t> first_difference(const guarded_memory& out) const {
    return find_first_difference(bytes_, out);
  }

 private:
  guarded_memory bytes_;
};

}  // namespace codag::harness::cuda
