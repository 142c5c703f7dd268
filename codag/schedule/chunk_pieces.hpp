// The pieces of a chunk that the warps of a block decode: one warp finds where they end while the
// others decode them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// A place between two symbols of a chunk.
struct chunk_place {
  std::uint32_t in = 0;   ///< compressed bytes before it
  std::uint32_t out = 0;  ///< uncompressed bytes before it
};

/// Where a chunk's pieces end, in shared memory. A piece has whole symbols. All but the last have a
/// fair share of the chunk's output, or a little more. The fair share is 1 / (most - 1) of the
/// output, so that each of eight warps gets several pieces, but at least least_bytes.
class chunk_pieces {
 public:
  static constexpr std::uint32_t most = 32;
  static constexpr std::uint32_t least_bytes = 1024;

  /// Every thread calls it first. A barrier of the block follows.
  template <class Thread>
  CODAG_DEVICE void clear(const Thread& t) {
    for (std::uint32_t i = t.thread_index(); i < most; i += t.block_threads()) ends_[i] = unknown;
    if (t.thread_index() == 0) taken_ = 0;
  }

  /// Publishes the ends, in order. Collective over the warp that finds them.
  template <class Thread>
  class finder {
   public:
    /// The chunk ends at `end`.
    CODAG_DEVICE finder(const Thread& t, chunk_pieces& pieces, const chunk_place& end)
        : thread_(t), pieces_(pieces), end_(end) {
      // So that one entry is left for the last piece, which may be short.
      const std::uint32_t fair = end.out / (most - 1) + 1;
      bytes_ = fair > least_bytes ? fair : least_bytes;
    }
    /// The fair share.
    [[nodiscard]] CODAG_DEVICE std::uint32_t piece_bytes() const { return bytes_; }
    /// A place between two symbols. Returns whether another one may follow: not at the chunk's end,
    /// nor if the place cannot be one.
    CODAG_DEVICE bool reached(const chunk_place& place) {
      if (place.in > end_.in || place.out >= end_.out || place.in < last_.in ||
          place.out < last_.out)
        return false;
      if (place.out - last_.out >= bytes_) publish(place);
      return true;
    }
    /// No further place is known. What is left of the chunk is one piece.
    CODAG_DEVICE void finish() {
      if (last_.in < end_.in || last_.out < end_.out) publish(end_);
      for (std::uint32_t i = count_ + thread_.lane(); i < most; i += simt::warp_size)
        thread_.store_relaxed(pieces_.ends_ + i, none);
    }

   private:
    CODAG_DEVICE void publish(const chunk_place& place) {
      if (thread_.lane() == 0)
        thread_.store_relaxed(pieces_.ends_ + count_,
                              static_cast<std::uint64_t>(place.in) << 32 | place.out);
      ++count_;
      last_ = place;
    }

    const Thread& thread_;
    chunk_pieces& pieces_;
    chunk_place end_, last_;
    std::uint32_t bytes_, count_ = 0;
  };

  /// Takes the next piece, as soon as its end is known. Returns false if none is left. Collective
  /// over a warp.
  template <class Thread>
  CODAG_DEVICE bool take(const Thread& t, chunk_place& begin, chunk_place& end) {
    std::uint64_t before = 0, after = none;
    if (t.lane() == 0) {
      const std::uint32_t mine = t.atomic_add(&taken_, 1u);
      // Each word carries all of its information itself, so no order between them is needed.
      const auto is_known = [](std::uint64_t place) { return place != unknown; };
      if (mine > 0 && mine < most) before = t.wait_relaxed(ends_ + mine - 1, is_known);
      if (mine < most) after = t.wait_relaxed(ends_ + mine, is_known);
    }
    begin = place_of(t.shuffle(before, 0));
    after = t.shuffle(after, 0);
    end = place_of(after);
    return after != none;
  }

 private:
  // No chunk has so many bytes, and no piece ends with its chunk's beginning.
  static constexpr std::uint64_t unknown = ~std::uint64_t{0}, none = 0;

  static CODAG_DEVICE chunk_place place_of(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word)};
  }

  std::uint64_t ends_[most];
  std::uint32_t taken_;
};

}  // namespace codag
