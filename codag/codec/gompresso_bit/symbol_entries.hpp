// The decoders' table entries: they say what a symbol means, so that nothing has to be computed
// from its number.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso_bit/code_table.hpp"
#include "codag/codec/gompresso_bit/format.hpp"

namespace codag::gompresso_bit {

/// An entry of the table of literals and lengths. Bits 0 to 3: the codeword's length; 4: it is a
/// literal; 5 to 7: the extra bits of a length, or no_match; 8 to 15: the byte, or the length less
/// one without its extra bits.
struct literal_entry {
  static constexpr unsigned no_match = 7;
  static_assert(extra_bits(length_slots - 1) < no_match && slot_begin(length_slots - 1) < 1u << 8);

  static CODAG_DEVICE unsigned of(unsigned symbol) {
    if (symbol < no_length) return symbol << 4 | 1;
    if (symbol == no_length) return no_match << 1;
    const unsigned slot = symbol - first_length_slot;
    return slot_begin(slot) << 4 | extra_bits(slot) << 1;
  }
  static CODAG_DEVICE bool is_literal(table_entry e) { return (e & 16) != 0; }
  static CODAG_DEVICE unsigned extra(table_entry e) { return e >> 5 & 7; }
  static CODAG_DEVICE unsigned value(table_entry e) { return e >> 8; }
};

/// An entry of the table of distances. Bits 0 to 3: the codeword's length; 4 to 7: the extra bits;
/// from 8 on: the distance less one without its extra bits, divided by 2 to their number.
struct distance_entry {
  static CODAG_DEVICE unsigned of(unsigned slot) {
    return extra_bits(slot) | (slot < 2 ? slot : 2 + slot % 2) << 4;
  }
  static CODAG_DEVICE unsigned extra(table_entry e) { return e >> 4 & 15; }
  static CODAG_DEVICE unsigned high(table_entry e) { return e >> 8; }
};

}  // namespace codag::gompresso_bit
