// gpu_bp: bit packing in blocks of 32 values (Mallia, Siedlaczek, Suel and Zahran, "GPU-Accelerated
// Decoding of Integer Lists", CIKM 2019). The format is described in format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/element_types.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::gpu_bp {

using element_types = bit_packing::every_element_type;

/// The horizontal layout: one stream of bits.
struct layout {
  static constexpr std::uint32_t lanes = 1, rows = 32;
  static CODAG_HOST_DEVICE constexpr std::uint32_t value(std::uint32_t /*lane*/,
                                                         std::uint32_t row) {
    return row;
  }
  static CODAG_HOST_DEVICE constexpr std::uint32_t word(std::uint32_t /*lane*/, std::uint32_t i) {
    return i;
  }
};

inline constexpr std::uint32_t block_values = 32;
/// A chunk begins with the block size, the widths per block, and the number of values.
inline constexpr unsigned header_words = 3;

/// Appends the encoding of one chunk. Returns the number of values.
std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out);

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

}  // namespace codag::gpu_bp
