// The GPU workloads in a build without the CUDA toolkit.
#include "harness/measure/gpu/gpu.hpp"
#include "harness/workloads/peer_work.hpp"
#include "harness/workloads/workloads.hpp"

namespace codag::harness::cuda {

std::unique_ptr<workload> make_decode(const decode_input&, const column_kernel&,
                                      const parameter_values&) {
  throw cannot_run(*why_no_gpu());
}
std::unique_ptr<workload> make_encode(const encode_input&, const encode_kernel&,
                                      const parameter_values&) {
  throw cannot_run(*why_no_gpu());
}
std::unique_ptr<workload> make_query(const query_input&, const query_kernel&,
                                     const parameter_values&) {
  throw cannot_run(*why_no_gpu());
}
std::unique_ptr<workload> make_alu(const alu_case&, std::uint64_t) {
  throw cannot_run(*why_no_gpu());
}
std::unique_ptr<workload> make_traffic(traffic, std::uint64_t) {
  throw cannot_run(*why_no_gpu());
}
prepared_peer make_peer_decode(const decode_input&, const peer_use&) {
  throw cannot_run(*why_no_gpu());
}
std::unique_ptr<workload> make_peer_compression(const decode_input&, const peer_use&) {
  throw cannot_run(*why_no_gpu());
}
chunked_column compress_with_peer(std::span<const std::byte>, element_type, std::uint32_t,
                                  const peer_use&) {
  throw cannot_run(*why_no_gpu());
}

}  // namespace codag::harness::cuda
