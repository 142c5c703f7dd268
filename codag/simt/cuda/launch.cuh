// Launching a kernel functor with CUDA. Include from .cu files only.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/simt/cuda/launch_observer.cuh"
#include "codag/simt/cuda/thread.cuh"

namespace codag::simt::cuda {

/// The shared memory that a block gets on every architecture without asking for it, in bytes.
inline constexpr unsigned unasked_shared_bytes = 48 * 1024;

/// What a multiprocessor holds at once, of threads and of blocks (CUDA C++ Programming Guide,
/// "Technical Specifications per Compute Capability").
struct residency {
  unsigned threads, blocks;
};

/// The residency of an architecture. `sm` is its __CUDA_ARCH__, for example 900.
constexpr residency residency_of(unsigned sm) {
  if (sm < 750) return {2048, 32};
  if (sm < 800) return {1024, 16};
  if (sm < 860) return {2048, 32};
  if (sm < 890) return {1536, 16};
  if (sm < 900) return {1536, 24};
  if (sm < 1100) return {2048, 32};
  return {1536, 24};
}

#ifdef __CUDA_ARCH__
inline constexpr residency resident = residency_of(__CUDA_ARCH__);
#else
inline constexpr residency resident = residency_of(900);  // the host pass never uses the value
#endif

constexpr unsigned lower_of(unsigned a, unsigned b) {
  return a < b ? a : b;
}

/// Kernel::min_blocks, or the number of blocks that the architecture holds if that is lower: ptxas
/// ignores a bound that cannot be met, and warns.
template <class Kernel>
inline constexpr unsigned min_blocks =
    lower_of(Kernel::min_blocks, lower_of(resident.blocks, resident.threads / Kernel::max_threads));

/// The same address, kept in a register. If the compiler knows that an address is that of a
/// __shared__ variable, it computes the address anew at each use. On sm_90 it does so from a
/// special register that is slow to read.
template <class T>
CODAG_DEVICE T* in_register(T* shared) {
  auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
  asm("" : "+r"(address));  // the compiler cannot see that this does nothing
  return static_cast<T*>(__cvta_shared_to_generic(address));
}

/// Waits until the kernel before this one has ended, and its stores are visible.
CODAG_DEVICE void wait_for_previous_kernel() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
/// When all blocks have called it, the next kernel may be launched, if it is an ahead_kernel or an
/// early_kernel.
CODAG_DEVICE void let_next_kernel_launch() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/// The entry point of every kernel functor.
template <class Kernel>
__global__ void __launch_bounds__(Kernel::max_threads, min_blocks<Kernel>)
    entry(const Kernel kernel) {
  if constexpr (ahead_kernel<Kernel>) {
    wait_for_previous_kernel();
    // Not before the wait: the next kernel may be an early one, which reads what the kernels before
    // this one have stored.
    let_next_kernel_launch();
  }
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
  // The kernels after an early one begin after the one before it, too.
  if constexpr (early_kernel<Kernel>) wait_for_previous_kernel();
}

/// Asks for the shared memory of a launch of `entry` if a block does not get it without asking.
/// Returns an error if the GPU has less.
inline cudaError_t allow_shared_bytes(const void* entry, const launch_shape& shape) {
  if (shape.shared_bytes <= unasked_shared_bytes) return cudaSuccess;
  return cudaFuncSetAttribute(entry, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(shape.shared_bytes));
}

/// Whether the current GPU lets kernels overlap (CUDA C++ Programming Guide, "Programmatic
/// Dependent Launch and Synchronization").
inline bool can_overlap_kernels() {
  int device = 0, major = 0;
  return cudaGetDevice(&device) == cudaSuccess &&
         cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess &&
         major >= 9;
}

/// Launches on `stream` and returns the launch's error. The kernel runs asynchronously. An observer
/// that wants it sees it alone: it begins when the kernel before it has ended.
template <class Kernel>
cudaError_t launch(const Kernel& kernel, launch_shape shape, cudaStream_t stream = nullptr) {
  const auto* function = reinterpret_cast<const void*>(&entry<Kernel>);
  if (!wanted({Kernel::name, function, shape}, stream)) return cudaSuccess;
  if (const cudaError_t error = allow_shared_bytes(function, shape); error != cudaSuccess)
    return error;
  if constexpr (!early_kernel<Kernel> && !ahead_kernel<Kernel>) {
    entry<Kernel><<<shape.blocks, shape.threads, shape.shared_bytes, stream>>>(kernel);
    return cudaGetLastError();
  } else {
    cudaLaunchAttribute before_the_end{};
    before_the_end.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    before_the_end.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = shape.blocks;
    config.blockDim = shape.threads;
    config.dynamicSmemBytes = shape.shared_bytes;
    config.stream = stream;
    config.attrs = &before_the_end;
    config.numAttrs = can_overlap_kernels() && launch_observer::observing() == nullptr ? 1 : 0;
    return cudaLaunchKernelEx(&config, entry<Kernel>, kernel);
  }
}

}  // namespace codag::simt::cuda
