// The definition of scan_on_host(), which runs a query's kernels on the host backend.
#pragma once

#include "codag/simt/host/stream.hpp"
#include "harness/kernels/query_kernels.hpp"

namespace codag::harness {

template <class Scan>
host_function<query_argument> scan_on_host() {
  return [](const query_argument& argument, const launch_choice& choice,
            const simt::host::launch_options& options) {
    simt::host::stream stream(options);
    simt::host::counts counts;
    each_query_kernel<Scan>(
        argument, choice, [&](const auto& kernel) { stream.launch(kernel, kernel.shape()); },
        [&](const column_kernel& row, const device_column& column, const launch_choice& its) {
          counts += stream.finish();
          counts += row.run(column, its, options);
        });
    return counts += stream.finish();
  };
}

}  // namespace codag::harness
