// gpu_simdbp128: bit packing in a vertical layout, in blocks of 4096 values (section 4.3 of
// Shanbhag et al., "Tile-based Lightweight Integer Compression in GPU", SIGMOD 2022). The format is
// described in format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/element_types.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::gpu_simdbp128 {

using element_types = bit_packing::every_element_type;

/// The vertical layout: a lane per thread of a block of 128. Neighbouring values are in
/// neighbouring lanes, and so are neighbouring words.
struct layout {
  static constexpr std::uint32_t lanes = 128, rows = 32;
  static CODAG_HOST_DEVICE constexpr std::uint32_t value(std::uint32_t lane, std::uint32_t row) {
    return row * lanes + lane;
  }
  static CODAG_HOST_DEVICE constexpr std::uint32_t word(std::uint32_t lane, std::uint32_t i) {
    return i * lanes + lane;
  }
};

inline constexpr std::uint32_t block_values = layout::lanes * layout::rows;
/// A chunk begins with the block size, the widths per block, and the number of values.
inline constexpr unsigned header_words = 3;

/// Appends the encoding of one chunk. Returns the number of values.
std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out);

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

}  // namespace codag::gpu_simdbp128
