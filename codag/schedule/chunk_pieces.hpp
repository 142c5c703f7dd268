// The pieces of a chunk that the warps of a block decode, and how a warp finds where they end.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// A place between two symbols of a chunk.
struct chunk_place {
  std::uint32_t in = 0;   ///< compressed bytes before it
  std::uint32_t out = 0;  ///< uncompressed bytes before it

  /// A place that is counted from this one.
  [[nodiscard]] CODAG_DEVICE chunk_place plus(const chunk_place& from_here) const {
    return {in + from_here.in, out + from_here.out};
  }
  /// The place in a word, which is read and written as a whole.
  [[nodiscard]] CODAG_DEVICE std::uint64_t word() const {
    return static_cast<std::uint64_t>(in) << 32 | out;
  }
  static CODAG_DEVICE chunk_place of(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word)};
  }
};

/// Where a chunk's pieces end, in shared memory. A piece has whole symbols.
class chunk_pieces {
 public:
  static constexpr std::uint32_t most = 64;
  static constexpr std::uint32_t least_bytes = 1024;

  /// The size of a piece, of which a chunk has `shares` or fewer, and perhaps a smaller one.
  static CODAG_DEVICE std::uint32_t piece_bytes(std::uint32_t out_bytes, std::uint32_t shares) {
    const std::uint32_t fair = out_bytes / shares + 1;
    return fair > least_bytes ? fair : least_bytes;
  }

  /// Every thread calls it first. A barrier of the block follows.
  template <class Thread>
  CODAG_DEVICE void clear(const Thread& t) {
    for (std::uint32_t i = t.thread_index(); i < most; i += t.block_threads()) ends_[i] = unknown;
    if (t.thread_index() == 0) taken_ = 0;
  }

  /// Where to put the words of the ends, from piece `number` on, in order. Each is put with
  /// store_relaxed(): it carries all of its information itself.
  CODAG_DEVICE std::uint64_t* ends(std::uint32_t number) { return ends_ + number; }
  /// Puts the end of the last piece at `last`; it is that of the chunk. Collective over a warp.
  template <class Thread>
  CODAG_DEVICE void finish(const Thread& t, std::uint64_t* last, const chunk_place& end) {
    if (t.lane() == 0) t.store_relaxed(last, end.word());
    for (std::uint64_t* w = last + 1 + t.lane(); w < ends_ + most; w += simt::warp_size)
      t.store_relaxed(w, none);
  }

  /// Takes the next piece, as soon as its end is known. Returns false if none is left. Collective
  /// over a warp.
  template <class Thread>
  CODAG_DEVICE bool take(const Thread& t, chunk_place& begin, chunk_place& end) {
    std::uint64_t before = 0, after = none;
    if (t.lane() == 0) {
      const std::uint32_t mine = t.atomic_add(&taken_, 1u);
      // No order between these words is needed.
      const auto is_known = [](std::uint64_t place) { return place != unknown; };
      if (mine > 0 && mine < most) before = t.wait_relaxed(ends_ + mine - 1, is_known);
      if (mine < most) after = t.wait_relaxed(ends_ + mine, is_known);
    }
    begin = chunk_place::of(t.shuffle(before, 0));
    after = t.shuffle(after, 0);
    end = chunk_place::of(after);
    return after != none;
  }

 private:
  // No chunk has so many bytes, and no piece ends with its chunk's beginning.
  static constexpr std::uint64_t unknown = ~std::uint64_t{0}, none = 0;

  std::uint64_t ends_[most];
  std::uint32_t taken_;
};

/// Finds where pieces end, while a warp walks over a section of a chunk.
class piece_finder {
 public:
  /// The section begins at `begin` and has `in_bytes` compressed bytes. Its output ends before
  /// `out_end`. Pieces of `piece_bytes` bytes or more end at the words from `to` on.
  CODAG_DEVICE piece_finder(const chunk_place& begin, std::uint32_t in_bytes, std::uint32_t out_end,
                            std::uint32_t piece_bytes, std::uint64_t* to)
      : begin_(begin),
        in_bytes_(in_bytes),
        room_(out_end - begin.out),
        piece_bytes_(piece_bytes),
        next_(to) {}

  /// A place between two symbols, counted from where the section begins. Returns whether another
  /// one may follow in the section. Called by all lanes.
  template <class Thread>
  CODAG_DEVICE bool reached(const Thread& t, const chunk_place& place) {
    const bool moves = place.in > here_.in && place.out > here_.out;
    here_ = moves ? place : chunk_place{};
    if (!moves || place.in >= in_bytes_ || place.out >= room_) return false;
    if (place.out - last_out_ < piece_bytes_) return true;
    if (t.lane() == 0) t.store_relaxed(next_, begin_.plus(place).word());
    ++next_;
    last_out_ = place.out;
    return true;
  }

  [[nodiscard]] CODAG_DEVICE std::uint32_t in_bytes() const { return in_bytes_; }
  [[nodiscard]] CODAG_DEVICE std::uint32_t piece_bytes() const { return piece_bytes_; }
  /// Whether the walk has ended where the section ends.
  [[nodiscard]] CODAG_DEVICE bool whole() const { return here_.in == in_bytes_; }
  /// The output of a section that is whole.
  [[nodiscard]] CODAG_DEVICE std::uint32_t out_bytes() const { return here_.out; }
  /// The word after those of the pieces that end in the section.
  [[nodiscard]] CODAG_DEVICE std::uint64_t* next() const { return next_; }

 private:
  chunk_place begin_, here_;
  std::uint32_t in_bytes_, room_, piece_bytes_, last_out_ = 0;
  std::uint64_t* next_;
};

}  // namespace codag
