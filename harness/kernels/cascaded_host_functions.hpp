// The definition of cascade_on_host(), which runs a cascade on the host backend.
#pragma once

#include "codag/simt/host/launch.hpp"
#include "harness/kernels/cascaded_kernels.hpp"

namespace codag::harness {

template <class Cascade>
host_function<device_column> cascade_on_host() {
  return [](const device_column& column, const launch_choice& choice,
            const simt::host::launch_options& options) {
    simt::host::counts counts;
    each_cascaded_kernel<Cascade>(column, choice, [&](const auto& kernel) {
      counts += simt::host::launch(kernel, kernel.shape(), options);
    });
    return counts;
  };
}

}  // namespace codag::harness
