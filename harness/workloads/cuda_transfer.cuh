// A decode or tile kernel whose column comes from pinned host memory. Include from .cu files only.
#pragma once

#include <memory>

#include "harness/measure/transfer/transfer_spec.hpp"
#include "harness/measure/transfer/transfer_workload.hpp"
#include "harness/workloads/resident_column.cuh"

namespace codag::harness::cuda {

/// The most pinned memory that one case takes, in bytes.
inline constexpr std::uint64_t most_pinned_bytes = std::uint64_t{1} << 32;

/// What make_transfer() works on. It keeps references to all of it.
struct transfer_source {
  const decode_input& input;
  const column_kernel& row;
  const parameter_values& values;
  const resident_column& resident;  ///< whose memory on the GPU is used
  workload& whole;                  ///< decodes the resident column in one launch
};

/// Throws cannot_run if the column cannot be divided, or if memory is too small or cannot be
/// pinned.
std::unique_ptr<transfer_workload> make_transfer(const transfer_source& source,
                                                 const transfer_spec& spec);

}  // namespace codag::harness::cuda
