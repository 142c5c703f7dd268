// The definition of host_kernels_of(): a codec's kernels under every schedule, instantiated.
#pragma once

#include "codag/simt/host/launch.hpp"
#include "harness/kernels/host_kernels.hpp"
#include "harness/kernels/kernel_list.hpp"

namespace codag::harness {

template <class Codec>
std::span<const host_kernel> host_kernels_of() {
  static constexpr auto rows =
      row_for_each(all_schedules{}, []<class Schedule>(std::type_identity<Schedule>) {
        return host_kernel{
            facts_of<Codec, Schedule>(),
            [](element_type type, const device_column& column, const launch_parameters& parameters,
               const simt::host::launch_options& options) {
              return with_element(type, [&]<class T>() {
                const kernel_of<Codec, Schedule, T> kernel{column, parameters};
                return simt::host::launch(kernel, kernel.shape(), options);
              });
            }};
      });
  return rows;
}

}  // namespace codag::harness
