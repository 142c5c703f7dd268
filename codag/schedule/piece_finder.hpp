// piece_finder: finds where the pieces of a chunk end, while a warp walks over its symbols.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/schedule/chunk_pieces.hpp"

namespace codag {

/// Gets the places that a walk over a section of a chunk reaches, and puts down where pieces end.
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
