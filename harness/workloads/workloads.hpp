// Every kind of work made ready to run: from kernels and data to workloads.
//
// No CUDA type crosses this header: it compiles everywhere. In a build without a toolkit
// cuda_absent.cpp answers for the functions of namespace cuda.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "codag/chunked_column.hpp"
#include "codag/codec/codec.hpp"
#include "harness/kernels/alu_case.hpp"
#include "harness/kernels/registry.hpp"
#include "harness/kernels/traffic.hpp"
#include "harness/measure/workload.hpp"

namespace codag::harness {

/// What is decoded. The workload refers to both.
struct decode_input {
  const chunked_column& column;
  std::span<const std::byte> original;  ///< the uncompressed bytes that must come out
};

/// What is encoded. The workload refers to both.
struct encode_input {
  const chunked_column& expected;  ///< what the reference encoder made of `values`
  std::span<const std::byte> values;
  chunk_decoder reference;  ///< the codec's reference decoder
};

// On the host backend: interpreted kernels. Each throws cannot_run, with the reason, if the row has
// no form for this backend. `values`: one per parameter that the row declares.
std::unique_ptr<workload> make_host_decode(const decode_input& input, const column_kernel& row,
                                           const parameter_values& values);
std::unique_ptr<workload> make_host_encode(const encode_input& input, const encode_kernel& row,
                                           const parameter_values& values);
std::unique_ptr<workload> make_host_alu(const alu_case& what, std::uint64_t seed);

// Native code on all CPU cores.
std::unique_ptr<workload> make_native_decode(const decode_input& input, const native_decoder& row);
std::unique_ptr<workload> make_native_traffic(traffic kind, std::uint64_t buffer_bytes);

namespace cuda {

// On GPU 0. Each throws cannot_run, with the reason, if there is no GPU, if its memory is too
// small, or if the row has no form for this backend.
std::unique_ptr<workload> make_decode(const decode_input& input, const column_kernel& row,
                                      const parameter_values& values);
std::unique_ptr<workload> make_encode(const encode_input& input, const encode_kernel& row,
                                      const parameter_values& values);
std::unique_ptr<workload> make_alu(const alu_case& what, std::uint64_t seed);
std::unique_ptr<workload> make_traffic(traffic kind, std::uint64_t buffer_bytes);

}  // namespace cuda
}  // namespace codag::harness
