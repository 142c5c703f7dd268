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

#include "codag/codec.hpp"
#include "codag/codec/gompresso/settings.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/element_type.hpp"
#include "codag/element_types.hpp"
#include "codag/status.hpp"

namespace codag::gompresso_bit {

/// Sequences are of bytes, whatever type of element they belong to.
using element_types = every_element_as<std::uint8_t>;

/// The settings of both formats' compressors, and two more. A match takes fewer bytes than in
/// Gompresso/Byte, so shorter ones pay. Literal strings are short, because all lanes of a decoder
/// wait for the one with the longest literal string, and because the literals of a whole sub-block
/// have to fit into its lane's bytes (batch_storage).
inline constexpr auto settings_parameters = [] {
  constexpr std::size_t both = gompresso::settings_parameters.size();
  std::array<parameter, both + 2> all;
  std::ranges::copy(gompresso::settings_parameters, all.begin());
  std::ranges::find(all, "min_match", &parameter::key)->standard = 5;
  std::ranges::find(all, "max_literals", &parameter::key)->standard = 8;
  all[both] = {.key = "sub_block",
               .label = "sub_block",
               .least = 8,
               .most = 32,
               .standard = 16,
               .power_of_two = true,
               .help = "sequences that one lane decodes"};
  all[both + 1] = {.key = "code_bits",
                   .label = "code",
                   .unit = "bits",
                   .least = least_code_bits,
                   .most = max_code_bits,
                   .standard = max_code_bits,
                   .help = "bits of the longest codeword of literals and lengths"};
  return all;
}();
static_assert(well_declared(settings_parameters) && literal_symbols <= 1u << least_code_bits);

/// Appends the encoding of one chunk, which is the paper's data block. Returns the number of
/// sequences.
std::uint64_t encode(std::span<const std::byte> raw, const gompresso::settings& s,
                     std::vector<std::byte>& out,
                     const shape& coded = {
                         .sequences = 16, .code_bits = max_code_bits, .unused = 0});

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

/// The row for the registry of codecs.
codec row();

}  // namespace codag::gompresso_bit
