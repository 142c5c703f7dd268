// deflate: raw DEFLATE streams, RFC 1951. The format is described in format.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/annotate.hpp"
#include "codag/element_type.hpp"
#include "codag/element_types.hpp"
#include "codag/status.hpp"

namespace codag::deflate {

/// Deflate codes bytes, whatever type of element they belong to.
using element_types = every_element_as<std::uint8_t>;

/// A block's BTYPE (RFC 1951 section 3.2.3).
enum class block_type : std::uint8_t { stored, fixed, dynamic, reserved };

/// Limits of the format (RFC 1951 section 3.2).
inline constexpr unsigned max_code_bits = 15;         ///< in a literal/length or distance codeword
inline constexpr unsigned max_meta_bits = 7;          ///< in a codeword for a code length
inline constexpr unsigned meta_symbols = 19;          ///< lengths 0 to 15, three ways to repeat
inline constexpr unsigned end_of_block = 256;         ///< smaller symbols are literal bytes
inline constexpr unsigned max_literal_symbols = 286;  ///< literals, end of block, length codes
inline constexpr unsigned length_codes = 29;          ///< symbols 257 to 285
inline constexpr unsigned distance_codes = 30;
inline constexpr unsigned min_match = 3;
inline constexpr unsigned max_match = 258;
inline constexpr unsigned max_distance = 32768;  ///< the greatest distance
static_assert(end_of_block + 1 + length_codes == max_literal_symbols);

/// The fixed codes include symbols that no stream may use: 286 and 287, and distances 30 and 31.
inline constexpr unsigned fixed_literal_symbols = 288;
inline constexpr unsigned fixed_distance_symbols = 32;

/// The number of bits after the codeword of length code `code`, 0 (symbol 257) to 28
/// (section 3.2.5).
CODAG_HOST_DEVICE constexpr unsigned length_extra_bits(unsigned code) {
  return code < 8 || code == 28 ? 0 : code / 4 - 1;
}
/// The shortest match of length code `code`. The extra bits are added to it.
CODAG_HOST_DEVICE constexpr unsigned length_base(unsigned code) {
  if (code == 28) return max_match;
  return min_match + (code < 8 ? code : (4 + code % 4) << length_extra_bits(code));
}
static_assert(
    [] {
      for (unsigned code = 0; code < 27; ++code)
        if (length_base(code) + (1u << length_extra_bits(code)) != length_base(code + 1))
          return false;
      return length_base(0) == min_match && length_base(27) + 31 == max_match;
    }(),
    "each length code begins where the one before it ends");

/// The number of bits after the codeword of distance code `code`, 0 to 29 (section 3.2.5).
CODAG_HOST_DEVICE constexpr unsigned distance_extra_bits(unsigned code) {
  return code < 4 ? 0 : code / 2 - 1;
}
/// The shortest distance of distance code `code`. The extra bits are added to it.
CODAG_HOST_DEVICE constexpr unsigned distance_base(unsigned code) {
  return 1 + (code < 4 ? code : (2 + code % 2) << distance_extra_bits(code));
}
static_assert(
    [] {
      for (unsigned code = 0; code + 1 < distance_codes; ++code)
        if (distance_base(code) + (1u << distance_extra_bits(code)) != distance_base(code + 1))
          return false;
      return distance_base(0) == 1 &&
             distance_base(29) + (1u << distance_extra_bits(29)) - 1 == max_distance;
    }(),
    "each distance code begins where the one before it ends");

/// The symbol whose code length is number `i` (0 to 18) in a dynamic block's header: 16, 17, 18, 0,
/// then 8, 7, 9, 6 and so on, outwards to 15 (section 3.2.7).
CODAG_HOST_DEVICE constexpr unsigned meta_order(unsigned i) {
  if (i < 4) return i == 3 ? 0 : 16 + i;
  return i % 2 == 0 ? 6 + i / 2 : 9 - i / 2;
}
static_assert(meta_order(2) == 18 && meta_order(3) == 0 && meta_order(4) == 8 &&
              meta_order(5) == 7 && meta_order(6) == 9 && meta_order(17) == 1 &&
              meta_order(18) == 15);

/// The number of bits after the codeword of symbol `symbol` of the code of the code lengths
/// (section 3.2.7).
CODAG_HOST_DEVICE constexpr unsigned meta_extra_bits(unsigned symbol) {
  return symbol < 16 ? 0 : symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
}
/// The fewest code lengths that the symbol stands for. The extra bits are added to them.
CODAG_HOST_DEVICE constexpr unsigned meta_base(unsigned symbol) {
  return symbol < 16 ? 1 : symbol == 18 ? 11 : 3;
}
static_assert(meta_base(17) + (1u << meta_extra_bits(17)) == meta_base(18),
              "repeated zeros: each symbol begins where the one before it ends");

/// The length of symbol `i`'s codeword in fixed blocks. First come 288 literals and lengths, then
/// 32 distances (section 3.2.6).
CODAG_HOST_DEVICE constexpr std::uint8_t fixed_code_length(unsigned i) {
  return i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : i < fixed_literal_symbols ? 8 : 5;
}

/// Decodes one chunk on the host. Accepts what zlib's inflate accepts.
status decode(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

/// The symbols of a stream. A stored block's bytes are literals. The end of a block is not counted.
struct symbol_count {
  std::uint64_t literals = 0;
  std::uint64_t matches = 0;
  std::uint64_t output_bytes = 0;  ///< literals plus the bytes that the matches copy
  std::uint64_t stream_bytes = 0;  ///< from the stream's first byte to the last of its final block

  [[nodiscard]] std::uint64_t total() const { return literals + matches; }
};

/// Walks through the stream that `in` begins with and counts its symbols. What follows the stream
/// does not matter. Returns ok, truncated_input or malformed_symbol; `count` is valid only with ok.
status count_symbols(std::span<const std::byte> in, symbol_count& count);

}  // namespace codag::deflate
