// Launching a kernel functor with CUDA. Include from .cu files only.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/simt/cuda/thread.cuh"

namespace codag::simt::cuda {

/// Bytes of shared memory that every architecture gives a block without being asked.
inline constexpr unsigned unasked_shared_bytes = 48 * 1024;

/// Threads that a multiprocessor holds (CUDA C++ Programming Guide, "Technical Specifications per
/// Compute Capability"); the host pass never uses the value.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ == 800 || \
    (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1100)
inline constexpr unsigned resident_threads = 2048;
#elif __CUDA_ARCH__ < 800
inline constexpr unsigned resident_threads = 1024;
#else
inline constexpr unsigned resident_threads = 1536;
#endif

/// Kernel::min_blocks, or as many as the architecture holds if they are fewer: ptxas ignores a
/// bound that cannot be, and warns.
template <class Kernel>
inline constexpr unsigned min_blocks = Kernel::min_blocks* Kernel::max_threads <= resident_threads
                                           ? Kernel::min_blocks
                                           : resident_threads / Kernel::max_threads;

/// The same address, in a register. What the compiler knows to be a __shared__ variable's address
/// it computes anew at each use, on sm_90 from a special register that takes long to read.
template <class T>
CODAG_DEVICE T* in_register(T* shared) {
  auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
  asm("" : "+r"(address));  // the compiler cannot tell that nothing happens
  return static_cast<T*>(__cvta_shared_to_generic(address));
}

/// The entry point of every kernel functor.
template <class Kernel>
__global__ void __launch_bounds__(Kernel::max_threads, min_blocks<Kernel>)
    entry(const Kernel kernel) {
  if constexpr (shared_by_launch<Kernel>) {
    extern __shared__ __align__(shared_alignment) std::byte shared[];
    kernel(thread{}, shared);
  } else {
    using storage = typename Kernel::shared_storage;
    static_assert(std::is_trivially_default_constructible_v<storage>,
                  "shared memory starts uninitialised: nothing runs a constructor");
    static_assert(sizeof(storage) <= unasked_shared_bytes, "static shared memory of one block");
    __shared__ storage shared;
    kernel(thread{}, *in_register(&shared));
  }
}

/// Asks for the shared memory of a launch of `entry` where it must be asked for. An error if the
/// GPU has less.
inline cudaError_t allow_shared_bytes(const void* entry, const launch_shape& shape) {
  if (shape.shared_bytes <= unasked_shared_bytes) return cudaSuccess;
  return cudaFuncSetAttribute(entry, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(shape.shared_bytes));
}

/// Launches on `stream` and returns the launch's error; the kernel runs asynchronously.
template <class Kernel>
cudaError_t launch(const Kernel& kernel, launch_shape shape, cudaStream_t stream = nullptr) {
  const auto* function = reinterpret_cast<const void*>(&entry<Kernel>);
  if (const cudaError_t error = allow_shared_bytes(function, shape); error != cudaSuccess)
    return error;
  entry<Kernel><<<shape.blocks, shape.threads, shape.shared_bytes, stream>>>(kernel);
  return cudaGetLastError();
}

}  // namespace codag::simt::cuda
