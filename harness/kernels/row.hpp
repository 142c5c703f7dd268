// Making a registry row from a kernel's type. A decode kernel combines a codec and a schedule.
#pragma once

#include <concepts>
#include <string_view>
#include <vector>

#include "codag/element_types.hpp"
#include "harness/kernels/registry.hpp"

namespace codag::harness {

/// Whether a list has a type for columns of `type`.
template <class ElementTypes>
bool supports_type(element_type type) {
  return supports(ElementTypes{}, type);
}

/// The declarations of a kernel, which configs, names, reports and `codag list` all use.
template <class Kernel, class Argument>
concept declared_kernel =
    requires(const Argument& argument, std::span<const std::uint64_t> values) {
      { Kernel::name } -> std::convertible_to<std::string_view>;
      { Kernel::parts } -> std::convertible_to<std::span<const part>>;
      { Kernel::parameters } -> std::convertible_to<std::span<const parameter>>;
      { Kernel::with(argument, values) } -> std::same_as<Kernel>;
      { Kernel::with(argument, values).shape() } -> std::same_as<simt::launch_shape>;
    };

/// The facts of a kernel, from its declarations. They are the same for every element type.
template <class Kernel>
constexpr variant_facts facts_of_kernel(harness::family family, std::string_view codec,
                                        bool (*supports)(element_type)) {
  static_assert(well_declared(Kernel::parameters));
  return {.family = family,
          .codec = codec,
          .variant = Kernel::name,
          .parts = Kernel::parts,
          .parameters = Kernel::parameters,
          .supports = supports};
}

/// Every decode kernel of this build. Its definition is generated from decode_kernels.cmake.
std::vector<column_kernel> built_in_column_kernels();
/// Every tile kernel of this build. Its definition is generated from tile_kernels.cmake.
std::vector<column_kernel> built_in_tile_kernels();
/// Every tile kernel with another sink than store. Its definition is generated from
/// sink_kernels.cmake.
std::vector<column_kernel> built_in_sink_kernels();
/// Every cascade of this build. Its definition is generated from cascaded_kernels.cmake.
std::vector<column_kernel> built_in_cascaded_kernels();
/// Every encode kernel of this build. Its definition is generated from encode_kernels.cmake.
std::vector<encode_kernel> built_in_encode_kernels();
/// Every query kernel of this build. Its definition is generated from query_kernels.cmake.
std::vector<query_kernel> built_in_query_kernels();

/// The functions of a codec and a schedule. Each pair is compiled in its own file.
template <class Codec, class Schedule>
host_function<device_column> host_function_of();
template <class Codec, class Schedule>
cuda_functions<device_column> cuda_functions_of();

}  // namespace codag::harness
