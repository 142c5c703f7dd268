#include "harness/measure/workload.hpp"

#include "harness/measure/transfer/transfer_workload.hpp"

namespace codag::harness {

std::unique_ptr<transfer_workload> workload::transfer(const transfer_spec& /*spec*/) {
  throw cannot_run("transfers are measured only for our own decode and tile kernels on a GPU");
}

}  // namespace codag::harness
