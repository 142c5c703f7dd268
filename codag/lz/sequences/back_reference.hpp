// back_reference: what one lane copies within the output.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/sequences/copy_by_lane.hpp"

namespace codag::lz {

/// A lane's back-reference of a group, whose literals have been written. Positions are counted from
/// the output's first byte.
struct back_reference {
  std::uint32_t begin;     ///< of the lane's bytes: its literals, and then those of the copy
  std::uint32_t at;        ///< where the copy goes
  std::uint32_t length;    ///< 0: the lane has none
  std::uint32_t distance;  ///< from the source to the copy, at most `at`; not 0 if there is one

  [[nodiscard]] CODAG_DEVICE std::uint32_t source_end() const { return at - distance + length; }
  [[nodiscard]] CODAG_DEVICE std::uint32_t end() const { return at + length; }

  /// For the lane alone: all bytes that it copies have been written, except those that it writes
  /// itself. Other lanes may be writing bytes from `high_water_mark` on, but none before it.
  template <class Thread>
  CODAG_DEVICE void copy(const Thread& t, std::uint8_t* out, std::uint32_t high_water_mark) const {
    // If all bytes before the lane's are written, what follows up to their end is its own.
    const std::uint32_t stable_end = begin <= high_water_mark ? end() : high_water_mark;
    copy_by_lane(t, out + (at - distance), out + at, length, distance, {out, out + stable_end});
  }
};

}  // namespace codag::lz
