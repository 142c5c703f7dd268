// token_batch: a warp writes what 32 consecutive tokens give.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/output_ring.hpp"
#include "codag/lz/token.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// Tokens in the order of the stream, one per lane. Their output is written in order, 32 bytes at
/// once: each lane finds the token that its byte belongs to. A byte whose source is among the same
/// 32 bytes takes it from the lane there. A long match is copied on its own, because its bytes need
/// no search.
template <class Thread>
class token_batch {
 public:
  /// Lanes after the last token have none. Collective.
  CODAG_DEVICE token_batch(const Thread& t, token mine, bool has_token)
      : warp_(t), lane_(t.lane()), token_(mine), bytes_(has_token ? bytes_of(mine) : 0) {
    start_ = warp_.exclusive_sum(bytes_, total_);
  }

  /// The bytes of all tokens.
  CODAG_DEVICE std::uint32_t total() const { return total_; }
  /// Whether a match begins before the chunk, of which `written` bytes precede the batch.
  CODAG_DEVICE bool reaches_before(std::uint32_t written) const {
    return warp_.any(bytes_ > 0 && distance_of(token_) > written + start_);
  }

  /// Writes them. The output has room, and no match begins before it. Collective.
  CODAG_DEVICE void write(output_ring<Thread>& out) const {
    for (std::uint32_t done = 0; done < total_;) {
      // As many tokens as the ring takes at once: at least one, and mostly all.
      const bool now = bytes_ > 0 && start_ >= done &&
                       start_ + bytes_ - done <= output_ring<Thread>::batch_bytes;
      const unsigned lanes = warp_.ballot(now);
      const std::uint32_t end = warp_.shuffle(start_ + bytes_, warp_.last_of(lanes));
      write_some(out, now, out.position() + start_ - done);
      out.advance(end - done);
      done = end;
    }
  }

 private:
  /// Matches of this length or more are copied on their own.
  static constexpr std::uint32_t long_match = 48;

  /// Writes the tokens of the lanes that have `now`. `at` is where a token's bytes go.
  CODAG_DEVICE void write_some(output_ring<Thread>& out, bool now, std::uint32_t at) const {
    const bool match = now && is_match(token_);
    if (now && !match) out.put(at, number_of(token_));
    unsigned matches = warp_.ballot(match);
    const unsigned long_ones = warp_.ballot(match && bytes_ >= long_match);
    // The literals are there before a match copies them.
    warp_.sync();
    while (matches != 0) {
      const unsigned first = lowest_bit(matches);
      const unsigned next_long = matches & long_ones;
      // Those before the first long one; all if there is none.
      const unsigned short_ones = matches & ((next_long & (0 - next_long)) - 1);
      if (short_ones != 0) {
        write_slices(out, first, now ? at : ~0u, warp_.shuffle(at, first),
                     warp_.shuffle(at + bytes_, warp_.last_of(short_ones)));
        matches &= ~short_ones;
      } else {
        copy_long(out, warp_.shuffle(token_, first), warp_.shuffle(at, first));
        matches &= matches - 1;
      }
    }
  }

  /// Writes the bytes from `begin` to `end`, 32 at once. Token number `first` begins there.
  CODAG_DEVICE void write_slices(output_ring<Thread>& out, unsigned first, std::uint32_t at,
                                 std::uint32_t begin, std::uint32_t end) const {
    unsigned before = first;  // the tokens that begin before the slice
    for (std::uint32_t slice = begin; slice < end; slice += simt::warp_size) {
      // A bit for each byte that a token begins with. The sum has no carries: the bits differ.
      const std::uint32_t offset = at - slice;
      const unsigned starts = warp_.reduce(offset < simt::warp_size ? 1u << offset : 0u);
      const token mine = warp_.shuffle(token_, before + popcount(starts & ((2u << lane_) - 1)) - 1);
      before += popcount(starts);

      const std::uint32_t distance = distance_of(mine);
      const bool copies = distance != 0 && slice + lane_ < end;
      const bool from_slice = copies && distance <= lane_;
      std::uint32_t byte = number_of(mine);
      if (copies && !from_slice) byte = out.get(slice + lane_ - distance);
      if (warp_.any(from_slice)) byte = warp_.shuffle(byte, origin(from_slice ? distance : 0));
      if (copies) out.put(slice + lane_, byte);
      // The slice is there before the next one copies from it.
      warp_.sync();
    }
  }

  /// The lane that a byte comes from, over any number of copies within a slice. `distance` is 0 for
  /// a byte that comes from before it.
  CODAG_DEVICE unsigned origin(std::uint32_t distance) const {
    unsigned source = lane_ - distance;
    // Each step doubles the number of copies that it goes back.
    for (;;) {
      const unsigned next = warp_.shuffle(source, source);
      if (!warp_.any(next != source)) return source;
      source = next;
    }
  }

  /// Copies one match by all lanes.
  CODAG_DEVICE void copy_long(output_ring<Thread>& out, token match, std::uint32_t at) const {
    const std::uint32_t length = number_of(match), distance = distance_of(match);
    if (distance < simt::warp_size) {
      // Repeats `distance` bytes: each turn writes as many whole repetitions as there are lanes.
      const std::uint32_t turn = simt::warp_size / distance * distance;
      const std::uint32_t byte = out.get(at - distance + lane_ % distance);
      if (lane_ < turn)
        for (std::uint32_t i = lane_; i < length; i += turn) out.put(at + i, byte);
    } else {
      const bool overlaps = distance < length;
      for (std::uint32_t turn = 0; turn < length; turn += simt::warp_size) {
        const std::uint32_t i = turn + lane_;
        if (i < length) out.put(at + i, out.get(at + i - distance));
        // The turn's bytes are there before a later turn copies them.
        if (overlaps) warp_.sync();
      }
    }
    // The match is there before the next one copies from it.
    warp_.sync();
  }

  simt::warp_group<Thread> warp_;
  unsigned lane_;
  token token_;
  std::uint32_t bytes_;  // that this lane's token gives; 0: it has none
  std::uint32_t start_;  // of its bytes, from the batch's first
  std::uint32_t total_;
};

}  // namespace codag::lz
