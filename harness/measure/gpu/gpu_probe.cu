#include "harness/measure/gpu/gpu_probe.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "harness/measure/gpu/cuda_memory.cuh"
#include "harness/measure/gpu/gpu_workload.cuh"

namespace codag::harness::cuda {
namespace {

// Two warps per scheduler, with an operation in flight each: a neighbour's warps on the same
// multiprocessor take slots from them.
constexpr unsigned threads = 256;
// Some 10 us, far less than the time slice that a process has on a shared GPU (about 2 ms). The
// fastest step was therefore not interrupted, and the time of all is known from it.
constexpr int step_operations = 4096;
// Together some 5 ms, more than a time slice: a busy neighbour has its turn meanwhile.
constexpr int many_steps = 512;
constexpr int few_steps = 4;
constexpr int few_launches = 3;

constexpr long long longest_ever = std::numeric_limits<long long>::max();

struct step_cycles {
  long long all, fastest;
};

/// A chain of dependent operations, which use neither memory nor caches.
__global__ void chain(step_cycles* of_block, int steps, float* never_written) {
  float value = static_cast<float>(threadIdx.x);
  long long fastest = longest_ever;
  const long long begin = clock64();
  long long last = begin;
  for (int s = 0; s < steps; ++s) {
#pragma unroll 16
    for (int i = 0; i < step_operations; ++i) value = fmaf(value, 0.999f, 0.5f);
    // The condition never holds, and makes the clock wait for the value.
    if (value < 0) *never_written = value;
    const long long now = clock64();
    if (now - last < fastest) fastest = now - last;
    last = now;
  }
  if (threadIdx.x == 0) of_block[blockIdx.x] = {last - begin, fastest};
}

class cuda_probe final : public gpu_probe {
 public:
  cuda_probe()
      : blocks_(static_cast<unsigned>(attribute(cudaDevAttrMultiProcessorCount))),
        cycles_(blocks_ * sizeof(step_cycles) + sizeof(float)) {
    run();  // loads the kernel
  }

  probe_time run() override {
    probe_time its;
    its.late_s = std::numeric_limits<double>::max();
    for (int i = 0; i < few_launches; ++i) its.late_s = std::min(its.late_s, lateness(few_steps));
    its.late_s = std::max(its.late_s, 0.0);
    lateness(many_steps);
    std::vector<step_cycles> blocks(blocks_);
    check_cuda(cudaMemcpy(blocks.data(), cycles_.data(), blocks.size() * sizeof(step_cycles),
                          cudaMemcpyDeviceToHost),
               "cudaMemcpy");
    long long longest = 0;
    for (const step_cycles& block : blocks) {
      longest = std::max(longest, block.all);
      fastest_ = std::min(fastest_, block.fastest);
    }
    its.slowdown = static_cast<double>(longest) / (static_cast<double>(fastest_) * many_steps);
    return its;
  }

 private:
  /// The seconds from the launch to the end as the host sees them, less those between two events
  /// around the kernel: the first event waits for the GPU as the kernel would.
  double lateness(int steps) {
    auto* cycles = reinterpret_cast<step_cycles*>(cycles_.data());
    const auto begin = std::chrono::steady_clock::now();
    start_.record();
    chain<<<blocks_, threads>>>(cycles, steps, reinterpret_cast<float*>(cycles + blocks_));
    check_cuda(cudaGetLastError(), "probe kernel");
    stop_.record();
    const double on_gpu = stop_.seconds_since(start_);
    const std::chrono::duration<double> seen = std::chrono::steady_clock::now() - begin;
    return seen.count() - on_gpu;
  }

  unsigned blocks_;
  guarded_memory cycles_;
  event start_, stop_;
  long long fastest_ = longest_ever;  // of all runs
};

}  // namespace

std::unique_ptr<gpu_probe> make_gpu_probe() {
  return std::make_unique<cuda_probe>();
}

}  // namespace codag::harness::cuda
