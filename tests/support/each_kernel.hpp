// The kernels of a launch, for a use of the test's own.
#pragma once

#include "codag/launch/launch.hpp"
#include "codag/simt/gpu_facts.hpp"

namespace codag::test {

/// A backend that runs nothing (codag/launch/launch.hpp).
template <class Use>
struct kernel_list {
  const simt::gpu_facts& its_gpu;
  const Use& use;

  [[nodiscard]] const simt::gpu_facts& gpu() const { return its_gpu; }
  template <class Kernel>
  [[nodiscard]] unsigned resident_blocks(const Kernel& /*kernel*/) const {
    return 1;
  }
  template <class Kernel>
  void operator()(const Kernel& kernel) const {
    use(kernel);
  }
};

/// Calls use(kernel) for each kernel of a launch on that GPU, in their order.
template <class Variant, class Argument, class Use>
void each_kernel(const simt::gpu_facts& gpu, const Argument& argument, const launch_choice& choice,
                 const Use& use) {
  kernel_list<Use> run{gpu, use};
  run_kernels<Variant>(argument, choice, run);
}

}  // namespace codag::test
