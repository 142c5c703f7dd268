// A query whose columns come from pinned host memory. Include from .cu files only.
#pragma once

#include <memory>

#include "harness/measure/transfer/transfer_spec.hpp"
#include "harness/measure/transfer/transfer_workload.hpp"
#include "harness/workloads/resident_query.cuh"

namespace codag::harness::cuda {

/// `resident` is the query whose memory on the GPU is used, and `whole` runs it in one launch; both
/// are kept as references. A piece is the same rows of all columns. The dimension tables stay on
/// the GPU. Throws cannot_run if the columns are not decoded by the scan, do not have the same
/// chunks, or if memory cannot be pinned.
std::unique_ptr<transfer_workload> make_query_transfer(const resident_query& resident,
                                                       workload& whole, const transfer_spec& spec);

}  // namespace codag::harness::cuda
