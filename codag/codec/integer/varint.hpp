// Varints on the host: base 128, least significant group first, at most 10 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/status.hpp"

namespace codag::integer {

inline constexpr unsigned max_varint_bytes = 10;
static_assert(max_varint_bytes * 7 >= 64 && (max_varint_bytes - 1) * 7 < 64,
              "the shortest varint that holds any 64-bit value");

/// Appends `v` in as few bytes as possible.
inline void append_varint(std::vector<std::byte>& out, std::uint64_t v) {
  for (; v >= 0x80; v >>= 7) out.push_back(static_cast<std::byte>((v & 0x7f) | 0x80));
  out.push_back(static_cast<std::byte>(v));
}

/// Takes the varint that `in` begins with. Returns ok, truncated_input, or malformed_symbol if it
/// is longer than 64 bits.
inline status take_varint(std::span<const std::byte>& in, std::uint64_t& v) {
  v = 0;
  for (unsigned i = 0; i < max_varint_bytes; ++i) {
    if (in.empty()) return status::truncated_input;
    const auto b = std::to_integer<std::uint64_t>(in.front());
    in = in.subspan(1);
    // The tenth byte holds bit 63 alone.
    if (i == max_varint_bytes - 1 && b > 1) return status::malformed_symbol;
    v |= (b & 0x7f) << (7 * i);
    if (b < 0x80) return status::ok;
  }
  return status::malformed_symbol;
}

}  // namespace codag::integer
