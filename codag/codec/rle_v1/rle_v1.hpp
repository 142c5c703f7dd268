// rle_v1: Apache ORC's integer run-length encoding, version 1. The format is described in
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

namespace codag::rle_v1 {

using element_types = integer::every_element_type;

/// Limits of the format (ORC specification v1, "Integer Run Length Encoding, version 1").
inline constexpr unsigned min_run = 3;
inline constexpr unsigned max_run = 130;       ///< header 0x00..0x7f: a run of header + 3 values
inline constexpr unsigned max_literals = 128;  ///< header 0x80..0xff: 256 - header literals
inline constexpr int min_delta = -128;
inline constexpr int max_delta = 127;
static_assert(max_run == 0x7f + min_run && max_literals == 0x100 - 0x80,
              "a header byte's two halves are the runs and the literals");

/// The bytes of a full group whose literals have one byte each, with its header; and that header.
inline constexpr unsigned full_group = 1 + max_literals, full_header = 0x100 - max_literals;

/// Appends the encoding of one chunk to `out`. Returns the number of symbols written: runs plus
/// literals. Makes the same decisions as ORC's writers: a run wherever three values have one delta.
/// The result is never longer than theirs, because it also finds a run that begins among the last
/// of 128 literals.
std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out);

/// Decodes one chunk on the host. Values wider than the element lose their high bits, as in ORC.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

/// Measures the run that `in` begins with, without decoding it. Returns ok, or why there is no
/// whole run: truncated_input or malformed_symbol. What it accepts, decode() may still refuse.
status measure_run(std::span<const std::byte> in, integer::run_extent& run);

}  // namespace codag::rle_v1
