// The header of a frame of gpu_rfor's runs.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"

namespace codag::gpu_rfor {

/// The words before a frame's packed values.
template <bit_packing::stored_value T>
inline constexpr unsigned header_of_runs = bit_packing::frame_header_words<T> + run_count_words;

/// The number of runs in a frame, if it has that many in `size` words and no width above
/// `most_width`; otherwise 0. `size` words may be read.
template <bit_packing::stored_value T, unsigned most_width>
CODAG_DEVICE std::uint32_t frame_runs(const std::uint32_t* words, std::uint32_t size) {
  constexpr unsigned header = header_of_runs<T>;
  if (size < header) return 0;
  const std::uint32_t count = words[header - 1];
  if (count > block_values) return 0;
  const std::uint32_t widths = words[bit_packing::reference_words<T>];
  std::uint32_t needed = header;
  CODAG_UNROLL
  for (unsigned m = 0; m < bit_packing::miniblocks; ++m) {
    if (m * miniblock_runs >= count) break;
    const std::uint32_t left = count - m * miniblock_runs;
    const std::uint32_t width = bit_packing::width_of(widths, m);
    if (width > most_width) return 0;
    needed += bit_packing::packed_words(left < miniblock_runs ? left : miniblock_runs, width);
  }
  return needed == size ? count : 0;
}

}  // namespace codag::gpu_rfor
