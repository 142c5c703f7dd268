// Launching kernels one after the other on the host backend, some of which may overlap.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "codag/simt/host/grid.hpp"

namespace codag::simt::host {

/// Kernels in the order of their launches, as on a CUDA stream. An early_kernel overlaps with the
/// kernel before it, unless that one is early, too: it begins as soon as all blocks of that one
/// have begun.
class stream {
 public:
  /// The options are those of each launch.
  explicit stream(const launch_options& options) : options_(options) {}

  /// A kernel runs once it is known whether the next one overlaps with it. Throws what launch() of
  /// launch.hpp throws, for this kernel or an earlier one.
  template <class Kernel>
  void launch(const Kernel& kernel, launch_shape shape) {
    const bool overlaps = early_kernel<Kernel> && grids_.size() == 1;
    if (!overlaps) run();
    const auto copy = std::make_shared<const Kernel>(kernel);
    grids_.push_back({erased(*copy, shape), shape});
    kernels_.push_back(copy);
  }

  /// Runs what is left. Returns the sum of the kernels' counts, which no option changes.
  [[nodiscard]] counts finish() {
    run();
    return std::exchange(total_, {});
  }

 private:
  void run() {
    if (grids_.empty()) return;
    const std::vector<grid> grids = std::exchange(grids_, {});
    const std::vector<std::shared_ptr<const void>> kernels = std::exchange(kernels_, {});
    total_ += run_grids(grids, options_);
  }

  launch_options options_;
  std::vector<grid> grids_;                           // that have not run: at most two
  std::vector<std::shared_ptr<const void>> kernels_;  // what they refer to
  counts total_;
};

}  // namespace codag::simt::host
