// fastlanes: frame of reference with bit packing in FastLanes' layout, in blocks of 1024 values.
// The format is described in format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec.hpp"
#include "codag/codec/bit_packing/element_types.hpp"
#include "codag/codec/fastlanes/layout.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::fastlanes {

using element_types = bit_packing::every_element_type;

/// A chunk begins with the block size, the widths per block, the number of values, and the order.
inline constexpr unsigned order_word = 3, header_words = 4;

/// Appends the encoding of one chunk. Returns the number of values.
std::uint64_t encode(std::span<const std::byte> raw, element_type type, std::vector<std::byte>& out,
                     order values_in = order::transposed);

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

/// The row for the registry of codecs.
codec row();

}  // namespace codag::fastlanes
