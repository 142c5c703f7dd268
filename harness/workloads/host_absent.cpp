// What a build without the host backend says of its micro-benchmark. Its rows have no function for
// the host backend, so make_host_decode() and make_host_encode() say the same.
#include "harness/kernels/host_backend.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness {

std::unique_ptr<workload> make_host_alu(const alu_case&, std::uint64_t) {
  throw cannot_run(*why_no_host());
}

}  // namespace codag::harness
