// The definition of encoder_on_host(), which runs an encoder's kernels on the host backend.
#pragma once

#include "codag/simt/host/resident_blocks.hpp"
#include "codag/simt/host/stream.hpp"
#include "harness/kernels/encode_kernels.hpp"

namespace codag::harness {

template <encode_sequence Encoder>
host_function<device_encoding> encoder_on_host() {
  return [](const device_encoding& job, const launch_choice& choice,
            const simt::host::launch_options& options) {
    simt::host::stream stream(options);
    Encoder::with(job, choice.values, choice.workspace)
        .each_kernel(
            choice.phase,
            []<class Kernel>(const Kernel& kernel) {
              return simt::host::resident_blocks<Kernel>(kernel.shape());
            },
            [&](const auto& kernel) { stream.launch(kernel, kernel.shape()); });
    return stream.finish();
  };
}

}  // namespace codag::harness
