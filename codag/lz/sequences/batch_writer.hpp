// batch_writer: a warp writes marked batches. Each lane writes its own vector of the output,
// whichever sequences the bytes come from.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/output/output_ring.hpp"
#include "codag/lz/sequences/batch.hpp"
#include "codag/lz/tokens/copy_match.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// A batch is written as vectors of 16 bytes, one per lane and then one more. For each half of its
/// vector, a lane finds the copy of the half's first byte, takes eight bytes from where that
/// copy has them, and goes on to the next copy while the half has more of them. So all lanes
/// have the same work, however long the copies are. Matches that copy what their own batch writes
/// follow one after the other.
///
/// All that a batch copies is in shared memory (see batch_marker).
template <class Thread>
class batch_writer {
 public:
  /// `block` is the memory that the marked places are counted in.
  CODAG_DEVICE batch_writer(const Thread& t, const simt::warp_group<Thread>& warp,
                            output_ring<Thread>& ring, std::byte* block)
      : thread_(t), warp_(warp), ring_(ring), memory_(block), copy_(warp, ring) {}

  /// Writes a batch that is marked in the batch_memory at `at`. Its copies are marked, and what
  /// they copy is there: there has been a barrier since. Returns the number of rounds: one, and one
  /// for each match that waits. Collective.
  CODAG_DEVICE unsigned write(const batch& s, std::uint32_t at) {
    const std::uint32_t first = s.begin / vector_bytes * vector_bytes;
    unsigned copies = 0;  // before the vectors
    CODAG_NO_UNROLL
    for (std::uint32_t vectors = first; vectors < s.end; vectors += vectors_bytes) {
      const std::uint32_t vector = vectors + vector_bytes * thread_.lane();
      // The earlier vectors' sources are no longer read, and the earlier vectors have been written.
      if (vectors != first) warp_.sync();
      word_quad words;
      gather(at, vectors - first, vector < s.end, copies, words);
      // All lanes have taken what they copy before any of it is overwritten, and have read the
      // marks.
      warp_.sync();
      if (vector < s.end) {
        ring_.put_vector(vector, words);
        if (s.waiting == 0) ring_.store(vector, words, s.end);
      }
    }
    if (s.waiting != 0) {
      copy_in_order(s.waiting, s.match, s.match_at);
      for (std::uint32_t vector = first + vector_bytes * thread_.lane(); vector < s.end;
           vector += vectors_bytes)
        ring_.store(vector, ring_.vector(vector), s.end);
    }
    ring_.advance(s.end - s.begin);
    return 1 + popcount(s.waiting);
  }

 private:
  /// The vectors of all lanes: one each.
  static constexpr std::uint32_t vectors_bytes = vector_bytes * simt::warp_size;
  static_assert(batch_bytes % vectors_bytes == 0);

  CODAG_DEVICE const std::uint32_t* word_at(std::uint32_t place) const {
    return reinterpret_cast<const std::uint32_t*>(memory_ + place);
  }

  /// Takes the words of the lane's vector, if the batch has it. The vectors of all lanes begin with
  /// the batch's byte `from`; `copies` begin before them, and then before the ones after them.
  /// Collective.
  CODAG_DEVICE void gather(std::uint32_t memory_at, std::uint32_t from, bool has_vector,
                           unsigned& copies, word_quad& vector) {
    const std::uint32_t begin = from + vector_bytes * thread_.lane();
    // The vector's starts, a bit for each of its bytes.
    auto* const mine = reinterpret_cast<std::uint16_t*>(memory_ + memory_at + begin / 8);
    const std::uint32_t its = *mine;
    *mine = 0;
    // The place of the source of the copy before the vector's first start.
    unsigned all;
    std::uint32_t at = memory_at + batch_memory::sources_at +
                       4 * (copies + warp_.exclusive_sum(popcount(its), all));
    copies += all;
    if (!has_vector) return;
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
      vector.words[2 * k] = static_cast<std::uint32_t>(bytes);
      vector.words[2 * k + 1] = static_cast<std::uint32_t>(bytes >> 32);
    }
  }
  /// What a copy has for the eight bytes from `offset` on. Those that are not the copy's have
  /// any value.
  CODAG_DEVICE std::uint64_t eight_bytes(std::uint32_t offset, std::uint32_t source) const {
    const std::uint32_t place =
        offset + static_cast<std::uint32_t>(static_cast<std::int32_t>(source) >> 6);
    const std::uint32_t* const from = word_at(place / 4 * 4);
    const std::uint32_t low = funnel_shift_right(from[0], from[1], 8 * place);
    return static_cast<std::uint64_t>(funnel_shift_right(from[1], from[2], 8 * place)) << 32 | low;
  }

  CODAG_DEVICE void copy_in_order(unsigned lanes, token match, std::uint32_t at) {
    // The batch's other bytes are there before a match copies them.
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
  copy_match<Thread, output_ring<Thread>> copy_;
};

}  // namespace codag::lz
