// The common part of all workloads on the GPU: the cache flush, the clock, the events and the
// kernels of a launch.
#pragma once

#include <cuda_runtime.h>

#include <chrono>
#include <optional>

#include "harness/measure/gpu/attribute.cuh"
#include "harness/measure/gpu/cuda_memory.cuh"
#include "harness/measure/gpu/event.cuh"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/gpu/held_stream.cuh"
#include "harness/measure/gpu/kernel_times.cuh"
#include "harness/measure/gpu/sm_clock.cuh"
#include "harness/measure/workload.hpp"

namespace codag::harness::cuda {

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
  std::optional<launch_facts> how_launched() override {
    kernel_times seen;
    {
      const held at_once(*this);
      launch();
      seen.end();
    }
    synchronize();
    return seen.facts();
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
  /// Lets the GPU wait while it exists, also if a launch throws, unless launches wait for the GPU.
  struct held {
    explicit held(gpu_workload& its) : holder(its.holder_) {
      if (its.holds_) holder.hold();
    }
    ~held() { holder.release(); }
    held(const held&) = delete;
    held& operator=(const held&) = delete;
    stream_holder& holder;
  };

  /// Enqueues a launch between the readings of the clock, while the GPU waits.
  void enqueue_held() {
    const held at_once(*this);
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

}  // namespace codag::harness::cuda
