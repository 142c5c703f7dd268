// sequence_group: what a warp writes at once, a sequence per lane.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/output/output_ring.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// A group of sequences, each of which is literals and then a match. Either may be missing. Both
/// are copies, of at most longest_copy bytes. Positions are those of an output_ring.
struct sequence_group {
  /// The lane's sequence.
  std::uint32_t begin;  ///< the position of its literals
  std::uint32_t literals, length, distance;
  std::uint32_t literals_at;  ///< where its literals are (see batch_marker)

  /// The output and the literals of all lanes.
  std::uint32_t bytes;
  std::uint32_t first_literal, all_literals;  ///< where they begin, if they lie together

  [[nodiscard]] CODAG_DEVICE std::uint32_t match_at() const { return begin + literals; }
  [[nodiscard]] CODAG_DEVICE std::uint32_t end() const { return match_at() + length; }
  [[nodiscard]] CODAG_DEVICE std::uint32_t source_end() const { return end() - distance; }

  /// Each lane has a sequence, neither of whose copies is above longest_copy. The group begins at
  /// `position`, and its literals lie one after the other from `literals_at` on. Collective.
  template <class Warp>
  static CODAG_DEVICE sequence_group of(const Warp& warp, std::uint32_t literals,
                                        std::uint32_t length, std::uint32_t distance,
                                        std::uint32_t position, std::uint32_t literals_at) {
    // One sum for both: each is below 2^16.
    constexpr unsigned half = 16;
    static_assert(simt::warp_size * longest_copy < 1u << half);
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
