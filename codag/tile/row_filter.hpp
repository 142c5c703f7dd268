// Which rows of a column a query keeps: a predicate bitvector (Shanbhag et al., "Tile-based
// Lightweight Integer Compression in GPU", SIGMOD 2022, section 8, "Random Access Performance").
#pragma once

#include <concepts>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"

namespace codag {

/// A bit per row of the column: bit r % 32 of word r / 32 is set if row r is kept.
struct row_filter {
  const std::uint32_t* words;

  /// How many words the bits of so many rows take.
  static CODAG_HOST_DEVICE constexpr std::uint64_t word_count(std::uint64_t rows) {
    return (rows + 31) / 32;
  }

  /// Which of the `count` rows from `row` on are kept: bit i is that of row + i. `count` is 1 to
  /// `most`, which is at most 32. No word without one of these rows is read.
  template <unsigned most, class Thread>
  CODAG_DEVICE std::uint32_t kept(const Thread& t, std::uint64_t row, unsigned count) const {
    static_assert(most >= 1 && most <= 32);
    const std::uint32_t* const at = words + row / 32;
    const unsigned shift = row % 32;
    const std::uint32_t low = t.load(at);
    if constexpr (most == 1) return low >> shift & 1;
    const std::uint32_t high = shift + count > 32 ? t.load(at + 1) : 0;
    return funnel_shift_right(low, high, shift) & low_bits(count);
  }
};

/// A sink that needs only the rows of its member `rows`, a row_filter. Before a tile is decoded,
/// look() reads which of its rows are kept, and leaves those of the thread in the result's `kept`.
template <class Sink>
concept filtering_sink = requires(const Sink& sink, typename Sink::result& result) {
  { sink.rows } -> std::convertible_to<row_filter>;
  { result.kept } -> std::convertible_to<std::uint32_t>;
};

}  // namespace codag
