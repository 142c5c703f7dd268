// gpu_vbyte: 1 to 4 bytes per value, in blocks of 128 (Mallia, Siedlaczek, Suel and Zahran,
// "GPU-Accelerated Decoding of Integer Lists", CIKM 2019). The format is described in format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec/bit_packing/element_types.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::gpu_vbyte {

using element_types = bit_packing::every_element_type;

inline constexpr std::uint32_t block_values = 128;
/// A chunk begins with the block size and the number of values.
inline constexpr unsigned block_size_word = 0, count_word = 1, header_words = 2;
/// A block begins with the codes of the lengths of its values, as in nsv: 16 per word.
inline constexpr unsigned code_words = 8;

/// Appends the encoding of one chunk. Returns the number of values.
std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out);

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

}  // namespace codag::gpu_vbyte
