// What a chunk of Gompresso/Bit consists of, for the host and for kernels (format.md).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/limits.hpp"
#include "codag/codec/gompresso/sequence.hpp"

namespace codag::gompresso_bit {

using gompresso::limits, gompresso::sequence;

/// Codewords have at most this many bits, so that one look-up in a small table finds any of them.
inline constexpr unsigned max_code_bits = 10;
/// The sequences that one lane decodes.
inline constexpr std::uint32_t sub_block_sequences = 16;

/// The alphabet of literals and lengths: 256 bytes, the end of a sequence without a back-reference,
/// and the slots of lengths.
inline constexpr unsigned no_length = 256, first_length_slot = 257;
inline constexpr unsigned length_slots = 16, distance_slots = 30;
inline constexpr unsigned literal_symbols = first_length_slot + length_slots;
inline constexpr unsigned all_symbols = literal_symbols + distance_slots;

/// The number of sequences, the limits, and the code lengths of both alphabets, four bits each.
inline constexpr std::uint32_t lengths_at = 8;
inline constexpr std::uint32_t header_bytes = lengths_at + (all_symbols + 1) / 2;
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

CODAG_HOST_DEVICE constexpr std::uint32_t sub_blocks_of(std::uint32_t sequences) {
  return sequences / sub_block_sequences + (sequences % sub_block_sequences != 0 ? 1 : 0);
}

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
