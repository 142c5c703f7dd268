// The kernels of a launch and how long each of them takes. Include from .cu files only.
#pragma once

#include <cuda_runtime.h>

#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "codag/simt/cuda/launch_observer.cuh"
#include "harness/measure/gpu/event.cuh"
#include "harness/measure/gpu/kernel_facts.cuh"
#include "harness/measure/launch_facts.hpp"

namespace codag::harness::cuda {

/// While it exists, sees the kernels that this thread launches, and records an event before each.
/// They run one after another, so that each has a time of its own.
class kernel_times final : public simt::cuda::launch_observer {
 public:
  bool wants(const simt::cuda::kernel_launch& kernel, cudaStream_t stream) override {
    kernels_.push_back(kernel);
    begins_.emplace_back().record(stream);
    return true;
  }

  /// All kernels have been launched, in the default stream.
  void end() { begins_.emplace_back().record(); }

  /// The facts of the kernels, which have finished; null if it saw none.
  [[nodiscard]] std::optional<launch_facts> facts() const {
    if (kernels_.empty()) return std::nullopt;
    const double whole = begins_.back().seconds_since(begins_.front());
    launch_facts all;
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
      kernel_facts its = kernel_facts_of(kernels_[i]);
      if (whole > 0) its.share = begins_[i + 1].seconds_since(begins_[i]) / whole;
      all.kernels.push_back(std::move(its));
    }
    return all;
  }

 private:
  std::vector<simt::cuda::kernel_launch> kernels_;
  std::deque<event> begins_;  // one per kernel, and the end
};

/// The kernels that launch() launches; none is launched.
template <class Launch>
std::vector<simt::cuda::kernel_launch> kernels_of(const Launch& launch) {
  struct list final : simt::cuda::launch_observer {
    bool wants(const simt::cuda::kernel_launch& kernel, cudaStream_t /*stream*/) override {
      kernels.push_back(kernel);
      return false;
    }
    std::vector<simt::cuda::kernel_launch> kernels;
  } seen;
  launch();
  return std::move(seen.kernels);
}

}  // namespace codag::harness::cuda
