// Making a registry row from the type of a variant.
#pragma once

#include <concepts>
#include <string_view>
#include <vector>

#include "codag/element_types.hpp"
#include "codag/launch/launch.hpp"
#include "harness/kernels/registry.hpp"

namespace codag::harness {

/// Whether a list has a type for columns of `type`.
template <class ElementTypes>
bool supports_type(element_type type) {
  return supports(ElementTypes{}, type);
}

/// The declarations of a variant, which configs, names, reports and `codag list` all use.
template <class Variant>
concept declared_variant = requires {
  { Variant::name } -> std::convertible_to<std::string_view>;
  { Variant::parts } -> std::convertible_to<std::span<const part>>;
  { Variant::parameters } -> std::convertible_to<std::span<const parameter>>;
};

/// The facts of a variant, from its declarations. They are the same for every element type.
template <declared_variant Kernel>
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

/// The functions of a Launch: a type with the `argument` of its family and with run_kernels(), as
/// codag/launch/launch.hpp describes. Each launch is compiled in its own file (launches.cmake).
template <class Launch>
host_function<typename Launch::argument> run_on_host();
template <class Launch>
cuda_functions<typename Launch::argument> run_on_cuda();

/// The launch of a variant with one element type.
template <class Variant, class Argument>
struct launch_of {
  using argument = Argument;
  template <class Run>
  static void run_kernels(const Argument& argument, const launch_choice& choice, Run& run) {
    codag::run_kernels<Variant>(argument, choice, run);
  }
};

/// The row of a launch. A function is null for a backend that this build lacks.
template <class Launch>
kernel_row<typename Launch::argument> row_of_launch(const variant_facts& facts) {
  kernel_row<typename Launch::argument> row{.facts = facts};
#ifdef CODAG_HAVE_HOST_BACKEND
  row.run = run_on_host<Launch>();
#endif
#ifdef CODAG_HAVE_CUDA
  row.cuda = run_on_cuda<Launch>();
#endif
  return row;
}

// The rows of this build, by family. Their definitions are generated from the *_kernels.cmake.
std::vector<column_kernel> built_in_column_kernels();
std::vector<column_kernel> built_in_tile_kernels();
std::vector<column_kernel> built_in_sink_kernels();  ///< tile kernels with another sink than store
std::vector<column_kernel> built_in_cascaded_kernels();
std::vector<encode_kernel> built_in_encode_kernels();
std::vector<query_kernel> built_in_query_kernels();

}  // namespace codag::harness
