// Launching kernels one after the other on the host backend, some of which may overlap.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "codag/simt/host/grid.hpp"
#include "codag/simt/host/race/detector.hpp"

namespace codag::simt::host {

/// Kernels in the order of their launches, as on a CUDA stream. If the options say so, an
/// early_kernel begins when all blocks of the kernel before it have begun; but if that kernel is
/// early, too, the second one waits for the first one's end. Under the race detector, the blocks of
/// kernels that may overlap always count as concurrent. Each use ends with finish().
class stream {
 public:
  /// The options are those of each launch.
  explicit stream(const launch_options& options) : options_(options) {}
  ~stream() = default;
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;

  /// A kernel runs once it is known whether the next one overlaps with it. Throws what launch() of
  /// launch.hpp throws, for this kernel or an earlier one.
  template <class Kernel>
  void launch(const Kernel& kernel, launch_shape shape) {
    const bool may_overlap = early_kernel<Kernel> && (options_.overlap || race::watching);
    if (!may_overlap || last_is_early_) run();
    last_is_early_ = early_kernel<Kernel>;
    auto copy = std::make_shared<const Kernel>(kernel);
    erased_kernel its = erased(*copy, shape);
    waiting_.push_back({std::move(its), shape, std::move(copy)});
  }

  /// Runs what is left. Returns the sum of the kernels' counts.
  [[nodiscard]] counts finish() {
    run();
    return std::exchange(total_, {});
  }

 private:
  void run() {
    if (!waiting_.empty()) total_ += run_grids(std::exchange(waiting_, {}), options_);
  }

  launch_options options_;
  std::vector<grid> waiting_;  // at most two
  bool last_is_early_ = false;
  counts total_;
};

}  // namespace codag::simt::host
