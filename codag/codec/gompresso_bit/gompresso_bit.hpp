// gompresso_bit: Gompresso/Bit (Sitaridi et al., "Massively-Parallel Lossless Data Decompression",
// ICPP 2016), LZ77 with two Huffman codes of limited length per chunk. The format is described in
// format.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/gompresso/settings.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/element_type.hpp"
#include "codag/element_types.hpp"
#include "codag/status.hpp"

namespace codag::gompresso_bit {

/// Sequences are of bytes, whatever type of element they belong to.
using element_types = every_element_as<std::uint8_t>;

/// The settings of both formats' compressors, and one more: the bits of the longest codeword. 9
/// bits are enough for every symbol, and more than max_code_bits do not fit the decoders' tables. A
/// match takes about as many bits as three literals, so the shortest one that is found pays.
inline constexpr auto settings_parameters = [] {
  std::array<parameter, gompresso::settings_parameters.size() + 1> all;
  std::ranges::copy(gompresso::settings_parameters, all.begin());
  std::ranges::find(all, "min_match", &parameter::key)->standard = gompresso::least_min_match;
  all.back() = {.key = "code_bits",
                .label = "code",
                .unit = "bits",
                .least = 9,
                .most = max_code_bits,
                .standard = max_code_bits,
                .help = "bits of the longest codeword"};
  return all;
}();
static_assert(well_declared(settings_parameters) && literal_symbols <= 1u << 9);

/// Appends the encoding of one chunk, which is the paper's data block. Codewords have at most
/// `code_bits`. Returns the number of sequences.
std::uint64_t encode(std::span<const std::byte> raw, const gompresso::settings& s,
                     std::vector<std::byte>& out, unsigned code_bits = max_code_bits);

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

/// The row for the registry of codecs.
codec row();

}  // namespace codag::gompresso_bit
