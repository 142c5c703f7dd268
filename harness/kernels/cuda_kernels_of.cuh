// The definition of kernels_of(): a codec's kernels under every schedule, instantiated. Include
// from .cu files only.
#pragma once

#include "codag/simt/cuda/launch.cuh"
#include "harness/kernels/cuda_kernels.cuh"
#include "harness/kernels/kernel_list.hpp"

namespace codag::harness::cuda {

/// A kernel's two functions, by the variant's types.
template <class Codec, class Schedule>
struct kernel_functions {
  static cudaError_t launch(element_type type, const device_column& column,
                            const launch_parameters& parameters) {
    return with_element(type, [&]<class T>() {
      const kernel_of<Codec, Schedule, T> kernel{column, parameters};
      return simt::cuda::launch(kernel, kernel.shape());
    });
  }
  static kernel_entry entry(element_type type, const device_column& column,
                            const launch_parameters& parameters) {
    return with_element(type, [&]<class T>() {
      using kernel = kernel_of<Codec, Schedule, T>;
      return kernel_entry{reinterpret_cast<const void*>(&simt::cuda::entry<kernel>),
                          kernel{column, parameters}.shape()};
    });
  }
};

template <class Codec>
std::span<const kernel> kernels_of() {
  static constexpr auto rows =
      row_for_each(all_schedules{}, []<class Schedule>(std::type_identity<Schedule>) {
        using functions = kernel_functions<Codec, Schedule>;
        return kernel{facts_of<Codec, Schedule>(), functions::launch, functions::entry};
      });
  return rows;
}

}  // namespace codag::harness::cuda
