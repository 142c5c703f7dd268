// The definition of sink_on_host(), which runs a codec's tile kernels with a sink on the host
// backend.
#pragma once

#include "codag/simt/host/launch.hpp"
#include "harness/kernels/sink_kernels.hpp"

namespace codag::harness {

template <class Tiles, class Sink>
host_function<device_column> sink_on_host() {
  return [](const device_column& column, const launch_choice& choice,
            const simt::host::launch_options& options) {
    simt::host::counts counts;
    each_sink_kernel<Tiles, Sink>(column, choice, [&](const auto& kernel) {
      counts += simt::host::launch(kernel, kernel.shape(), options);
    });
    return counts;
  };
}

}  // namespace codag::harness
