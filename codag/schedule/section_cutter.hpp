// section_cutter: cuts a chunk into sections, while a warp walks over its symbols.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/schedule/section_queue.hpp"

namespace codag {

/// Gets the places that a walk over a part of a chunk reaches, and records where sections end.
class section_cutter {
 public:
  /// The walk begins at `begin` and is over `in_bytes` compressed bytes. Their output ends before
  /// `out_end`. The ends of sections of `section_bytes` bytes or more go to the words from `to` on.
  CODAG_DEVICE section_cutter(const chunk_place& begin, std::uint32_t in_bytes,
                              std::uint32_t out_end, std::uint32_t section_bytes, std::uint64_t* to)
      : begin_(begin),
        in_bytes_(in_bytes),
        room_(out_end - begin.out),
        section_bytes_(section_bytes),
        next_(to) {}

  /// A place between two symbols, counted from where the walk begins. Returns whether another
  /// one may follow. Called by all lanes.
  template <class Thread>
  CODAG_DEVICE bool reached(const Thread& t, const chunk_place& place) {
    const bool moves = place.in > here_.in && place.out > here_.out;
    here_ = moves ? place : chunk_place{};
    if (!moves || place.in >= in_bytes_ || place.out >= room_) return false;
    if (place.out - last_out_ < section_bytes_) return true;
    // Relaxed: the word says all.
    if (t.lane() == 0) t.store_relaxed(next_, begin_.plus(place).word());
    ++next_;
    last_out_ = place.out;
    return true;
  }

  [[nodiscard]] CODAG_DEVICE std::uint32_t in_bytes() const { return in_bytes_; }
  [[nodiscard]] CODAG_DEVICE std::uint32_t section_bytes() const { return section_bytes_; }
  /// Whether the walk has ended where it should.
  [[nodiscard]] CODAG_DEVICE bool whole() const { return here_.in == in_bytes_; }
  /// The output of a walk that is whole.
  [[nodiscard]] CODAG_DEVICE std::uint32_t out_bytes() const { return here_.out; }
  /// The word after those of the sections that end on the walk.
  [[nodiscard]] CODAG_DEVICE std::uint64_t* next() const { return next_; }

 private:
  chunk_place begin_, here_;
  std::uint32_t in_bytes_, room_, section_bytes_, last_out_ = 0;
  std::uint64_t* next_;
};

}  // namespace codag
