// The sections of a chunk that the warps of a block take in turn.
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

/// Where a chunk's sections end, in shared memory. A section has whole symbols.
class section_queue {
 public:
  static constexpr std::uint32_t most = 32;
  static constexpr std::uint32_t least_bytes = 1024;

  /// The size of a section, if a chunk has `count` or fewer, and perhaps a smaller one.
  static CODAG_DEVICE std::uint32_t section_bytes(std::uint32_t out_bytes, std::uint32_t count) {
    const std::uint32_t equal = out_bytes / count + 1;
    return equal > least_bytes ? equal : least_bytes;
  }

  /// Every thread calls it first. A barrier of the block follows.
  template <class Thread>
  CODAG_DEVICE void clear(const Thread& t) {
    for (std::uint32_t i = t.thread_index(); i < most; i += t.block_threads()) ends_[i] = unknown;
    if (t.thread_index() == 0) taken_ = 0;
  }

  /// Where to put the words of the ends, from section `number` on, in order. Each is put with
  /// store_relaxed(): the word says all.
  CODAG_DEVICE std::uint64_t* ends(std::uint32_t number) { return ends_ + number; }
  /// Puts the end of the last section at `last`; it is that of the chunk. Collective over a warp.
  template <class Thread>
  CODAG_DEVICE void finish(const Thread& t, std::uint64_t* last, const chunk_place& end) {
    // Relaxed: each word says all.
    if (t.lane() == 0) t.store_relaxed(last, end.word());
    for (std::uint64_t* w = last + 1 + t.lane(); w < ends_ + most; w += simt::warp_size)
      t.store_relaxed(w, none);
  }

  /// Takes the next section from section `first` on, as soon as its end is known. Returns false if
  /// none is left. Collective over a warp.
  template <class Thread>
  CODAG_DEVICE bool take(const Thread& t, std::uint32_t first, chunk_place& begin,
                         chunk_place& end) {
    std::uint64_t before = 0, after = none;
    if (t.lane() == 0) {
      const std::uint32_t mine = first + t.atomic_add(&taken_, 1u);
      // Relaxed: each word says all, and no order between them is needed.
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
  // No chunk has so many bytes, and no section ends with its chunk's beginning.
  static constexpr std::uint64_t unknown = ~std::uint64_t{0}, none = 0;

  std::uint64_t ends_[most];
  std::uint32_t taken_;
};

}  // namespace codag
