// nsv: null suppression with variable lengths (Fang, He and Luo, "Database Compression on Graphics
// Processors", VLDB 2010; section 9.3 of Shanbhag et al., "Tile-based Lightweight Integer
// Compression in GPU", SIGMOD 2022). The format is described in format.md.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/annotate.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::nsv {

inline constexpr std::uint32_t block_values = 512;
/// A chunk begins with the block size and the number of values.
inline constexpr unsigned block_size_word = 0, count_word = 1, header_words = 2;
/// A word holds the codes of the lengths of 16 values.
inline constexpr std::uint32_t codes_per_word = 16;

/// The bytes of a value whose code this is: 1 to 4; 1, 2, 4 or 8 if values are stored as 64 bits.
CODAG_HOST_DEVICE constexpr std::uint32_t length_of(std::uint32_t code, bool wide) {
  return wide ? 1u << code : code + 1;
}

/// The code of the shortest length that the value fits into; for encoders.
template <class Stored>
constexpr std::uint32_t least_code(Stored value) {
  std::uint32_t code = 0;
  while (static_cast<std::uint32_t>(std::bit_width(value)) >
         8 * length_of(code, sizeof(Stored) == 8))
    ++code;
  return code;
}

/// Appends the encoding of one chunk. Returns the number of values.
std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out);

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

}  // namespace codag::nsv
