// The runs of a block of values, for the encoders of gpu_rfor and rle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/codec/bit_packing/blocks.hpp"

namespace codag::bit_packing {

/// The runs of one block. In a chunk's last block, the last run continues to the block's end.
template <class Stored, std::size_t block_values>
struct block_runs {
  block_runs(const block_reader<Stored>& column, std::size_t b) {
    std::array<Stored, block_values> block;
    column.load(b * block_values, block);
    for (const Stored value : block) {
      if (count == 0 || values[count - 1] != value) {
        values[count] = value;
        lengths[count++] = 0;
      }
      ++lengths[count - 1];
    }
  }
  [[nodiscard]] std::span<const Stored> all_values() const {
    return std::span(values).first(count);
  }
  [[nodiscard]] std::span<const std::uint32_t> all_lengths() const {
    return std::span(lengths).first(count);
  }

  std::size_t count = 0;
  std::array<Stored, block_values> values;
  std::array<std::uint32_t, block_values> lengths;
};

}  // namespace codag::bit_packing
