// The definition of run_on_host(), which runs the kernels of any launch on the host backend.
#pragma once

#include "codag/launch/launch.hpp"
#include "codag/simt/host/gpu_facts.hpp"
#include "codag/simt/host/resident_blocks.hpp"
#include "codag/simt/host/stream.hpp"
#include "harness/kernels/row.hpp"

namespace codag::harness {

/// Interprets kernels one after the other, as codag/launch/launch.hpp describes.
class host_runner {
 public:
  explicit host_runner(const simt::host::launch_options& options)
      : options_(options), stream_(options) {}

  [[nodiscard]] static const simt::gpu_facts& gpu() { return simt::host::interpreted_gpu; }
  template <class Kernel>
  [[nodiscard]] unsigned resident_blocks(const Kernel& kernel) const {
    return simt::host::resident_blocks<Kernel>(kernel.shape());
  }
  template <class Kernel>
  void operator()(const Kernel& kernel) {
    stream_.launch(kernel, kernel.shape());
  }
  /// Runs the kernels of another row.
  template <class Argument>
  void run_row(const kernel_row<Argument>& row, const Argument& argument,
               const launch_choice& choice) {
    counts_ += stream_.finish();
    counts_ += row.run(argument, choice, options_);
  }
  simt::host::counts finish() { return counts_ += stream_.finish(); }

 private:
  const simt::host::launch_options& options_;
  simt::host::stream stream_;
  simt::host::counts counts_;
};

template <class Launch>
host_function<typename Launch::argument> run_on_host() {
  return [](const typename Launch::argument& argument, const launch_choice& choice,
            const simt::host::launch_options& options) {
    host_runner run(options);
    Launch::run_kernels(argument, choice, run);
    return run.finish();
  };
}

}  // namespace codag::harness
