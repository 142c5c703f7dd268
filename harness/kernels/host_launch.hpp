// Any kernel functor on the host backend, as a registry's row has it.
#pragma once

#include "codag/simt/host/launch.hpp"
#include "harness/kernels/row.hpp"

namespace codag::harness {

/// For a kernel of one element type.
template <class Kernel, class Argument>
  requires declared_kernel<Kernel, Argument>
host_function<Argument> host_function_for() {
  return [](const Argument& argument, const launch_choice& choice,
            const simt::host::launch_options& options) {
    const Kernel kernel = Kernel::with(argument, choice.values);
    return simt::host::launch(kernel, kernel.shape(), options);
  };
}

}  // namespace codag::harness
