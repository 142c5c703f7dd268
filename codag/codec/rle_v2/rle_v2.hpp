// rle_v2: Apache ORC's integer run-length encoding, version 2. The format is described in
// format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec/integer/element_types.hpp"
#include "codag/codec/integer/run_extent.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::rle_v2 {

using element_types = integer::every_element_type;

/// The top two bits of a run's first byte (ORC specification v1, "Run Length Encoding version 2").
enum class encoding : std::uint8_t { short_repeat, direct, patched_base, delta };

/// Limits of the format.
inline constexpr unsigned min_repeat = 3;  ///< a short repeat's 3-bit length: 3 to 10 values
inline constexpr unsigned max_short_repeat = 10;
inline constexpr unsigned max_run = 512;      ///< every other run's 9-bit length: 1 to 512 values
inline constexpr unsigned max_patches = 31;   ///< 5 bits
inline constexpr unsigned max_gap_width = 8;  ///< 3 bits: 1 to 8
static_assert(max_short_repeat == 0x7 + min_repeat && max_run == 0x1ff + 1,
              "every value of a length field is in use");

/// Appends the encoding of one chunk to `out`. Returns the number of symbols written: one per short
/// repeat or fixed delta, and one per bit-packed value (compare rle_v1: runs plus literals).
///
/// Makes the same decisions as ORC's writers when they are asked to compress best: they then pack
/// bits to any width of the table. When they are asked for speed, they pack to 1, 2, 4 or whole
/// bytes, and their streams are longer. format.md names the exceptions.
std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out);

/// Decodes one chunk on the host. Values wider than the element lose their high bits, as in ORC.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

/// Measures the run that `in` begins with, without decoding it. Returns ok, or why there is no
/// whole run: truncated_input or malformed_symbol. What it accepts, decode() may still refuse.
status measure_run(std::span<const std::byte> in, integer::run_extent& run);

}  // namespace codag::rle_v2
