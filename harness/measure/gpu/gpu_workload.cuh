// The common part of all workloads on the GPU: the cache flush, the clock, the events and the
// launch facts.
#pragma once

#include <cuda_runtime.h>

#include <chrono>

#include "codag/simt/cuda/launch.cuh"
#include "harness/measure/gpu/cuda_memory.cuh"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/gpu/held_stream.cuh"
#include "harness/measure/gpu/sm_clock.cuh"
#include "harness/measure/workload.hpp"

namespace codag::harness::cuda {

/// A numeric attribute of GPU 0.
inline int attribute(cudaDeviceAttr which) {
  int value = 0;
  check_cuda(cudaDeviceGetAttribute(&value, which, 0), "cudaDeviceGetAttribute");
  return value;
}

/// A point in the default stream.
class event {
 public:
  event() { check_cuda(cudaEventCreate(&event_), "cudaEventCreate"); }
  ~event() { cudaEventDestroy(event_); }
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  void record() { check_cuda(cudaEventRecord(event_), "cudaEventRecord"); }
  [[nodiscard]] double seconds_since(const event& start) const {
    check_cuda(cudaEventSynchronize(event_), "cudaEventSynchronize");
    float milliseconds = 0;
    check_cuda(cudaEventElapsedTime(&milliseconds, start.event_, event_), "cudaEventElapsedTime");
    return static_cast<double>(milliseconds) * 1e-3;
  }

 private:
  cudaEvent_t event_{};
};

/// The base class of all workloads on the GPU.
class gpu_workload : public workload {
 public:
  gpu_workload()
      : clock_(attribute(cudaDevAttrMultiProcessorCount)),
        flush_(2 * static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize))) {
    // The clock's kernel is loaded now: loading one may wait for the GPU, while a sample holds it.
    clock_.before();
    clock_.after();
    synchronize();
  }

  timed_run run(bool cold) final {
    // Writing twice the size of the L2 cache evicts all of the case's data.
    if (cold) check_cuda(cudaMemsetAsync(flush_.data(), 0, flush_.size()), "flush of the L2 cache");
    enqueue_held();
    const double seconds = stop_.seconds_since(start_);
    synchronize();
    const bool held = holds_ && !holder_.timed_out();
    // A launch that waits for the GPU would wait for the time-out each time.
    holds_ = held;
    return {.seconds = seconds, .sm_clock_mhz = clock_.mhz(), .held = held};
  }
  double timed_launch() final {
    record_launch();
    const double seconds = stop_.seconds_since(start_);
    synchronize();
    return seconds;
  }
  void synchronize() final { check_cuda(cudaDeviceSynchronize(), "kernel"); }
  [[nodiscard]] bool has_cold() const final { return true; }
  [[nodiscard]] double rated_clock_mhz() const final {
    return attribute(cudaDevAttrClockRate) * 1e-3;
  }
  allowed_clock find_allowed_clock() final {
    // Until the clock has settled, and NVML no longer reports an idle GPU.
    constexpr auto busy = std::chrono::milliseconds(100);
    constexpr int launches_ahead = 8;
    double mhz = 0;
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < busy) mhz = run(false).sm_clock_mhz;
    for (int i = 0; i < launches_ahead; ++i) launch();
    const allowed_clock found = read_allowed_clock(pci_bus_id(), mhz, rated_clock_mhz());
    synchronize();
    return found;
  }

 private:
  /// Enqueues a launch between the readings of the clock, while the GPU waits.
  void enqueue_held() {
    struct releasing {  // also if the launch throws
      stream_holder& holder;
      ~releasing() { holder.release(); }
    } const at_end{holder_};
    if (holds_) holder_.hold();
    clock_.before();
    record_launch();
    clock_.after();
  }
  void record_launch() {
    start_.record();
    launch();
    stop_.record();
  }

  sm_clock clock_;
  guarded_memory flush_;
  event start_, stop_;
  stream_holder holder_;
  bool holds_ = true;  // until a launch has been found to wait for the GPU
};

/// The properties of a launch of `entry`, as the driver reports them.
inline launch_facts launch_facts_of(const void* entry, const simt::launch_shape& shape) {
  cudaFuncAttributes attributes{};
  check_cuda(cudaFuncGetAttributes(&attributes, entry), "cudaFuncGetAttributes");
  int blocks = 0;
  check_cuda(simt::cuda::allow_shared_bytes(entry, shape), "cudaFuncSetAttribute");
  check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                 &blocks, entry, static_cast<int>(shape.threads), shape.shared_bytes),
             "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
  launch_facts facts;
  facts.grid = shape.blocks;
  facts.block = shape.threads;
  facts.registers = static_cast<unsigned>(attributes.numRegs);
  facts.shared_bytes = static_cast<unsigned>(attributes.sharedSizeBytes) + shape.shared_bytes;
  facts.local_bytes = static_cast<unsigned>(attributes.localSizeBytes);
  facts.resident_blocks = static_cast<unsigned>(blocks);
  facts.occupancy = static_cast<double>(blocks) * shape.threads /
                    attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
  return facts;
}

}  // namespace codag::harness::cuda
