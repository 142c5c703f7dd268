// What parse_warp() and the encoder by warps have in common, so that both make the same sequences.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag::gompresso {

/// A parse in steps of 32 positions. In a step, each position looks up the bucket of its first four
/// bytes. The first position with a match takes it, and the next step begins after the match. If
/// none has one, it begins 32 positions later. The positions up to the match, or all, are entered
/// into their buckets; of several with the same bucket, only the last one.
struct warp_parse {
  static constexpr std::uint32_t positions = 32;  ///< of a step: one per lane
  static constexpr unsigned bucket_bits = 11;
  static constexpr std::uint32_t buckets = 1u << bucket_bits;
  /// The bytes that have to be the same.
  static constexpr std::uint32_t hashed_bytes = 4;

  /// The bucket of a position whose first bytes are `word`, by Knuth's multiplicative hash (The Art
  /// of Computer Programming, vol. 3, section 6.4).
  static CODAG_HOST_DEVICE constexpr std::uint32_t bucket_of(std::uint32_t word) {
    return word * 2'654'435'761u >> (32 - bucket_bits);
  }

  /// Two positions with the same hash, each plus 1; 0: none. The older one is there because with
  /// dependency elimination the newest one often may not be copied yet.
  struct alignas(8) bucket {
    std::uint32_t newest, older;

    /// Enters a position. `usable` says whether the newest one may be copied.
    CODAG_HOST_DEVICE constexpr void enter(std::uint32_t position, bool usable) {
      if (newest != 0 && usable) older = newest;
      newest = position + 1;
    }
  };

  /// What decides whether a match is possible.
  struct rules {
    std::uint32_t window, look_ahead, min_match;

    /// Whether a match may copy from `entry`, which is a position plus 1, if its source has to end
    /// at `source_end` or before.
    [[nodiscard]] CODAG_HOST_DEVICE constexpr bool usable(std::uint32_t entry,
                                                          std::uint32_t source_end) const {
      return entry != 0 && entry - 1 + min_match <= source_end;
    }
    /// The longest match that may begin at `at` of `size` bytes and copy from `from`; 0 if that is
    /// too far away.
    [[nodiscard]] CODAG_HOST_DEVICE constexpr std::uint32_t most(std::uint32_t at,
                                                                 std::uint32_t from,
                                                                 std::uint32_t size,
                                                                 std::uint32_t source_end) const {
      if (at - from > window) return 0;
      const std::uint32_t left = size - at, of_source = source_end - from;
      const std::uint32_t in_chunk = left < of_source ? left : of_source;
      return look_ahead < in_chunk ? look_ahead : in_chunk;
    }
  };
};

}  // namespace codag::gompresso
