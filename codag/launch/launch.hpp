// The protocol by which every variant is launched, whether it is one kernel or several.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/element_type.hpp"
#include "codag/phase.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// What a launch is given besides its family's argument.
struct launch_choice {
  element_type type;
  std::span<const std::uint64_t> values;     ///< one allowed value per declared parameter
  std::byte* workspace = nullptr;            ///< workspace_bytes() bytes of the backend's memory
  codag::phase phase = codag::phase::timed;  ///< which kernels run; the other phases may have none
};

/// A variant that is one kernel: a functor, made for an argument and the values of its parameters.
template <class Kernel, class Argument>
concept single_kernel = requires(const Argument& argument, std::span<const std::uint64_t> values) {
  { Kernel::with(argument, values) } -> std::same_as<Kernel>;
  { Kernel::with(argument, values).shape() } -> std::same_as<simt::launch_shape>;
};

/// Runs the kernels of a variant that belong to the choice's phase, in their order.
///
/// Every other variant than a single_kernel has a function `run_kernels(argument, choice, run)`. A
/// backend's `run` has:
/// - `run(kernel)`: runs a kernel after the ones before it;
/// - `run.gpu()`: the simt::gpu_facts of the GPU;
/// - `run.resident_blocks(kernel)`: the blocks of the kernel's shape that the GPU holds at once.
template <class Variant, class Argument, class Run>
void run_kernels(const Argument& argument, const launch_choice& choice, Run& run) {
  if constexpr (single_kernel<Variant, Argument>) {
    if (choice.phase == phase::timed) run(Variant::with(argument, choice.values));
  } else {
    Variant::run_kernels(argument, choice, run);
  }
}

}  // namespace codag
