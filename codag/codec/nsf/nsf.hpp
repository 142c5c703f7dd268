// nsf: null suppression with a fixed length (Fang, He and Luo, "Database Compression on Graphics
// Processors", VLDB 2010; section 9.2 of Shanbhag et al., "Tile-based Lightweight Integer
// Compression in GPU", SIGMOD 2022). The format is described in format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/element_types.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::nsf {

using element_types = bit_packing::every_element_type;

/// A chunk begins with the bytes per value, and the number of values.
inline constexpr unsigned value_bytes_word = 0, count_word = 1, header_words = 2;

/// Whether values that are stored as `stored_bytes` bytes may take `bytes` bytes each.
CODAG_HOST_DEVICE constexpr bool is_length(std::uint32_t bytes, std::uint32_t stored_bytes) {
  return bytes != 0 && (bytes & (bytes - 1)) == 0 && bytes <= stored_bytes;
}

/// The words that `count` values of `bytes` bytes take: no more than a chunk of stored values has.
CODAG_HOST_DEVICE constexpr std::uint64_t words_of(std::uint64_t count, std::uint32_t bytes) {
  return (count * bytes + 3) / 4;
}

/// Appends the encoding of one chunk. Returns the number of values.
std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out);

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

}  // namespace codag::nsf
