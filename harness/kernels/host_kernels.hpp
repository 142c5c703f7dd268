// Every variant's kernels on the host backend.
#pragma once

#include <span>

#include "codag/element_type.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/launch_parameters.hpp"
#include "codag/simt/host/counts.hpp"
#include "harness/kernels/variant_facts.hpp"

namespace codag::harness {

/// One variant.
struct host_kernel {
  variant_facts facts;

  /// Decodes a column of that type on `workers` cores (0: all). `parameters` are within
  /// facts.limits. Throws simt::host::misuse. Null in a build without the host backend, where the
  /// facts are known because the cuda backend has the same variants.
  simt::host::counts (*run)(element_type type, const device_column& column,
                            const launch_parameters& parameters, unsigned workers);
};

/// Codec by codec, in the order that variants are listed.
std::span<const host_kernel> host_kernels();

/// Those of one codec; each is compiled in a file of its own.
template <class Codec>
std::span<const host_kernel> host_kernels_of();

}  // namespace codag::harness
