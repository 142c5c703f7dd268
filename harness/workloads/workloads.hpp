// The functions that make workloads from kernels and data, for every kind of work.
//
// This header uses no CUDA type, so it compiles everywhere. In a build without a toolkit,
// cuda_absent.cpp implements the functions of namespace cuda.
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
#include "harness/workloads/query_input.hpp"

namespace codag::harness {

/// The input of a decode workload, which keeps references to both members.
struct decode_input {
  const chunked_column& column;
  std::span<const std::byte> original;  ///< the expected uncompressed bytes
};

/// The input of an encode workload, which keeps references to its data.
struct encode_input {
  /// The reference encoder's output for `values`, which was found to decode to them.
  const chunked_column& expected;
  std::span<const std::byte> values;
  codag::codec codec;  ///< with its encoder set; its decoder is the reference
  std::span<const std::uint64_t> settings = {};  ///< the values of the codec's parameters
};

// Workloads on the host backend, which interprets the kernels. Each function throws cannot_run,
// with the reason, if the row does not support this backend. `values` has one value per parameter
// that the row declares.
std::unique_ptr<workload> make_host_decode(const decode_input& input, const column_kernel& row,
                                           const parameter_values& values);
std::unique_ptr<workload> make_host_encode(const encode_input& input, const encode_kernel& row,
                                           const parameter_values& values);
std::unique_ptr<workload> make_host_query(const query_input& input, const query_kernel& row,
                                          const parameter_values& values);
std::unique_ptr<workload> make_host_alu(const alu_case& what, std::uint64_t seed);

// Workloads of native code on the CPU cores.
std::unique_ptr<workload> make_native_decode(const decode_input& input, const native_decoder& row);
std::unique_ptr<workload> make_native_encode(const encode_input& input, const native_encoder& row,
                                             const parameter_values& values);
std::unique_ptr<workload> make_native_traffic(traffic kind, std::uint64_t buffer_bytes);

namespace cuda {

// Workloads on GPU 0. Each function throws cannot_run, with the reason, if there is no GPU, if its
// memory is too small, or if the row does not support this backend.
std::unique_ptr<workload> make_decode(const decode_input& input, const column_kernel& row,
                                      const parameter_values& values);
std::unique_ptr<workload> make_encode(const encode_input& input, const encode_kernel& row,
                                      const parameter_values& values);
std::unique_ptr<workload> make_query(const query_input& input, const query_kernel& row,
                                     const parameter_values& values);
std::unique_ptr<workload> make_alu(const alu_case& what, std::uint64_t seed);
std::unique_ptr<workload> make_traffic(traffic kind, std::uint64_t buffer_bytes);

}  // namespace cuda
}  // namespace codag::harness
