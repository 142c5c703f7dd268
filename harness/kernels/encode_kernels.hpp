// The encode kernels of this repository, by name. encode_kernels.cmake lists them, too. A new
// encoder needs one entry there, and its header here.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "codag/encode/gompresso/warp_encoder.hpp"
#include "codag/encode/vle/variants.hpp"
#include "harness/kernels/row.hpp"

namespace codag::harness {

template <class Encoder>
using encode_launch = launch_of<Encoder, device_encoding>;

/// The row of an encoder that makes a single chunk of a column.
template <class Encoder>
encode_kernel whole_column_row(std::string_view codec) {
  encode_kernel row = row_of_launch<encode_launch<Encoder>>(facts_of_kernel<Encoder>(
      family::encode, codec, supports_type<typename Encoder::element_types>));
  row.facts.whole_column = true;
  if constexpr (requires { Encoder::partial; }) row.facts.partial = Encoder::partial;
  if constexpr (requires { &Encoder::why_not; })
    row.why_not = [](const chunked_column& /*column*/, std::span<const std::uint64_t> values) {
      return std::string(Encoder::why_not(values));
    };
  row.workspace_bytes = Encoder::workspace_bytes;
  return row;
}

/// The row of an encoder that makes the chunks that a config asks for.
template <class Encoder>
encode_kernel chunks_row(std::string_view codec) {
  encode_kernel row = row_of_launch<encode_launch<Encoder>>(facts_of_kernel<Encoder>(
      family::encode, codec, supports_type<typename Encoder::element_types>));
  row.why_not_settings = Encoder::why_not_settings;
  return row;
}

}  // namespace codag::harness
