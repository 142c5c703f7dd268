// The definition of cascade_on_host(), which runs a cascade on the host backend.
#pragma once

#include "codag/simt/host/stream.hpp"
#include "harness/kernels/cascaded_kernels.hpp"

namespace codag::harness {

template <class Cascade>
host_function<device_column> cascade_on_host() {
  return [](const device_column& column, const launch_choice& choice,
            const simt::host::launch_options& options) {
    simt::host::stream stream(options);
    each_cascaded_kernel<Cascade>(
        column, choice, [&](const auto& kernel) { stream.launch(kernel, kernel.shape()); });
    return stream.finish();
  };
}

}  // namespace codag::harness
