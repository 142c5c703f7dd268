// The host backend's micro-benchmark in a build without that backend. The registry's rows then have
// no function for it, so make_host_decode() and make_host_encode() throw the same reason.
#include "harness/kernels/host_backend.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness {

std::unique_ptr<workload> make_host_alu(const alu_case&, std::uint64_t) {
  throw cannot_run(*why_no_host());
}

}  // namespace codag::harness
