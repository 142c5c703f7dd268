// Rows that are kept at random: the predicate of section 8's experiment ("Tile-based Lightweight
// Integer Compression in GPU", SIGMOD 2022), and the kernel that makes its bitvector.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"
#include "codag/split_mix.hpp"
#include "codag/tile/row_filter.hpp"

namespace codag {

/// Keeps each row with the probability `per_million` / 1'000'000, independently of the others. The
/// rows are the same on every machine, and a greater probability keeps them all.
struct random_rows {
  std::uint32_t per_million;  ///< 0 to 1'000'000

  [[nodiscard]] CODAG_HOST_DEVICE constexpr bool keeps(std::uint64_t row) const {
    constexpr std::uint64_t seed = 1234567;
    const std::uint64_t of_row = split_mix(seed + (row + 1) * split_mix_step);
    return (of_row >> 32) * 1'000'000 >> 32 < per_million;
  }
};

/// Writes the bitvector of a column of `rows` rows. It is not timed: the bits are there before the
/// timed launches. A thread makes a word. Bits after the last row are 0.
struct fill_row_filter {
  static constexpr const char* name = "fill_row_filter";
  static constexpr unsigned max_threads = 128, min_blocks = 1;
  struct shared_storage {};

  random_rows chosen;
  std::uint64_t rows;
  std::uint32_t* words;  ///< row_filter::word_count(rows)

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    const std::uint64_t blocks = (row_filter::word_count(rows) + max_threads - 1) / max_threads;
    return {static_cast<unsigned>(blocks == 0 ? 1 : blocks), max_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& /*shared*/) const {
    const std::uint64_t word = std::uint64_t{t.block()} * max_threads + t.thread_index();
    if (word >= row_filter::word_count(rows)) return;
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 32; ++i) {
      const std::uint64_t row = 32 * word + i;
      if (row < rows && chosen.keeps(row)) bits |= 1u << i;
    }
    t.store(words + word, bits);
  }
};

}  // namespace codag
