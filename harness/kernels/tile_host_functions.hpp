// The definition of tiles_on_host(), which runs a codec's tile kernels on the host backend.
#pragma once

#include "codag/simt/host/stream.hpp"
#include "harness/kernels/tile_kernels.hpp"

namespace codag::harness {

template <class Tiles>
host_function<device_column> tiles_on_host() {
  return [](const device_column& column, const launch_choice& choice,
            const simt::host::launch_options& options) {
    simt::host::stream stream(options);
    each_tile_kernel<Tiles>(column, choice,
                            [&](const auto& kernel) { stream.launch(kernel, kernel.shape()); });
    return stream.finish();
  };
}

}  // namespace codag::harness
