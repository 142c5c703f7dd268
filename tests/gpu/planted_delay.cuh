// A delay on the GPU after each launch of a workload: 1 % of what the launch takes without it.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>

namespace codag::harness::cuda {

/// One thread waits.
static __global__ void wait_for_cycles(long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) continue;
}

class planted_delay {
 public:
  /// Before each launch. `last` gives the seconds of the launch before. The first launch may load
  /// code, so the second one is the measure; the delay begins with the third.
  template <class Seconds>
  void learn(const Seconds& last) {
    if (launches_++ != 2) return;
    int kilohertz = 0;
    cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0);
    cycles_ = static_cast<long long>(std::max(0.01 * last() - own_seconds_, 0.0) * kilohertz * 1e3);
  }
  /// After it, in the same stream.
  void enqueue() const {
    if (launches_ > 2) wait_for_cycles<<<1, 1>>>(cycles_);
  }

 private:
  /// What a kernel that does nothing adds to the kernels before it.
  static double seconds_without_cycles() {
    constexpr int kernels = 500;
    constexpr long long until_all_are_enqueued = 10'000'000;
    cudaEvent_t start{}, stop{};
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    wait_for_cycles<<<1, 1>>>(until_all_are_enqueued);
    cudaEventRecord(start);
    for (int i = 0; i < kernels; ++i) wait_for_cycles<<<1, 1>>>(0);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return milliseconds * 1e-3 / kernels;
  }

  double own_seconds_ = seconds_without_cycles();
  unsigned launches_ = 0;
  long long cycles_ = 0;
};

}  // namespace codag::harness::cuda
