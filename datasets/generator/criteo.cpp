// CD2 and CD2_symbols: an integer feature of a click log, sorted within batches. Counters rise by a
// constant step for a few rows. Such a run is one symbol in RLE v1, but it repeats nothing that
// Deflate finds.
#include <algorithm>
#include <cstddef>

#include "datasets/generator/columns.hpp"

namespace codag::datasets {

void fill_cd2(random& r, std::uint64_t, std::span<std::uint32_t> values) {
  constexpr std::size_t batch_rows = 512;       // the longest run of RLE v2
  constexpr std::uint64_t lowest = 0x30000000;  // above 2^28: a varint of 5 bytes
  constexpr std::uint64_t max_step = 12;
  for (std::size_t i = 0; i < values.size();) {
    const std::size_t end = std::min(i + batch_rows, values.size());
    // One wide gap per batch, of 9 or 10 bits, sets the width of RLE v2's deltas in the batch.
    const std::uint64_t gap = r.chance(700) ? r.between(512, 1023) : r.between(256, 511);
    std::size_t gap_row = i + r.between(20, 420);
    std::uint64_t value = lowest + r.below(64);
    for (std::uint64_t step = 0; i < end;) {
      const std::uint64_t last_step = step;
      while (step == last_step) step = r.between(1, max_step);
      for (std::uint64_t rows = r.between(5, 7) + (r.chance(160) ? 1 : 0); rows > 0 && i < end;
           --rows) {
        values[i++] = static_cast<std::uint32_t>(value);
        value += step;
      }
      value += r.between(max_step + 1, max_step + 8);  // is not the step, so the run ends
      if (i >= gap_row) {
        value += gap - (max_step + 8) - step;
        gap_row = end;
      }
    }
  }
}

void fill_cd2_symbols(random& r, std::uint64_t, std::span<std::uint32_t> values) {
  constexpr std::size_t batch_rows = 512;  // the longest run of RLE v2
  // From 2^21 to 2^28, a varint has 4 bytes. A batch rises by less than 2^20.
  constexpr std::uint64_t lowest = 1u << 21, bases = (1u << 28) - lowest - (1u << 20);
  // Large steps change the low byte of every value and often the next one, which sets Deflate's
  // ratio. A step above 127 would not fit RLE v1's signed byte.
  constexpr std::uint64_t min_step = 96, max_step = 127;
  for (std::size_t i = 0; i < values.size();) {
    const std::size_t end = std::min(i + batch_rows, values.size());
    // The widest gap sets the width of RLE v2's deltas in the batch: 9 or 10 bits.
    const std::uint64_t max_gap = r.chance(750) ? 1023 : 511;
    std::uint64_t value = lowest + r.below(bases);
    while (i < end) {
      const std::uint64_t step = r.between(min_step, max_step);
      for (std::uint64_t rows = r.between(4, 6) + (r.chance(270) ? 1 : 0); rows > 0 && i < end;
           --rows) {
        values[i++] = static_cast<std::uint32_t>(value);
        value += step;
      }
      value += r.between(max_step + 1, max_gap) - step;  // the gap is not the step: the run ends
    }
  }
}

}  // namespace codag::datasets
