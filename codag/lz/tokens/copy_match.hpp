// copy_match: a warp copies one match.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/output/output_buffer.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// Copies matches of any length and distance, one at a time, a byte per lane. The warp has synced
/// since it wrote a match's source, and syncs before it reads or overwrites the copy. `Output` has
/// the newest bytes in shared memory: output_buffer or output_ring.
template <class Thread, class Output = output_buffer<Thread>>
class copy_match {
 public:
  CODAG_DEVICE copy_match(const simt::warp_group<Thread>& warp, Output& out)
      : warp_(warp),
        out_(out),
        lane_(warp.rank()),
        reciprocal_(lane_ == 0 ? 0 : (one + lane_ - 1) / lane_) {}

  /// What all lanes have to know of a match that they copy in one step.
  struct in_one_step {
    bool possible;         ///< otherwise, copy_in_turns() has to copy it
    std::uint32_t packed;  ///< length, distance, and the distance's reciprocal
  };

  /// Each lane describes a match of its own, which goes to its `at`. Collective.
  CODAG_DEVICE in_one_step describe(token match, std::uint32_t at) const {
    const std::uint32_t length = number_of(match), distance = distance_of(match);
    const bool repeats = distance < simt::warp_size;
    const std::uint32_t reciprocal = warp_.shuffle(reciprocal_, repeats ? distance : 0);
    return {length <= simt::warp_size && out_.is_near(at - distance),
            length | distance << length_bits | reciprocal << (length_bits + distance_bits)};
  }
  /// Copies the match that lane `next` has described. Collective.
  CODAG_DEVICE void copy(const in_one_step& mine, std::uint32_t its_place, unsigned next) const {
    const std::uint32_t packed = warp_.shuffle(mine.packed, next);
    const std::uint32_t at = warp_.shuffle(its_place, next);
    const std::uint32_t length = packed % (1u << length_bits);
    const std::uint32_t distance = packed >> length_bits & ((1u << distance_bits) - 1);
    const std::uint32_t place = remainder(distance, packed >> (length_bits + distance_bits));
    if (lane_ < length) out_.put(at + lane_, out_.get_near(at - distance + place));
  }

  /// Copies lane `next`'s match. Collective.
  CODAG_DEVICE void copy_in_turns(token mine, std::uint32_t its_place, unsigned next) const {
    const token match = warp_.shuffle(mine, next);
    const std::uint32_t at = warp_.shuffle(its_place, next);
    const std::uint32_t length = number_of(match), distance = distance_of(match);
    if (distance < simt::warp_size) {
      // Each lane's bytes are all the same, from a multiple of the distance on.
      const std::uint32_t reciprocal = warp_.shuffle(reciprocal_, distance);
      const std::uint32_t lanes = lanes_of(distance, reciprocal);
      if (lane_ >= lanes) return;
      const std::uint32_t byte = out_.get(at - distance + remainder(distance, reciprocal));
      for (std::uint32_t i = lane_; i < length; i += lanes) out_.put(at + i, byte);
      return;
    }
    for (std::uint32_t i = lane_; i - lane_ < length; i += simt::warp_size) {
      if (i < length) out_.put(at + i, out_.get(at + i - distance));
      // The turn's bytes are there before a later turn copies them.
      warp_.sync();
    }
  }

 private:
  static constexpr unsigned length_bits = 6, distance_bits = 13, one_bits = 10;
  static_assert(simt::warp_size < 1u << length_bits && buffer_bytes < 1u << distance_bits &&
                length_bits + distance_bits + one_bits < 32);

  /// The greatest multiple of the distance that is not above warp_size.
  static CODAG_DEVICE std::uint32_t lanes_of(std::uint32_t distance, std::uint32_t reciprocal) {
    return (simt::warp_size * reciprocal >> one_bits) * distance;
  }
  /// The lane's number modulo the distance; the lane's number if the reciprocal is 0.
  CODAG_DEVICE std::uint32_t remainder(std::uint32_t distance, std::uint32_t reciprocal) const {
    return lane_ - (lane_ * reciprocal >> one_bits) * distance;
  }

  // n * reciprocal / one is n / distance for n and distances below warp_size: the reciprocal is too
  // large by less than distance / one, and n * distance is less than `one`.
  static constexpr std::uint32_t one = 1u << one_bits;
  static_assert((simt::warp_size - 1) * (simt::warp_size - 1) < one);

  const simt::warp_group<Thread>& warp_;
  Output& out_;
  unsigned lane_;
  std::uint32_t reciprocal_;  // of the lane's number
};

}  // namespace codag::lz
