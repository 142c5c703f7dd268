// batch_marker: a warp marks in shared memory what the bytes of a batch are copied from.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/output/output_ring.hpp"
#include "codag/lz/sequences/batch.hpp"
#include "codag/lz/sequences/sequence_group.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// Cuts groups into batches. The literal strings and matches of a batch are its copies. A lane
/// marks the copies of its sequence, and says where each is copied from: the newest output,
/// literals that the caller brings to shared memory, or matches of older output, which are loaded
/// there.
///
/// literals.bring(from, to) brings the literals from `from` up to `to`, counted as `literals_at`
/// is, to shared memory. They are there after the warp's next barrier. It returns the offset that,
/// added to `literals_at`, gives their place there, and the number of staged bytes that it has
/// used: a multiple of 4. literals.bring() does the same for a whole group that is one batch. Up to
/// ten bytes before a literal and read_after after it are read, too.
template <class Thread>
class batch_marker {
 public:
  /// Places are bytes of the block's memory. The ring's memory begins at `ring_at`; its position is
  /// where the next batch begins.
  CODAG_DEVICE batch_marker(const Thread& t, const simt::warp_group<Thread>& warp,
                            const output_ring<Thread>& ring, std::byte* block,
                            std::uint32_t ring_at)
      : thread_(t), warp_(warp), ring_(ring), memory_(block), ring_at_(ring_at) {}

  /// Whether this group, if it is the next one, is one batch.
  CODAG_DEVICE bool is_one_batch(const sequence_group& group) const {
    return group.bytes <= room();
  }

  /// Marks a group that is one batch in the batch_memory at `at`. The warp that writes the batch
  /// syncs before it does so. None of the group's matches begins before the chunk. Collective.
  template <class Literals>
  CODAG_DEVICE batch mark(const sequence_group& group, const Literals& literals,
                          std::uint32_t at) const {
    const copies whole{group.begin, group.match_at(), group.end()};
    return mark_copies(group, whole, group.bytes, literals.bring(), at);
  }
  /// Marks what the next batch has of a group with `left` bytes left. Collective.
  template <class Literals>
  CODAG_DEVICE batch mark_next(const sequence_group& group, std::uint32_t left,
                               const Literals& literals, std::uint32_t at) const {
    const std::uint32_t now = left < room() ? left : room();
    const copies c = copies_of(group, ring_.position() + now);
    return mark_copies(group, c, now, bring_literals(group, c, literals), at);
  }

 private:
  CODAG_DEVICE std::uint32_t* word_at(std::uint32_t place) const {
    return reinterpret_cast<std::uint32_t*>(memory_ + place);
  }
  /// Where the ring has this position.
  CODAG_DEVICE std::uint32_t ring_place(std::uint32_t position) const {
    return ring_at_ + ring_.place_of(position);
  }
  /// The most bytes that the next batch may have.
  CODAG_DEVICE std::uint32_t room() const { return batch_bytes - ring_.position() % vector_bytes; }

  /// The lane's copies, as far as they lie in a batch: its literals, and then its match.
  struct copies {
    std::uint32_t literals_begin, match_begin, match_end;
  };
  /// The copies in a batch that ends at `end`.
  CODAG_DEVICE copies copies_of(const sequence_group& group, std::uint32_t end) const {
    const auto in_batch = [&, begin = ring_.position()](std::uint32_t at) {
      return at < begin ? begin : at > end ? end : at;
    };
    return {in_batch(group.begin), in_batch(group.match_at()), in_batch(group.end())};
  }
  /// Brings the literals of all lanes' copies.
  template <class Literals>
  CODAG_DEVICE auto bring_literals(const sequence_group& group, const copies& c,
                                   const Literals& literals) const {
    const unsigned with_literals = warp_.ballot(c.literals_begin < c.match_begin);
    if (with_literals == 0) return literals.bring(0, 0);
    const std::uint32_t shift = group.literals_at - group.begin;
    const std::uint32_t from = warp_.shuffle(c.literals_begin + shift, lowest_bit(with_literals));
    const std::uint32_t to = warp_.shuffle(c.match_begin + shift, warp_.last_of(with_literals));
    return literals.bring(from, to);
  }

  /// Marks the group's next `bytes` bytes. `brought` says where their literals are.
  template <class Brought>
  CODAG_DEVICE batch mark_copies(const sequence_group& group, const copies& mine,
                                 std::uint32_t bytes, const Brought& brought,
                                 std::uint32_t memory_at) const {
    const std::uint32_t begin = ring_.position();
    const std::uint32_t first = begin / vector_bytes * vector_bytes;
    const auto [literals_begin, match_begin, match_end] = mine;
    const bool has_literals = literals_begin < match_begin, has_match = match_begin < match_end;
    const std::uint32_t source = match_begin - group.distance;
    const bool waits = has_match && match_end - group.distance > begin;
    const bool is_old = has_match && ring_.is_old(group.distance);

    const unsigned copy =
        warp_.rank_among(warp_.ballot(has_literals)) + warp_.rank_among(warp_.ballot(has_match));
    std::uint32_t place = ring_place(source);
    if (warp_.any(is_old))
      place = bring_old(is_old, source, match_end - match_begin, place,
                        memory_at + batch_memory::staged_at + brought.staged_bytes);
    std::uint32_t* const starts = word_at(memory_at);
    std::uint32_t* const sources = word_at(memory_at + batch_memory::sources_at);
    const auto set_source = [&](unsigned number, std::uint32_t offset, std::uint32_t from) {
      sources[1 + number] = (from - offset) << 6 | offset % 8 * 8;
    };
    // The lane's copies, without a branch for each: where one of them is empty, what is marked
    // first is the other's, or is overwritten by it. A match that has to wait is given anything.
    if (literals_begin < match_end) {
      const std::uint32_t at = literals_begin - first, match_at = match_begin - first;
      const std::uint32_t literals_at =
          group.literals_at + brought.shift + (literals_begin - group.begin);
      set_source(copy, at, has_literals ? literals_at : place);
      std::uint32_t bit = 1u << at % 32;
      if (has_match) {
        set_source(copy + (has_literals ? 1 : 0), match_at, waits ? ring_at_ : place);
        const std::uint32_t match_bit = 1u << match_at % 32;
        if (match_at / 32 == at / 32)
          bit |= match_bit;
        else
          thread_.atomic_or(starts + match_at / 32, match_bit);
      }
      thread_.atomic_or(starts + at / 32, bit);
    }
    if (thread_.lane() == 0) sources[0] = ring_place(first) << 6;
    return {begin, begin + bytes, warp_.ballot(waits),
            (match_end - match_begin) << 16 | group.distance, match_begin};
  }

  /// Loads matches that have left the ring: of each lane that has one, `length` bytes from `source`
  /// on. Returns the lane's place, `otherwise` if it has none. Collective.
  CODAG_DEVICE std::uint32_t bring_old(bool has, std::uint32_t source, std::uint32_t length,
                                       std::uint32_t otherwise, std::uint32_t staged_at) const {
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

  const Thread& thread_;
  const simt::warp_group<Thread>& warp_;
  const output_ring<Thread>& ring_;
  // The block's. A place in it is an address: nothing is added to it.
  std::byte* memory_;
  std::uint32_t ring_at_;
};

}  // namespace codag::lz
