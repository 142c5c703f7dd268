// group_writer: a warp writes what groups of sequences give, each lane the words of the output that
// are its own, whosever sequence they come from.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/match_copy.hpp"
#include "codag/lz/output_ring.hpp"
#include "codag/lz/token.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// A lane's sequence of a group: literals, and then a match. Its place is counted as the ring's
/// positions are; its literals lie one after the other from `literals_at` on, wherever that is.
struct placed_sequence {
  std::uint32_t begin, literals;
  std::uint32_t length, distance;  ///< of the match, which begins after the literals
  std::uint32_t literals_at;

  [[nodiscard]] CODAG_DEVICE std::uint32_t at() const { return begin + literals; }
  [[nodiscard]] CODAG_DEVICE std::uint32_t end() const { return at() + length; }
};

/// The writer's shared memory, after the ring's.
struct group_storage {
  /// Where the bytes of a segment come from: those of position p are at (p + shift) & mask, counted
  /// from the ring's first byte, for the word that holds them.
  struct alignas(8) source {
    std::uint32_t shift, mask;
  };
  // Bit k: a segment begins with the slice's byte k.
  std::uint32_t starts[slice_bytes / 32];
  // In the order of their segments, from 1 on. Number 0 is what was there before the slice.
  source sources[1 + 2 * simt::warp_size];
  std::uint32_t unused[2];
};
static_assert(sizeof(group_storage) % simt::shared_alignment == 0);

/// Literals and matches are segments of the output. A slice of it is written as words: a lane finds
/// the segment of its word's first byte, takes four bytes from where that has them, and goes on to
/// the next segment while its word has more of them. So all lanes have the same work, however long
/// the segments are. Matches that copy what their own slice writes follow one after the other.
template <class Thread>
class group_writer {
 public:
  /// `storage` lies after the memory of the ring, and what literals are copied from after both.
  /// Collective.
  CODAG_DEVICE group_writer(const Thread& t, const simt::warp_group<Thread>& warp,
                            output_ring<Thread>& out, const std::byte* ring, group_storage& storage)
      : thread_(t), warp_(warp), out_(out), copy_(warp, out), ring_(ring), storage_(storage) {
    if (t.lane() < words_of_starts) storage_.starts[t.lane()] = 0;
    if (t.lane() == 0) storage_.sources[0] = {0, out.word_mask()};
    // They are set before a lane marks where its segments begin.
    warp.sync();
  }

  /// Writes a group of so many bytes, which the output has room for; no match begins before it.
  /// literals.bring(lanes, from, to) makes the literals of those lanes, of each those from `from`
  /// up to `to`, be in shared memory after the warp's next barrier. It returns what is added to
  /// such a place to count it from the ring's first byte. Up to three bytes before the first
  /// literal and seven after the last one are read, too. Collective.
  template <class Literals>
  CODAG_DEVICE void write(const placed_sequence& mine, std::uint32_t bytes, Literals& literals) {
    unsigned rounds = 0;
    for (std::uint32_t left = bytes; left > 0;) {
      const std::uint32_t room = slice_bytes - out_.position() % 4;
      const std::uint32_t now = left < room ? left : room;
      rounds += write_slice(mine, now, literals);
      left -= now;
    }
    if (thread_.lane() == 0) thread_.count_rounds(rounds);
  }

 private:
  static constexpr unsigned words_of_starts = slice_bytes / 32;
  static constexpr unsigned turns = slice_bytes / (4 * simt::warp_size);
  /// Added to places of literals: larger than any position, and without effect on where they are.
  static constexpr std::uint32_t literal = 1u << 30, literal_mask = literal - 4;

  /// Returns the number of rounds: one, and one for each match that has to wait.
  template <class Literals>
  CODAG_DEVICE unsigned write_slice(const placed_sequence& mine, std::uint32_t bytes,
                                    Literals& literals) {
    const std::uint32_t begin = out_.position(), end = begin + bytes, first = begin / 4 * 4;
    // What of the lane's sequence lies in the slice.
    const auto in_slice = [&](std::uint32_t at) {
      return at < begin ? begin : at > end ? end : at;
    };
    const std::uint32_t literals_begin = in_slice(mine.begin), match_begin = in_slice(mine.at());
    const std::uint32_t match_end = in_slice(mine.end());
    const bool has_literals = literals_begin < match_begin, has_match = match_begin < match_end;
    const bool ready = match_end - mine.distance <= begin;
    const unsigned with_literals = warp_.ballot(has_literals), with_match = warp_.ballot(has_match);

    const std::uint32_t literals_shift = mine.literals_at - mine.begin;
    const std::uint32_t brought = literals.bring(with_literals, literals_begin + literals_shift,
                                                 match_begin + literals_shift);
    unsigned number = 1 + warp_.rank_among(with_literals) + warp_.rank_among(with_match);
    if (has_literals)
      mark(number++, literals_begin - first, {literal + literals_shift + brought, literal_mask});
    // A match that has to wait is given anything for now.
    if (has_match)
      mark(number, match_begin - first,
           ready ? group_storage::source{0 - mine.distance, out_.word_mask()}
                 : group_storage::source{literal, 0});
    // The segments are marked, and the literals are there, before a lane looks for them.
    warp_.sync();
    std::uint32_t words[turns];
    gather(first, end, words);
    // All lanes have taken what they copy before any of it is overwritten, and have read the marks.
    warp_.sync();
    const std::uint32_t at = first + 4 * thread_.lane();
    CODAG_UNROLL
    for (unsigned turn = 0; turn < turns; ++turn)
      if (at + turn * turn_bytes < end) out_.put_word(at + turn * turn_bytes, words[turn]);

    const unsigned waiting = warp_.ballot(has_match && !ready);
    if (waiting != 0)
      copy_in_order(waiting, make_token_of(match_end - match_begin, mine.distance), match_begin);
    out_.advance(bytes);
    return 1 + popcount(waiting);
  }

  static constexpr std::uint32_t turn_bytes = 4 * simt::warp_size;
  static CODAG_DEVICE token make_token_of(std::uint32_t length, std::uint32_t distance) {
    return length << 16 | distance;
  }

  /// Segment `number` of the slice begins with its byte `offset`.
  CODAG_DEVICE void mark(unsigned number, std::uint32_t offset,
                         const group_storage::source& source) {
    storage_.sources[number] = source;
    thread_.atomic_or(storage_.starts + offset / 32, 1u << offset % 32);
  }

  /// Takes the lane's words of the slice that begins with the word at `first`, one of each turn.
  CODAG_DEVICE void gather(std::uint32_t first, std::uint32_t end, std::uint32_t (&words)[turns]) {
    const unsigned lane = thread_.lane();
    // Lane k has the k-th word of the marks, and how many marks are before it.
    std::uint32_t starts = 0;
    if (lane < words_of_starts) {
      starts = storage_.starts[lane];
      storage_.starts[lane] = 0;
    }
    const std::uint32_t before = warp_.exclusive_sum(popcount(starts));
    const unsigned bit = 4 * lane % 32;
    CODAG_UNROLL
    for (unsigned turn = 0; turn < turns; ++turn) {
      if (first + turn * turn_bytes >= end) break;
      const unsigned from = turn * turn_bytes / 32 + 4 * lane / 32;
      const std::uint32_t its_starts = warp_.shuffle(starts, from);
      unsigned segment = warp_.shuffle(before, from) + popcount(its_starts << (31 - bit));
      const std::uint32_t at = first + turn * turn_bytes + 4 * lane;
      std::uint32_t word = 0;
      if (at < end) {
        word = bytes_of_segment(segment, at);
        // The other segments that begin in the word.
        for (unsigned more = its_starts >> bit & 0xe; more != 0; more &= more - 1) {
          const std::uint32_t kept = bytes_below(more & (0 - more));
          word = (word & kept) | (bytes_of_segment(++segment, at) & ~kept);
        }
      }
      words[turn] = word;
    }
  }
  /// The bytes of a word below byte k, from 1 << k: its eighth power, less one. Multiplications do
  /// not take the pipe that is the busiest one.
  static CODAG_DEVICE std::uint32_t bytes_below(std::uint32_t flag) {
    const std::uint32_t square = flag * flag, fourth = square * square;
    return fourth * fourth - 1;
  }

  /// What the segment has for the four bytes from `at` on. Those that are not the segment's have
  /// any value.
  CODAG_DEVICE std::uint32_t bytes_of_segment(unsigned segment, std::uint32_t at) const {
    const group_storage::source source = storage_.sources[segment];
    const std::uint32_t from = at + source.shift;
    if (static_cast<std::int32_t>(from) < static_cast<std::int32_t>(out_.oldest()))
      return out_.load_old(from);
    const auto* const words = reinterpret_cast<const std::uint32_t*>(ring_ + (from & source.mask));
    return funnel_shift_right(words[0], words[1], 8 * from);
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
  output_ring<Thread>& out_;
  match_copy<Thread, output_ring<Thread>> copy_;
  const std::byte* ring_;
  group_storage& storage_;
};

}  // namespace codag::lz
