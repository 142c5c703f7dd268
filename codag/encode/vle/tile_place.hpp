// Where lookback_kernel copies a tile to.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/encode/vle/finish.hpp"
#include "codag/encode/vle/workspace.hpp"

namespace codag::vle {

/// Where a tile lies in the stream: in `words` words from `to` on and part of the next one, from
/// bit `shift` of the first one on.
struct tile_place {
  std::uint32_t* to;  ///< null if there is no room for the tile
  std::uint32_t words;
  std::uint32_t shift;
  std::uint64_t end_word;  ///< the end, as a position_word

  static CODAG_DEVICE tile_place from(std::uint64_t begin, std::uint64_t end_word,
                                      const stream_room& room) {
    if (!room.holds(end_word)) return {nullptr, 0, 0, end_word};
    const std::uint64_t end = end_word & position_word::bits;
    return {room.words + begin / 32, static_cast<std::uint32_t>(end / 32 - begin / 32),
            static_cast<std::uint32_t>(begin % 32), end_word};
  }
  [[nodiscard]] CODAG_DEVICE bool ends_in_a_word() const {
    return to != nullptr && (end_word & position_word::bits) % 32 > 0;
  }
};

}  // namespace codag::vle
