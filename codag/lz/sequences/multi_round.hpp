// multi_round: back-references in rounds, each as soon as the bytes that it copies have been
// written (MRR; Gompresso, section IV-A).
#pragma once

#include <cstdint>
#include <string_view>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/sequences/back_reference.hpp"

namespace codag::lz {

/// A resolution (see the concept): the paper's Fig. 3. `high_water_mark` is its HWM.
///
/// Fig. 3 leaves one case open. A back-reference that copies its own literals or its own first
/// bytes ends above every HWM that the lanes below it can set, so that it would wait for ever. Here
/// the first lane that is pending always copies, because all bytes before it have been written. In
/// all other cases the rounds are those of Fig. 3.
struct multi_round {
  static constexpr std::string_view name = "multi_round";
  static constexpr bool needs_independence = false;

  template <class Thread>
  static CODAG_DEVICE unsigned resolve(const Thread& t, std::uint8_t* out,
                                       const back_reference& mine, std::uint32_t group_begin) {
    std::uint32_t high_water_mark = group_begin;
    bool pending = mine.length > 0;
    unsigned rounds = 0;
    while (true) {
      if (pending && (mine.source_end() <= high_water_mark || mine.begin <= high_water_mark)) {
        mine.copy(t, out, high_water_mark);
        pending = false;
      }
      ++rounds;
      const unsigned votes = t.ballot(pending);
      if (votes == 0) return rounds;
      // The last lane below which all are done. There is one: lane 0 never waits.
      const unsigned last_writer = lowest_bit(votes) - 1;
      high_water_mark = t.shuffle(mine.end(), last_writer);
      // This round's copies are there before the next round copies from them.
      t.sync_warp();
    }
  }
};

}  // namespace codag::lz
