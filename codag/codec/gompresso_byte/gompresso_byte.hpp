// gompresso_byte: Gompresso/Byte (Sitaridi et al., "Massively-Parallel Lossless Data
// Decompression", ICPP 2016), LZ77 with sequences of fixed length. The format is described in
// format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec.hpp"
#include "codag/codec/gompresso/settings.hpp"
#include "codag/element_type.hpp"
#include "codag/element_types.hpp"
#include "codag/status.hpp"

namespace codag::gompresso_byte {

/// Sequences are of bytes, whatever type of element they belong to.
using element_types = every_element_as<std::uint8_t>;

/// Appends the encoding of one chunk, which is the paper's data block. Returns the number of
/// sequences.
std::uint64_t encode(std::span<const std::byte> raw, const gompresso::settings& s,
                     std::vector<std::byte>& out);

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

/// The row for the registry of codecs.
codec row();

}  // namespace codag::gompresso_byte
