// A tiny kernel whose time is known, and which a neighbour on the GPU slows or delays.
#pragma once

#include <memory>

namespace codag::harness {

/// What a run of the probe took.
struct probe_time {
  /// The cycles from the begin to the end of the kernel, over those that it takes undisturbed: 1,
  /// or more if another process had the GPU, or a part of a multiprocessor, in between.
  double slowdown = 1;
  /// From the launch to the end, without the kernel itself: the shortest of several launches.
  double late_s = 0;
};

class gpu_probe {
 public:
  gpu_probe() = default;
  gpu_probe(const gpu_probe&) = delete;
  gpu_probe& operator=(const gpu_probe&) = delete;
  virtual ~gpu_probe() = default;
  /// Runs it on an idle GPU, which takes some milliseconds.
  virtual probe_time run() = 0;
};

namespace cuda {

/// The probe of GPU 0. Creates a CUDA context. Throws cannot_run if there is no GPU.
std::unique_ptr<gpu_probe> make_gpu_probe();

}  // namespace cuda
}  // namespace codag::harness
