// group_writer: a warp writes what groups of sequences give, each lane the line of the output that
// is its own, whosever sequence it comes from.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/match_copy.hpp"
#include "codag/lz/output_ring.hpp"
#include "codag/lz/sequence_group.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// What a group_writer has in shared memory, with a ring of `ring_bytes` bytes, in bytes from its
/// begin.
struct writer_memory {
  /// Bit k: a segment begins with the slice's byte k, counted from the slice's first line on.
  static constexpr unsigned words_of_starts = slice_bytes / 32;
  /// A word for each segment, from number 1 on: 8 times its first byte in the slice, modulo 64, and
  /// from bit 6 on what is added to a byte's number in the slice to give the place that it is
  /// copied from, in the block's memory. Number 0 has the bytes that the slice's first line has
  /// from the slice before.
  static constexpr std::uint32_t sources_at = 4 * words_of_starts;
  static constexpr std::uint32_t ring_at =
      (sources_at + 4 * (1 + 2 * simt::warp_size) + line_bytes - 1) / line_bytes * line_bytes;
  /// Literals, and then matches of older output.
  static CODAG_HOST_DEVICE constexpr std::uint32_t staged_at(std::uint32_t ring_bytes) {
    return ring_at + ring_memory_bytes(ring_bytes);
  }
  static CODAG_HOST_DEVICE constexpr std::uint32_t bytes(std::uint32_t ring_bytes) {
    // Both together are a slice. Literals begin and end anywhere in a line, a match anywhere in a
    // word.
    return staged_at(ring_bytes) +
           (slice_bytes + 2 * line_bytes + simt::warp_size * 8 + read_after + line_bytes - 1) /
               line_bytes * line_bytes;
  }
};

/// A group is written in slices of the output, and a slice as lines of 16 bytes, one per lane and
/// then one more. For each half of its line, a lane finds the segment of the half's first byte,
/// takes eight bytes from where that segment has them, and goes on to the next segment while the
/// half has more of them. So all lanes have the same work, however long the segments are. Matches
/// that copy what their own slice writes follow one after the other.
///
/// All that a slice copies is in shared memory: the newest output, literals that the caller brings
/// there, and matches of older output.
template <class Thread>
class group_writer {
 public:
  /// The writer's memory is the block's from byte `at` on: writer_memory::bytes(ring_bytes) bytes,
  /// aligned to simt::shared_alignment. The ring's memory is the part of it that is for it.
  /// Collective.
  CODAG_DEVICE group_writer(const Thread& t, const simt::warp_group<Thread>& warp,
                            output_ring<Thread>& ring, std::byte* block, std::uint32_t at,
                            std::uint32_t ring_bytes)
      : thread_(t),
        warp_(warp),
        ring_(ring),
        memory_(block),
        at_(at),
        staged_at_(at + writer_memory::staged_at(ring_bytes)),
        copy_(warp, ring) {
    if (t.lane() < words_of_starts) starts()[t.lane()] = 0;
    // They are 0 before a lane marks where its segments begin.
    warp.sync();
  }

  /// Whether the next group, if it is this one, is written at once.
  CODAG_DEVICE bool is_one_slice(const sequence_group& group) const {
    return group.bytes <= room();
  }

  /// Writes a group that the output has room for; none of its matches begins before the chunk.
  ///
  /// literals.bring(from, to) has the literals from `from` up to `to`, counted as `literals_at` is,
  /// be in shared memory after the warp's next barrier, and returns what is added to `literals_at`
  /// to give their place there. It says how many staged bytes it has used: a multiple of 4.
  /// literals.bring() does so with those of a whole group that is one slice. Up to ten bytes
  /// before a literal and read_after after it are read, too. Collective.
  template <class Literals>
  CODAG_DEVICE void write(const sequence_group& group, Literals& literals) {
    unsigned rounds = 0;
    if (is_one_slice(group)) {
      const part whole{group.begin, group.match_at(), group.end()};
      rounds = write_slice(group, whole, group.bytes, literals.bring());
    } else {
      CODAG_NO_UNROLL
      for (std::uint32_t left = group.bytes; left > 0;) {
        const std::uint32_t now = left < room() ? left : room();
        const part p = part_of(group, ring_.position() + now);
        rounds += write_slice(group, p, now, bring_part(group, p, literals));
        left -= now;
      }
    }
    if (group.bytes > 0 && thread_.lane() == 0) thread_.count_rounds(rounds);
  }

 private:
  /// The lines of all lanes: one each.
  static constexpr std::uint32_t lines_bytes = line_bytes * simt::warp_size;
  static_assert(slice_bytes % lines_bytes == 0);
  static constexpr unsigned words_of_starts = writer_memory::words_of_starts;

  CODAG_DEVICE std::uint32_t* word_at(std::uint32_t place) const {
    return reinterpret_cast<std::uint32_t*>(memory_ + place);
  }
  CODAG_DEVICE std::uint32_t* starts() const { return word_at(at_); }
  CODAG_DEVICE std::uint32_t* sources() const { return word_at(at_ + writer_memory::sources_at); }

  /// Where the ring has this position.
  CODAG_DEVICE std::uint32_t ring_place(std::uint32_t position) const {
    return at_ + writer_memory::ring_at + ring_.place_of(position);
  }
  /// What a slice may write.
  CODAG_DEVICE std::uint32_t room() const { return slice_bytes - ring_.position() % line_bytes; }

  /// What of the lane's sequence lies in a slice.
  struct part {
    std::uint32_t literals_begin, match_begin, match_end;
  };
  /// The part of a slice that ends at `end`.
  CODAG_DEVICE part part_of(const sequence_group& group, std::uint32_t end) const {
    const auto in_slice = [&, begin = ring_.position()](std::uint32_t at) {
      return at < begin ? begin : at > end ? end : at;
    };
    return {in_slice(group.begin), in_slice(group.match_at()), in_slice(group.end())};
  }
  /// Brings the literals of all lanes' parts.
  template <class Literals>
  CODAG_DEVICE auto bring_part(const sequence_group& group, const part& p,
                               Literals& literals) const {
    const unsigned with_literals = warp_.ballot(p.literals_begin < p.match_begin);
    if (with_literals == 0) return literals.bring(0, 0);
    const std::uint32_t shift = group.literals_at - group.begin;
    const std::uint32_t from = warp_.shuffle(p.literals_begin + shift, lowest_bit(with_literals));
    const std::uint32_t to = warp_.shuffle(p.match_begin + shift, warp_.last_of(with_literals));
    return literals.bring(from, to);
  }

  /// Writes the group's next `bytes` bytes, of whose literals it is said where they are. Returns
  /// the number of rounds: one, and one for each match that has to wait.
  template <class Brought>
  CODAG_DEVICE unsigned write_slice(const sequence_group& group, const part& mine,
                                    std::uint32_t bytes, const Brought& brought) {
    const std::uint32_t begin = ring_.position(), end = begin + bytes;
    const std::uint32_t first = begin / line_bytes * line_bytes;
    const auto [literals_begin, match_begin, match_end] = mine;
    const bool has_literals = literals_begin < match_begin, has_match = match_begin < match_end;
    const std::uint32_t source = match_begin - group.distance;
    const bool waits = has_match && match_end - group.distance > begin;
    const bool is_old = has_match && ring_.is_old(group.distance);

    const unsigned segment =
        warp_.rank_among(warp_.ballot(has_literals)) + warp_.rank_among(warp_.ballot(has_match));
    std::uint32_t place = ring_place(source);
    if (warp_.any(is_old))
      place = bring_old(is_old, source, match_end - match_begin, place,
                        staged_at_ + brought.staged_bytes);
    // The lane's segments, without a branch for each: where one of them is empty, what is marked
    // first is the other's, or is overwritten by it. A match that has to wait is given anything.
    if (literals_begin < match_end) {
      const std::uint32_t at = literals_begin - first, match_at = match_begin - first;
      const std::uint32_t literals_at =
          group.literals_at + brought.shift + (literals_begin - group.begin);
      const std::uint32_t match_segment = segment + (has_literals ? 1 : 0);
      set_source(segment, at, has_literals ? literals_at : place);
      std::uint32_t bit = 1u << at % 32;
      if (has_match) {
        set_source(match_segment, match_at, waits ? at_ + writer_memory::ring_at : place);
        const std::uint32_t match_bit = 1u << match_at % 32;
        if (match_at / 32 == at / 32)
          bit |= match_bit;
        else
          thread_.atomic_or(starts() + match_at / 32, match_bit);
      }
      thread_.atomic_or(starts() + at / 32, bit);
    }
    if (thread_.lane() == 0) sources()[0] = ring_place(first) << 6;
    // The segments are marked, and what they copy is there, before a lane looks for it.
    warp_.sync();
    const unsigned waiting = warp_.ballot(waits);
    unsigned segments = 0;  // before the lines
    CODAG_NO_UNROLL
    for (std::uint32_t lines = first; lines < end; lines += lines_bytes) {
      const std::uint32_t line = lines + line_bytes * thread_.lane();
      // What the lines before these copied is no longer read, and what they have is there.
      if (lines != first) warp_.sync();
      word_quad words;
      gather(lines - first, line < end, segments, words);
      // All lanes have taken what they copy before any of it is overwritten, and have read the
      // marks.
      warp_.sync();
      if (line < end) {
        ring_.put_line(line, words);
        if (waiting == 0) ring_.store(line, words, end);
      }
    }
    if (waiting != 0) {
      copy_in_order(waiting, (match_end - match_begin) << 16 | group.distance, match_begin);
      for (std::uint32_t line = first + line_bytes * thread_.lane(); line < end;
           line += lines_bytes)
        ring_.store(line, ring_.line(line), end);
    }
    ring_.advance(bytes);
    return 1 + popcount(waiting);
  }

  /// The segment that begins with the slice's byte `offset` is copied from `place` on.
  CODAG_DEVICE void set_source(unsigned segment, std::uint32_t offset, std::uint32_t place) {
    sources()[1 + segment] = (place - offset) << 6 | offset % 8 * 8;
  }

  /// Loads matches that have left the ring: of each lane that has one, `length` bytes from `source`
  /// on. Returns the lane's place, `otherwise` if it has none. Collective.
  CODAG_DEVICE std::uint32_t bring_old(bool has, std::uint32_t source, std::uint32_t length,
                                       std::uint32_t otherwise, std::uint32_t staged_at) {
    const std::uint32_t words = has ? (source % 4 + length + 3) / 4 : 0;
    const std::uint32_t place = staged_at + 4 * warp_.exclusive_sum(words);
    const std::uint32_t first = source / 4 * 4;
    if (words > 0 && first < ring_.begin()) {
      // The chunk's first bytes, which begin within a word.
      CODAG_NO_UNROLL
      for (std::uint32_t i = 0; i < length; ++i)
        memory_[place + source % 4 + i] = static_cast<std::byte>(ring_.load(source + i));
    } else {
      constexpr unsigned at_once = 4;
      const std::uint32_t* old = ring_.in_memory(first);
      std::uint32_t* to = word_at(place);
      CODAG_NO_UNROLL
      for (std::uint32_t left = words; left > 0; left -= left < at_once ? left : at_once) {
        std::uint32_t loaded[at_once] = {};
        CODAG_UNROLL
        for (unsigned k = 0; k < at_once; ++k)
          if (k < left) loaded[k] = thread_.load(old + k);
        CODAG_UNROLL
        for (unsigned k = 0; k < at_once; ++k)
          if (k < left) to[k] = loaded[k];
        old += at_once;
        to += at_once;
      }
    }
    return has ? place + source % 4 : otherwise;
  }

  /// Takes the words of the lane's line, if the slice has it. The lines of all lanes begin with the
  /// slice's byte `from`; `segments` begin before them, and then before the ones after them.
  /// Collective.
  CODAG_DEVICE void gather(std::uint32_t from, bool has_line, unsigned& segments, word_quad& line) {
    const std::uint32_t begin = from + line_bytes * thread_.lane();
    // The line's starts, a bit for each of its bytes.
    auto* const mine = reinterpret_cast<std::uint16_t*>(memory_ + at_ + begin / 8);
    const std::uint32_t its = *mine;
    *mine = 0;
    // The place of the source of the segment before the line's first start.
    unsigned all;
    std::uint32_t at =
        at_ + writer_memory::sources_at + 4 * (segments + warp_.exclusive_sum(popcount(its), all));
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
  std::uint32_t at_;
  std::uint32_t staged_at_;
  match_copy<Thread, output_ring<Thread>> copy_;
};

}  // namespace codag::lz
