// The definition of tiles_on_host(), which runs a codec's tile kernels on the host backend.
#pragma once

#include "codag/simt/host/launch.hpp"
#include "harness/kernels/tile_kernels.hpp"

namespace codag::harness {

template <class Tiles>
host_function<device_column> tiles_on_host() {
  return [](const device_column& column, const launch_choice& choice,
            const simt::host::launch_options& options) {
    simt::host::counts counts;
    each_tile_kernel<Tiles>(column, choice, [&](const auto& kernel) {
      counts += simt::host::launch(kernel, kernel.shape(), options);
    });
    return counts;
  };
}

}  // namespace codag::harness
