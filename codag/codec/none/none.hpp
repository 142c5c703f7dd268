// none: values as they are, the "None" of Shanbhag et al., "Tile-based Lightweight Integer
// Compression in GPU", SIGMOD 2022, section 9.2. The format is described in format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec/bit_packing/element_types.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::none {

using element_types = bit_packing::every_element_type;

/// Appends one chunk's values. Returns their number.
std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out);

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

}  // namespace codag::none
