// gpu_for: frame of reference with bit packing, in blocks of 128 values (Shanbhag et al.,
// "Tile-based Lightweight Integer Compression in GPU", SIGMOD 2022, section 4.1). The format is
// described in format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec.hpp"
#include "codag/codec/bit_packing/element_types.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::gpu_for {

using element_types = bit_packing::every_element_type;

inline constexpr std::uint32_t block_values = 128;
inline constexpr std::uint32_t miniblock_values = 32;
/// A chunk begins with the block size, the miniblocks per block, and the number of values.
inline constexpr unsigned header_words = 3;

/// Appends the encoding of one chunk whose blocks have `miniblocks` widths: 1, 2 or 4. Returns the
/// number of values.
std::uint64_t encode(std::span<const std::byte> raw, element_type type, std::vector<std::byte>& out,
                     unsigned miniblocks = 4);

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

/// The row for the registry of codecs.
codec row();

}  // namespace codag::gpu_for
