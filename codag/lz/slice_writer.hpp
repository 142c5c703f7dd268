// slice_writer: a warp writes marked slices. Each lane writes its own line of the output, whichever
// sequences the bytes come from.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/match_copy.hpp"
#include "codag/lz/output_ring.hpp"
#include "codag/lz/slice.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// A slice is written as lines of 16 bytes, one per lane and then one more. For each half of its
/// line, a lane finds the segment of the half's first byte, takes eight bytes from where that
/// segment has them, and goes on to the next segment while the half has more of them. So all lanes
/// have the same work, however long the segments are. Matches that copy what their own slice writes
/// follow one after the other.
///
/// All that a slice copies is in shared memory (see slice_marker).
template <class Thread>
class slice_writer {
 public:
  /// `block` is the memory that the marked places are counted in.
  CODAG_DEVICE slice_writer(const Thread& t, const simt::warp_group<Thread>& warp,
                            output_ring<Thread>& ring, std::byte* block)
      : thread_(t), warp_(warp), ring_(ring), memory_(block), copy_(warp, ring) {}

  /// Writes a slice that is marked in the slice_memory at `at`. Its segments are marked, and what
  /// they copy is there: there has been a barrier since. Returns the number of rounds: one, and one
  /// for each match that waits. Collective.
  CODAG_DEVICE unsigned write(const slice& s, std::uint32_t at) {
    const std::uint32_t first = s.begin / line_bytes * line_bytes;
    unsigned segments = 0;  // before the lines
    CODAG_NO_UNROLL
    for (std::uint32_t lines = first; lines < s.end; lines += lines_bytes) {
      const std::uint32_t line = lines + line_bytes * thread_.lane();
      // The earlier lines' sources are no longer read, and the earlier lines have been written.
      if (lines != first) warp_.sync();
      word_quad words;
      gather(at, lines - first, line < s.end, segments, words);
      // All lanes have taken what they copy before any of it is overwritten, and have read the
      // marks.
      warp_.sync();
      if (line < s.end) {
        ring_.put_line(line, words);
        if (s.waiting == 0) ring_.store(line, words, s.end);
      }
    }
    if (s.waiting != 0) {
      copy_in_order(s.waiting, s.match, s.match_at);
      for (std::uint32_t line = first + line_bytes * thread_.lane(); line < s.end;
           line += lines_bytes)
        ring_.store(line, ring_.line(line), s.end);
    }
    ring_.advance(s.end - s.begin);
    return 1 + popcount(s.waiting);
  }

 private:
  /// The lines of all lanes: one each.
  static constexpr std::uint32_t lines_bytes = line_bytes * simt::warp_size;
  static_assert(slice_bytes % lines_bytes == 0);

  CODAG_DEVICE const std::uint32_t* word_at(std::uint32_t place) const {
    return reinterpret_cast<const std::uint32_t*>(memory_ + place);
  }

  /// Takes the words of the lane's line, if the slice has it. The lines of all lanes begin with the
  /// slice's byte `from`; `segments` begin before them, and then before the ones after them.
  /// Collective.
  CODAG_DEVICE void gather(std::uint32_t memory_at, std::uint32_t from, bool has_line,
                           unsigned& segments, word_quad& line) {
    const std::uint32_t begin = from + line_bytes * thread_.lane();
    // The line's starts, a bit for each of its bytes.
    auto* const mine = reinterpret_cast<std::uint16_t*>(memory_ + memory_at + begin / 8);
    const std::uint32_t its = *mine;
    *mine = 0;
    // The place of the source of the segment before the line's first start.
    unsigned all;
    std::uint32_t at = memory_at + slice_memory::sources_at +
                       4 * (segments + warp_.exclusive_sum(popcount(its), all));
    segments += all;
    if (!has_line) return;
    CODAG_UNROLL
    for (unsigned k = 0; k < 2; ++k) {
      const std::uint32_t offset = begin + 8 * k;
      if ((its >> 8 * k & 1) != 0) at += 4;
      std::uint64_t bytes = eight_bytes(offset, *word_at(at));
      const std::uint32_t last = at + 4 * popcount(its & 0xfeu << 8 * k);
      CODAG_NO_UNROLL
      while (at != last) {
        at += 4;
        const std::uint32_t source = *word_at(at);
        const std::uint64_t later = ~std::uint64_t{0} << source % 64;
        bytes = (bytes & ~later) | (eight_bytes(offset, source) & later);
      }
      line.words[2 * k] = static_cast<std::uint32_t>(bytes);
      line.words[2 * k + 1] = static_cast<std::uint32_t>(bytes >> 32);
    }
  }
  /// What a segment has for the eight bytes from `offset` on. Those that are not the segment's have
  /// any value.
  CODAG_DEVICE std::uint64_t eight_bytes(std::uint32_t offset, std::uint32_t source) const {
    const std::uint32_t place =
        offset + static_cast<std::uint32_t>(static_cast<std::int32_t>(source) >> 6);
    const std::uint32_t* const from = word_at(place / 4 * 4);
    const std::uint32_t low = funnel_shift_right(from[0], from[1], 8 * place);
    return static_cast<std::uint64_t>(funnel_shift_right(from[1], from[2], 8 * place)) << 32 | low;
  }

  CODAG_DEVICE void copy_in_order(unsigned lanes, token match, std::uint32_t at) {
    // The slice's other bytes are there before a match copies them.
    warp_.sync();
    const auto mine = copy_.describe(match, at);
    const unsigned in_one_step = warp_.ballot(mine.possible);
    for (; lanes != 0; lanes &= lanes - 1) {
      const unsigned next = lowest_bit(lanes);
      if ((in_one_step >> next & 1) != 0)
        copy_.copy(mine, at, next);
      else
        copy_.copy_in_turns(match, at, next);
      // The match is there before the next one copies from it.
      warp_.sync();
    }
  }

  const Thread& thread_;
  const simt::warp_group<Thread>& warp_;
  output_ring<Thread>& ring_;
  // The block's. A place in it is an address: nothing is added to it.
  std::byte* memory_;
  match_copy<Thread, output_ring<Thread>> copy_;
};

}  // namespace codag::lz
