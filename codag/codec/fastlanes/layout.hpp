// FastLanes' layouts of a block (Afroozeh and Boncz, "The FastLanes Compression Layout: Decoding
// >100 Billion Integers per Second with Scalar Code", VLDB 2023).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"

namespace codag::fastlanes {

inline constexpr std::uint32_t block_values = 1024;

/// Whether a block's values are packed in the transposed order, or in their own.
enum class order : std::uint32_t { column = 0, transposed = 1 };

/// The place of value number `index` of the transposed block in the block: the paper's order
/// 0 4 2 6 1 5 3 7 of groups of 16 x 8 values, which is that of numbers whose three bits are
/// reversed.
CODAG_HOST_DEVICE constexpr std::uint32_t transposed_value(std::uint32_t index) {
  const std::uint32_t column = index % 16, group = index / 16 % 8, row = index / 128;
  const std::uint32_t reversed = (group & 1) << 2 | (group & 2) | group >> 2;
  return column * 64 + reversed * 8 + row;
}

/// The interleaved layout of FastLanes' virtual registers of 1024 bits: as many lanes as a register
/// holds values of T bits, with T values each. Word i of all lanes, of T bits, is a register.
template <bit_packing::stored_value Stored, order values_in>
struct layout {
  static constexpr std::uint32_t rows = bit_packing::max_width<Stored>, lanes = block_values / rows;
  static CODAG_HOST_DEVICE constexpr std::uint32_t value(std::uint32_t lane, std::uint32_t row) {
    const std::uint32_t index = row * lanes + lane;
    return values_in == order::transposed ? transposed_value(index) : index;
  }
  /// `i` counts words of 32 bits.
  static CODAG_HOST_DEVICE constexpr std::uint32_t word(std::uint32_t lane, std::uint32_t i) {
    constexpr std::uint32_t per_word = sizeof(Stored) / 4;
    return (i / per_word * lanes + lane) * per_word + i % per_word;
  }
};

}  // namespace codag::fastlanes
