// The definition of host_function_of(), which runs a codec's kernel with a schedule on the host
// backend.
#pragma once

#include "codag/simt/host/gpu_facts.hpp"
#include "codag/simt/host/stream.hpp"
#include "harness/kernels/decode_kernels.hpp"

namespace codag::harness {

template <class Codec, class Schedule>
host_function<device_column> host_function_of() {
  return [](const device_column& column, const launch_choice& choice,
            const simt::host::launch_options& options) {
    if (choice.phase != phase::timed) return simt::host::counts{};
    return with_element(typename Codec::element_types{}, choice.type, [&]<class T>() {
      simt::host::stream stream(options);
      each_kernel<kernel_of<Codec, Schedule, T>>(
          simt::host::interpreted_gpu, column, choice,
          [&](const auto& kernel) { stream.launch(kernel, kernel.shape()); });
      return stream.finish();
    });
  };
}

}  // namespace codag::harness
