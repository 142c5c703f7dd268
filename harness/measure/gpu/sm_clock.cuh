// The SM clock during a kernel, measured on the device by reading %globaltimer together with
// clock64. This needs no privilege. (The idea is from NVBench; see docs/measuring.md.)
#pragma once

#include <cuda_runtime.h>

#include <cmath>

#include "harness/measure/gpu/cuda_memory.cuh"

namespace codag::harness::cuda {

struct clock_reading {
  unsigned long long nanoseconds;  // %globaltimer
  long long cycles;                // clock64() of multiprocessor 0; 0 if no block ran there
};

// clock64() counts one multiprocessor's cycles, so both readings must be multiprocessor 0's.
static __global__ void read_clock(clock_reading* reading) {
  unsigned sm = 0;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
  if (sm != 0 || threadIdx.x != 0) return;
  unsigned long long now = 0;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  // Several blocks may run there. Their readings differ by a few hundred cycles, and the last one
  // is stored as a whole.
  reading->nanoseconds = now;
  reading->cycles = clock64();
}

/// Two clock readings, before and after a kernel on one stream.
class sm_clock {
 public:
  explicit sm_clock(int multiprocessors)
      : blocks_(2 * multiprocessors), readings_(2 * sizeof(clock_reading)) {}

  void before() { read(0); }
  void after() { read(1); }

  /// The average MHz between the two readings, to a tenth; 0 if a reading is missing or the timer
  /// did not advance. Synchronises with the GPU.
  [[nodiscard]] double mhz() const {
    clock_reading r[2];
    check_cuda(cudaMemcpy(r, readings_.data(), sizeof(r), cudaMemcpyDeviceToHost),
               "clock readings");
    if (r[0].cycles == 0 || r[1].cycles <= r[0].cycles || r[1].nanoseconds <= r[0].nanoseconds)
      return 0;
    const double mhz = 1e3 * static_cast<double>(r[1].cycles - r[0].cycles) /
                       static_cast<double>(r[1].nanoseconds - r[0].nanoseconds);
    return std::round(mhz * 10) / 10;
  }

 private:
  void read(int which) {
    auto* reading = reinterpret_cast<clock_reading*>(readings_.data()) + which;
    check_cuda(cudaMemsetAsync(reading, 0, sizeof(*reading)), "cudaMemsetAsync");
    // With 1024 threads per block at most two blocks fit on a multiprocessor, so twice as many
    // blocks as multiprocessors reach all of them.
    read_clock<<<blocks_, 1024>>>(reading);
    check_cuda(cudaGetLastError(), "read_clock");
  }

  int blocks_;
  guarded_memory readings_;
};

}  // namespace codag::harness::cuda
