// The outcome of decoding one chunk.
#pragma once

#include <cstdint>

namespace codag {

/// The chunk's output bytes are right only if the status is `ok`. With any other status they are
/// unspecified. In no case is anything outside the chunk's output written.
enum class status : std::uint32_t {
  ok = 0,
  truncated_input,   ///< the compressed bytes ended inside a symbol, or before the output was full
  trailing_input,    ///< the output is full, and compressed bytes are left over
  output_overflow,   ///< a symbol would write past the chunk's uncompressed size
  malformed_symbol,  ///< bytes that the format does not allow, such as a varint over 64 bits
  bad_chunk_table,   ///< the chunk's entry points outside the compressed or uncompressed column, or
                     ///< its uncompressed size is not a whole number of elements
  not_decoded,       ///< no decoder ran on the chunk; a launch starts with this in every status
};

/// The number of statuses.
inline constexpr std::uint32_t status_values = static_cast<std::uint32_t>(status::not_decoded) + 1;

/// The status's name in reports.
constexpr const char* to_string(status s) {
  switch (s) {
    case status::ok:
      return "ok";
    case status::truncated_input:
      return "truncated_input";
    case status::trailing_input:
      return "trailing_input";
    case status::output_overflow:
      return "output_overflow";
    case status::malformed_symbol:
      return "malformed_symbol";
    case status::bad_chunk_table:
      return "bad_chunk_table";
    case status::not_decoded:
      return "not_decoded";
  }
  return "unknown";
}

}  // namespace codag
