// vle: variable-length codes for bytes, with one Huffman code per chunk (CUVLE section III). The
// format is described in format.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/annotate.hpp"
#include "codag/element_type.hpp"
#include "codag/element_types.hpp"
#include "codag/status.hpp"

namespace codag::vle {

/// Symbols are bytes, whatever type of element they belong to.
using element_types = every_element_as<std::uint8_t>;

/// Limits of the format (CUVLE section III: an alphabet of 256 bytes, codewords of at most 32
/// bits).
inline constexpr unsigned symbols = 256;
inline constexpr unsigned max_code_bits = 32;
/// A chunk begins with the code length of each symbol, one byte each. 0: the symbol does not occur.
inline constexpr unsigned header_bytes = symbols;
inline constexpr unsigned word_bytes = 4;

/// The bytes of a chunk whose codewords take that many bits: the header, and whole words.
CODAG_HOST_DEVICE constexpr std::uint64_t chunk_bytes_of(std::uint64_t code_bits) {
  return header_bytes + (code_bits + 31) / 32 * word_bytes;
}

/// How often each symbol occurs, and the length of each symbol's codeword.
using symbol_counts = std::array<std::uint32_t, symbols>;
using code_lengths = std::array<std::uint8_t, symbols>;

/// The number of occurrences of each byte. There are fewer than 2^32 bytes.
symbol_counts count_symbols(std::span<const std::byte> raw);

/// The lengths of a code of minimum redundancy (Huffman 1952), limited to max_code_bits. If only
/// one symbol occurs, its codeword has one bit.
code_lengths lengths_for(const symbol_counts& counts);

/// Appends the encoding of one chunk, with the code that its own counts give. Returns the number of
/// symbols: the number of bytes.
std::uint64_t encode(std::span<const std::byte> raw, element_type type,
                     std::vector<std::byte>& out);

/// Decodes one chunk on the host.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

}  // namespace codag::vle
