// sequence_group: what a warp writes at once, a sequence per lane.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// The longest literal string and the longest match of a sequence, in bytes.
inline constexpr std::uint32_t max_segment = 255;

/// A group of sequences, each of which is literals and then a match. Either may be missing. Both
/// are the segments of the group's output. Positions are those of an output_ring.
struct sequence_group {
  /// The lane's sequence.
  std::uint32_t begin;  ///< the position of its literals
  std::uint32_t literals, length, distance;
  std::uint32_t literals_at;  ///< where its literals are (see slice_marker)

  /// Of all lanes.
  std::uint32_t bytes;
  std::uint32_t first_literal, all_literals;  ///< where they begin, if they lie together

  [[nodiscard]] CODAG_DEVICE std::uint32_t match_at() const { return begin + literals; }
  [[nodiscard]] CODAG_DEVICE std::uint32_t end() const { return match_at() + length; }
  [[nodiscard]] CODAG_DEVICE std::uint32_t source_end() const { return end() - distance; }

  /// Each lane has a sequence, neither of whose segments is above max_segment. The group begins at
  /// `position`, and its literals lie one after the other from `literals_at` on. Collective.
  template <class Warp>
  static CODAG_DEVICE sequence_group of(const Warp& warp, std::uint32_t literals,
                                        std::uint32_t length, std::uint32_t distance,
                                        std::uint32_t position, std::uint32_t literals_at) {
    // One sum for both: each is below 2^16.
    constexpr unsigned half = 16;
    static_assert(simt::warp_size * max_segment < 1u << half);
    std::uint32_t sums;
    const std::uint32_t before = warp.exclusive_sum(literals | length << half, sums);
    const std::uint32_t literals_before = before % (1u << half);
    return {.begin = position + literals_before + (before >> half),
            .literals = literals,
            .length = length,
            .distance = distance,
            .literals_at = literals_at + literals_before,
            .bytes = sums % (1u << half) + (sums >> half),
            .first_literal = literals_at,
            .all_literals = sums % (1u << half)};
  }
};

}  // namespace codag::lz
