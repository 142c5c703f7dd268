// A frame of gpu_rfor's runs in shared memory.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/stage_words.hpp"
#include "codag/codec/gpu_rfor/frame_runs.hpp"
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"

namespace codag::gpu_rfor {

/// The frame of a block's values, or of its lengths, in shared memory.
template <bit_packing::stored_value T, unsigned most_width>
struct staged_frame {
  static constexpr unsigned threads = 128, items = block_values / threads;
  static_assert(miniblock_runs == threads, "item i of every thread is of miniblock i");
  static constexpr unsigned header = header_of_runs<T>;
  static constexpr unsigned capacity =
      header + items * bit_packing::packed_words(threads, most_width);
  std::uint32_t words[capacity];

  template <class Words>
  CODAG_DEVICE void stage(unsigned rank, const Words& source, const bit_packing::chunk_layout& l,
                          std::uint32_t begin, std::uint32_t end) {
    const std::uint32_t staged = bit_packing::staged_words(begin, end, l, capacity);
    bit_packing::stage_words<threads, bit_packing::loads_at_once<threads>(capacity)>(
        rank, source, l.data_at + begin, staged, words);
  }

  /// The number of runs, if the frame has that many in `size` words; otherwise 0.
  [[nodiscard]] CODAG_DEVICE std::uint32_t runs_in(std::uint32_t size) const {
    return frame_runs<T, most_width>(words, size);
  }

  /// Item m of a thread is run m * 128 + rank, if there are so many; otherwise 0. Without a
  /// reference, it is what was packed.
  template <bool with_reference = true>
  CODAG_DEVICE void unpack(unsigned rank, std::uint32_t count, T (&values)[items]) const {
    const auto read = [this](std::uint32_t i) { return words[i]; };
    const auto reference = with_reference ? bit_packing::load_value<T>(read, 0) : T{0};
    std::uint32_t at = header;
    CODAG_UNROLL
    for (unsigned m = 0; m < items; ++m) {
      const std::uint32_t width = bit_packing::width_of(widths(), m);
      values[m] = m * miniblock_runs + rank < count
                      ? reference + bit_packing::unpack<T>(read, at, width * rank, width)
                      : T{0};
      at += bit_packing::packed_words(miniblock_runs, width);
    }
  }

 private:
  [[nodiscard]] CODAG_DEVICE std::uint32_t widths() const {
    return words[bit_packing::reference_words<T>];
  }
};

}  // namespace codag::gpu_rfor
