// An entry of the device decoder's tables: what a codeword means. It is computed when the table is
// built, not for each symbol.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/deflate.hpp"

namespace codag::deflate {

/// An entry, from the high bit to the low:
///
///      31                    16 15  13 12      8 7    5 4       0
///     +------------------------+------+---------+------+---------+
///     |          base          |  0   |  total  | kind | length  |
///     +------------------------+------+---------+------+---------+
///
/// length: bits in the codeword, 1 to 15. It is lowest because a shift uses only the low 5 bits of
/// its operand. total: bits in the codeword plus extra bits, 1 to 28. It has a byte of its own.
/// base: the literal, or what the extra bits are added to: a match's length or distance, 1 to
/// 24577.
using table_entry = std::uint32_t;

/// Most entries are literals or numbers. The kind of a literal is 0, and numbers have a bit of
/// their own: one test recognises either of them.
enum class entry_kind : std::uint32_t {
  literal = 0u << 5,
  number = 2u << 5,  ///< a match's length or distance
  end = 4u << 5,     ///< the block's end; it has no base
  none = 5u << 5,    ///< no codeword, or one that no stream may use
  longer = 1u << 5,  ///< a codeword longer than the table's index; without length
};

CODAG_HOST_DEVICE constexpr table_entry make_entry(entry_kind kind, unsigned base, unsigned length,
                                                   unsigned extra_bits) {
  return base << 16 | (length + extra_bits) << 8 | static_cast<table_entry>(kind) | length;
}
CODAG_HOST_DEVICE constexpr unsigned total_of(table_entry entry) {
  return byte_of<1>(entry);
}
CODAG_HOST_DEVICE constexpr unsigned length_of(table_entry entry) {
  return entry & 0x1f;
}
CODAG_HOST_DEVICE constexpr entry_kind kind_of(table_entry entry) {
  return static_cast<entry_kind>(entry & 7u << 5);
}
CODAG_HOST_DEVICE constexpr bool is_literal(table_entry entry) {
  return kind_of(entry) == entry_kind::literal;
}
CODAG_HOST_DEVICE constexpr bool is_number(table_entry entry) {
  return (entry & static_cast<table_entry>(entry_kind::number)) != 0;
}
static_assert(!is_number(make_entry(entry_kind::end, 0, 1, 0)) &&
              !is_number(make_entry(entry_kind::none, 0, 1, 0)) &&
              !is_number(make_entry(entry_kind::longer, 0, 0, 0)));
CODAG_HOST_DEVICE constexpr unsigned base_of(table_entry entry) {
  return entry >> 16;
}
/// The value of the extra bits. `bits` are the stream's bits from the codeword on.
CODAG_HOST_DEVICE constexpr unsigned extra_of(table_entry entry, std::uint32_t bits) {
  return (bits & ((1u << total_of(entry)) - 1)) >> length_of(entry);
}
/// The number that a codeword and its extra bits stand for.
CODAG_HOST_DEVICE constexpr unsigned number_of(table_entry entry, std::uint32_t bits) {
  return base_of(entry) + extra_of(entry, bits);
}
static_assert(max_code_bits + distance_extra_bits(distance_codes - 1) <= 0x1f, "5 bits hold total");
static_assert(distance_base(distance_codes - 1) < 1u << 16, "16 bits hold base");

inline constexpr table_entry longer_codeword = make_entry(entry_kind::longer, 0, 0, 0);

/// Names a sub-table for the next `bits` bits after a table's index. Only such entries have no
/// length; total_of() masks the bits.
CODAG_HOST_DEVICE constexpr table_entry make_sub_table(unsigned place, unsigned bits) {
  return make_entry(entry_kind::longer, place, 0, (1u << bits) - 1);
}

/// Stands where no codeword begins with the bits. It takes one bit: all incomplete codes that
/// huffman_table accepts have no codeword longer than that.
inline constexpr table_entry no_entry = make_entry(entry_kind::none, 0, 1, 0);

// The alphabets of a block's codes give each symbol's entry. They have up to `most_symbols`.

struct literal_alphabet {
  static constexpr unsigned most_symbols = fixed_literal_symbols;
  static CODAG_HOST_DEVICE constexpr table_entry entry(unsigned symbol, unsigned length) {
    if (symbol < end_of_block) return make_entry(entry_kind::literal, symbol, length, 0);
    if (symbol == end_of_block) return make_entry(entry_kind::end, 0, length, 0);
    const unsigned code = symbol - (end_of_block + 1);
    if (code >= length_codes) return make_entry(entry_kind::none, 0, length, 0);
    return make_entry(entry_kind::number, length_base(code), length, length_extra_bits(code));
  }
};
struct distance_alphabet {
  static constexpr unsigned most_symbols = fixed_distance_symbols;
  static CODAG_HOST_DEVICE constexpr table_entry entry(unsigned symbol, unsigned length) {
    if (symbol >= distance_codes) return make_entry(entry_kind::none, 0, length, 0);
    return make_entry(entry_kind::number, distance_base(symbol), length,
                      distance_extra_bits(symbol));
  }
};
/// Code lengths. The base is the symbol itself, and the extra bits say how often it is repeated.
struct meta_alphabet {
  static constexpr unsigned most_symbols = meta_symbols;
  static CODAG_HOST_DEVICE constexpr table_entry entry(unsigned symbol, unsigned length) {
    return make_entry(entry_kind::literal, symbol, length, meta_extra_bits(symbol));
  }
};

}  // namespace codag::deflate
