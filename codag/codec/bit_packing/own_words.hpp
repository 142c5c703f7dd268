// Words in shared memory of which each thread uses its own.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"

namespace codag::bit_packing {

/// Up to `most` words for each of 128 threads. No thread touches those of others, so that no
/// barrier is needed, and neighbours use neighbouring banks.
template <unsigned most>
class own_words {
 public:
  /// Stages this thread's words: source(0) to before source(count). Up to 16 are requested before
  /// any is used: as many as there are registers for.
  template <class Source>
  CODAG_DEVICE void stage(unsigned rank, std::uint32_t count, const Source& source) {
    constexpr unsigned batch = most < 16 ? most : 16;
    CODAG_UNROLL
    for (unsigned first = 0; first < most; first += batch) {
      std::uint32_t staged[batch];
      CODAG_UNROLL
      for (unsigned i = 0; i < batch; ++i) staged[i] = first + i < count ? source(first + i) : 0;
      CODAG_UNROLL
      for (unsigned i = 0; i < batch; ++i)
        if (first + i < count) words_[(first + i) * tile_threads + rank] = staged[i];
    }
  }

  /// This thread's word `i`.
  [[nodiscard]] CODAG_DEVICE std::uint32_t word(unsigned rank, std::uint32_t i) const {
    return words_[i * tile_threads + rank];
  }

 private:
  std::uint32_t words_[most * tile_threads];
};

}  // namespace codag::bit_packing
