// sequential_copy: back-references one after the other (SC; Gompresso, section V).
#pragma once

#include <cstdint>
#include <string_view>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/sequences/back_reference.hpp"

namespace codag::lz {

/// A resolution (see the concept). A round is one back-reference.
struct sequential_copy {
  static constexpr std::string_view name = "sequential_copy";
  static constexpr bool needs_independence = false;

  template <class Thread>
  static CODAG_DEVICE unsigned resolve(const Thread& t, std::uint8_t* out,
                                       const back_reference& mine, std::uint32_t /*group_begin*/) {
    const unsigned lanes = t.ballot(mine.length > 0);
    for (unsigned left = lanes; left != 0; left &= left - 1) {
      if (t.lane() == lowest_bit(left)) mine.copy(t, out, mine.begin);
      // The copy is there before the next lane copies from it.
      t.sync_warp();
    }
    return popcount(lanes);
  }
};

}  // namespace codag::lz
