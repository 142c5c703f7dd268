// The encode kernels of this repository, by name. encode_kernels.cmake lists them, too. A new
// encoder needs one entry there, and its header here.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "codag/encode/vle/variants.hpp"
#include "harness/kernels/row.hpp"

namespace codag::harness {

/// An encoder of several kernels, which belong to the phases of a run.
template <class Encoder>
concept encode_sequence =
    requires(const device_encoding& job, std::span<const std::uint64_t> values, std::byte* memory) {
      typename Encoder::element_types;
      { Encoder::workspace_bytes(job, values) } -> std::same_as<std::uint64_t>;
      Encoder::with(job, values, memory);
    };

/// The functions of an encoder. Each is compiled in its own file.
template <encode_sequence Encoder>
host_function<device_encoding> encoder_on_host();
template <encode_sequence Encoder>
cuda_functions<device_encoding> encoder_on_cuda();

/// The row of an encoder that makes a single chunk of a column. The functions are null for a
/// backend that this build lacks.
template <encode_sequence Encoder>
encode_kernel whole_column_row(std::string_view codec) {
  encode_kernel row{.facts = facts_of_kernel<Encoder>(
                        family::encode, codec, supports_type<typename Encoder::element_types>)};
  row.facts.whole_column = true;
  if constexpr (requires { Encoder::partial; }) row.facts.partial = Encoder::partial;
  row.workspace_bytes = Encoder::workspace_bytes;
#ifdef CODAG_HAVE_HOST_BACKEND
  row.run = encoder_on_host<Encoder>();
#endif
#ifdef CODAG_HAVE_CUDA
  row.cuda = encoder_on_cuda<Encoder>();
#endif
  return row;
}

}  // namespace codag::harness
