// The starts of consecutive blocks of a chunk, while a warp loads them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/simt/simt.hpp"

namespace codag::bit_packing {

/// The starts of up to `most` blocks, and where the last one ends. Word k of lane i is start number
/// 32 k + i. Each warp that needs them has loaded them.
template <unsigned most>
struct starts_ahead {
  static constexpr unsigned per_lane = most / simt::warp_size + 1;
  static_assert(most < simt::warp_size || most % simt::warp_size == 0,
                "a lane that has a block has the start of the next one, or lane 0 has it");
  std::uint32_t words[per_lane];

  /// Begins to load those of `blocks` blocks of the chunk, from block `first` on.
  template <class Thread, class Words>
  static CODAG_DEVICE starts_ahead ask(const Thread& t, const Words& source, const chunk_layout& l,
                                       std::uint32_t first, std::uint32_t blocks) {
    starts_ahead asked{};
    CODAG_UNROLL
    for (unsigned k = 0; k < per_lane; ++k) {
      const unsigned i = t.lane() + k * simt::warp_size;
      if (i <= blocks) asked.words[k] = source(l.starts_at + first + i);
    }
    return asked;
  }

  /// Start number `i`, any number if there is none. Collective for the warp; each lane has an `i`.
  template <class Thread>
  [[nodiscard]] CODAG_DEVICE std::uint32_t start(const Thread& t, std::uint32_t i) const {
    std::uint32_t found = t.shuffle(words[0], i % simt::warp_size);
    CODAG_UNROLL
    for (unsigned k = 1; k < per_lane; ++k) {
      const std::uint32_t later = t.shuffle(words[k], i % simt::warp_size);
      if (i / simt::warp_size == k) found = later;
    }
    return found;
  }
};

}  // namespace codag::bit_packing
