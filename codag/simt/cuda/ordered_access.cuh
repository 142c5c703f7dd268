// Loads that acquire, stores that release, and both without an order, at device scope; the first
// two also at block scope. Include from .cu files only.
//
// PTX, because libcu++'s cuda::atomic_ref gives the same two instructions (nvcc 13.0, sm_90) but
// adds four seconds to the compilation of every file that includes <cuda/atomic>.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"

namespace codag::simt::cuda {

// "memory": the compiler must not move other accesses over these either.

template <atomic_word T>
CODAG_DEVICE T load_acquire(const T* p) {
  T v;
  if constexpr (sizeof(T) == 4) {
    std::uint32_t bits;
    asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=r"(bits) : "l"(p) : "memory");
    std::memcpy(&v, &bits, sizeof(T));
  } else {
    std::uint64_t bits;
    asm volatile("ld.acquire.gpu.b64 %0, [%1];" : "=l"(bits) : "l"(p) : "memory");
    std::memcpy(&v, &bits, sizeof(T));
  }
  return v;
}

template <atomic_word T>
CODAG_DEVICE void store_release(T* p, T v) {
  if constexpr (sizeof(T) == 4) {
    std::uint32_t bits;
    std::memcpy(&bits, &v, sizeof(T));
    asm volatile("st.release.gpu.b32 [%0], %1;" ::"l"(p), "r"(bits) : "memory");
  } else {
    std::uint64_t bits;
    std::memcpy(&bits, &v, sizeof(T));
    asm volatile("st.release.gpu.b64 [%0], %1;" ::"l"(p), "l"(bits) : "memory");
  }
}

// At block scope, in shared memory. On sm_80 and sm_90, an acquire of device scope invalidates L1
// (CCTL.IVALL), and a release of device scope waits until all of the thread's accesses have reached
// L2 (MEMBAR.ALL.GPU). At block scope, they are LDS, and MEMBAR.ALL.CTA with STS.

template <atomic_word T>
CODAG_DEVICE T load_acquire_in_block(const T* p) {
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(p));
  T v;
  if constexpr (sizeof(T) == 4) {
    std::uint32_t bits;
    asm volatile("ld.acquire.cta.shared.b32 %0, [%1];" : "=r"(bits) : "r"(at) : "memory");
    std::memcpy(&v, &bits, sizeof(T));
  } else {
    std::uint64_t bits;
    asm volatile("ld.acquire.cta.shared.b64 %0, [%1];" : "=l"(bits) : "r"(at) : "memory");
    std::memcpy(&v, &bits, sizeof(T));
  }
  return v;
}

template <atomic_word T>
CODAG_DEVICE void store_release_in_block(T* p, T v) {
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(p));
  if constexpr (sizeof(T) == 4) {
    std::uint32_t bits;
    std::memcpy(&bits, &v, sizeof(T));
    asm volatile("st.release.cta.shared.b32 [%0], %1;" ::"r"(at), "r"(bits) : "memory");
  } else {
    std::uint64_t bits;
    std::memcpy(&bits, &v, sizeof(T));
    asm volatile("st.release.cta.shared.b64 [%0], %1;" ::"r"(at), "l"(bits) : "memory");
  }
}

// Without "memory": they order nothing. `volatile`: each of them happens.

// In shared memory, both are atomics, because compute-sanitizer's racecheck does not know relaxed
// accesses and reports them as hazards.

template <std::size_t bytes>
using atomic_type = std::conditional_t<bytes == 4, unsigned, unsigned long long>;

template <atomic_word T>
CODAG_DEVICE T load_relaxed(const T* p) {
  T v;
  if (__isShared(p)) {
    using word = atomic_type<sizeof(T)>;
    const word bits = atomicOr(reinterpret_cast<word*>(const_cast<T*>(p)), word{0});
    std::memcpy(&v, &bits, sizeof(T));
  } else if constexpr (sizeof(T) == 4) {
    std::uint32_t bits;
    asm volatile("ld.relaxed.gpu.b32 %0, [%1];" : "=r"(bits) : "l"(p));
    std::memcpy(&v, &bits, sizeof(T));
  } else {
    std::uint64_t bits;
    asm volatile("ld.relaxed.gpu.b64 %0, [%1];" : "=l"(bits) : "l"(p));
    std::memcpy(&v, &bits, sizeof(T));
  }
  return v;
}

template <atomic_word T>
CODAG_DEVICE void store_relaxed(T* p, T v) {
  if (__isShared(p)) {
    using word = atomic_type<sizeof(T)>;
    word bits;
    std::memcpy(&bits, &v, sizeof(T));
    atomicExch(reinterpret_cast<word*>(p), bits);
    return;
  }
  if constexpr (sizeof(T) == 4) {
    std::uint32_t bits;
    std::memcpy(&bits, &v, sizeof(T));
    asm volatile("st.relaxed.gpu.b32 [%0], %1;" ::"l"(p), "r"(bits));
  } else {
    std::uint64_t bits;
    std::memcpy(&bits, &v, sizeof(T));
    asm volatile("st.relaxed.gpu.b64 [%0], %1;" ::"l"(p), "l"(bits));
  }
}

}  // namespace codag::simt::cuda
