// What a chunk of Gompresso/Bit consists of, for the host and for kernels (format.md).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/limits.hpp"
#include "codag/codec/gompresso/sequence.hpp"

namespace codag::gompresso_bit {

using gompresso::limits, gompresso::sequence;

/// Codewords of literals and lengths have at most this many bits, so that one look-up in a small
/// table finds any of them. Those of distances have fewer: there are few of them.
inline constexpr unsigned least_code_bits = 9, max_code_bits = 10;
inline constexpr unsigned distance_code_bits = 9;
/// The most literals that a sub-block may have: a decoder keeps them.
inline constexpr std::uint32_t max_sub_block_literals = 16 * gompresso::max_literals;

/// The alphabet of literals and lengths: 256 bytes, the end of a sequence without a back-reference,
/// and the slots of lengths.
inline constexpr unsigned no_length = 256, first_length_slot = 257;
inline constexpr unsigned length_slots = 16, distance_slots = 30;
inline constexpr unsigned literal_symbols = first_length_slot + length_slots;
inline constexpr unsigned all_symbols = literal_symbols + distance_slots;

/// The number of sequences, the limits, the shape, and the code lengths of both alphabets, four
/// bits each.
inline constexpr std::uint32_t shape_at = 8, lengths_at = 12;
inline constexpr std::uint32_t header_bytes = lengths_at + (all_symbols + 1) / 2;

/// How a chunk is divided and coded, which its header says.
struct shape {
  std::uint32_t sequences;  ///< of a sub-block, which one lane decodes: 8, 16 or 32
  std::uint32_t code_bits;  ///< of the longest codeword of literals and lengths
  std::uint32_t unused;     ///< 0

  static CODAG_HOST_DEVICE constexpr shape of(std::uint32_t word) {
    return {word & 0xff, word >> 8 & 0xff, word >> 16};
  }
  [[nodiscard]] constexpr std::uint32_t word() const { return sequences | code_bits << 8; }
  [[nodiscard]] CODAG_HOST_DEVICE constexpr bool well_formed() const {
    return (sequences == 8 || sequences == 16 || sequences == 32) && code_bits >= least_code_bits &&
           code_bits <= max_code_bits && unused == 0;
  }
  /// The longest literal string.
  [[nodiscard]] CODAG_HOST_DEVICE constexpr std::uint32_t most_literals() const {
    return sequences == 32 ? max_sub_block_literals / 32 : gompresso::max_literals;
  }
  /// How many sub-blocks these sequences are.
  [[nodiscard]] CODAG_HOST_DEVICE constexpr std::uint32_t blocks_of(std::uint32_t count) const {
    return count / sequences + (count % sequences != 0 ? 1 : 0);
  }
};

/// What the header has for each sub-block.
inline constexpr std::uint32_t sub_block_bytes = 4;

/// The sizes of a sub-block: compressed in bits, uncompressed in bytes.
struct sub_block {
  std::uint32_t bits, bytes;

  static CODAG_HOST_DEVICE constexpr sub_block of(std::uint32_t word) {
    return {word & 0xffff, word >> 16};
  }
  [[nodiscard]] constexpr std::uint32_t word() const { return bits | bytes << 16; }
};

// A length or a distance, less one, is a slot and then extra bits, the lowest first. Slots 0 and 1
// are the values 0 and 1. Above them, each power of two begins two slots.

/// The extra bits of a slot.
CODAG_HOST_DEVICE constexpr unsigned extra_bits(unsigned slot) {
  return slot < 2 ? 0 : slot / 2 - 1;
}
/// The value of a slot whose extra bits are 0.
CODAG_HOST_DEVICE constexpr std::uint32_t slot_begin(unsigned slot) {
  return slot < 2 ? slot : (2 + slot % 2) << extra_bits(slot);
}
/// The slot of a value.
constexpr unsigned slot_of(std::uint32_t value) {
  unsigned slot = 0;
  while ((value - slot_begin(slot)) >> extra_bits(slot) != 0) ++slot;
  return slot;
}
static_assert(slot_of(gompresso::max_look_ahead - 1) < length_slots &&
              slot_of(gompresso::max_window - 1) < distance_slots);

}  // namespace codag::gompresso_bit
