// Adapts any kernel functor to the registry's interface for the host backend.
#pragma once

#include "codag/simt/host/launch.hpp"
#include "harness/kernels/row.hpp"

namespace codag::harness {

/// The function of a kernel with one element type.
template <class Kernel, class Argument>
  requires declared_kernel<Kernel, Argument>
host_function<Argument> host_function_for() {
  return [](const Argument& argument, const launch_choice& choice,
            const simt::host::launch_options& options) {
    if (choice.phase != phase::timed) return simt::host::counts{};
    const Kernel kernel = Kernel::with(argument, choice.values);
    return simt::host::launch(kernel, kernel.shape(), options);
  };
}

}  // namespace codag::harness
