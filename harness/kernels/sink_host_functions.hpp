// The definition of sink_on_host(), which runs a codec's tile kernels with a sink on the host
// backend.
#pragma once

#include "codag/simt/host/stream.hpp"
#include "harness/kernels/sink_kernels.hpp"

namespace codag::harness {

template <class Tiles, class Sink>
host_function<device_column> sink_on_host() {
  return [](const device_column& column, const launch_choice& choice,
            const simt::host::launch_options& options) {
    simt::host::stream stream(options);
    each_sink_kernel<Tiles, Sink>(
        column, choice, [&](const auto& kernel) { stream.launch(kernel, kernel.shape()); });
    return stream.finish();
  };
}

}  // namespace codag::harness
