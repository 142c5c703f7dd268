// Holding the GPU until everything of a sample has been enqueued. Otherwise a sample of short
// kernels would have the time in it that the CPU needs to launch them. (The idea is from NVBench;
// see docs/measuring.md.) Include from .cu files only.
#pragma once

#include <cuda_runtime.h>

#include <new>

#include "harness/measure/gpu/cuda_memory.cuh"

namespace codag::harness::cuda {

/// What the CPU and the waiting kernel tell each other, in pinned host memory.
struct hold_flags {
  unsigned released;   // by the CPU
  unsigned timed_out;  // by the kernel
};

/// Waits until the CPU releases the stream, or for `limit_ns`: a launch that waits for the GPU
/// would otherwise never return.
static __global__ void wait_for_release(volatile hold_flags* flags, unsigned long long limit_ns) {
  const auto now = [] {
    unsigned long long ns = 0;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
  };
  const unsigned long long begin = now();
  while (flags->released == 0)
    if (now() - begin > limit_ns) {
      flags->timed_out = 1;
      __threadfence_system();
      return;
    }
}

/// A kernel in the default stream that what is enqueued after it waits for.
class stream_holder {
 public:
  /// Far more than the CPU needs for a launch, and little to lose where the launch waits.
  static constexpr unsigned long long limit_ns = 500'000'000;

  stream_holder() {
    void *flags = nullptr, *on_gpu = nullptr;
    check_cuda(cudaHostAlloc(&flags, sizeof(hold_flags), cudaHostAllocMapped), "cudaHostAlloc");
    flags_ = new (flags) hold_flags{};
    check_cuda(cudaHostGetDevicePointer(&on_gpu, flags, 0), "cudaHostGetDevicePointer");
    on_gpu_ = static_cast<volatile hold_flags*>(on_gpu);
    // The kernel is loaded now: loading one may wait for the GPU.
    hold();
    release();
    check_cuda(cudaDeviceSynchronize(), "wait_for_release");
  }
  ~stream_holder() { cudaFreeHost(const_cast<hold_flags*>(flags_)); }
  stream_holder(const stream_holder&) = delete;
  stream_holder& operator=(const stream_holder&) = delete;

  /// Nothing may be held when it is called.
  void hold() {
    flags_->timed_out = 0;
    flags_->released = 0;
    wait_for_release<<<1, 1>>>(on_gpu_, limit_ns);
    check_cuda(cudaGetLastError(), "wait_for_release");
  }
  void release() { flags_->released = 1; }

  /// Whether the kernel gave up before release(). The GPU has finished it.
  [[nodiscard]] bool timed_out() const { return flags_->timed_out != 0; }

 private:
  volatile hold_flags *flags_ = nullptr, *on_gpu_ = nullptr;  // the same memory
};

}  // namespace codag::harness::cuda
