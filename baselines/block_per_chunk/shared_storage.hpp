// What the threads of a block_per_chunk block share.
#pragma once

#include <cstdint>

namespace codag::baselines {

/// One unit of work for a writing warp: a run, or a group of literals staged in `literals`.
struct symbol {
  std::uint64_t init;      ///< a run's first value; of literals, the index of the first
  std::uint32_t position;  ///< where it goes, in elements from the chunk's beginning
  std::uint32_t length;    ///< elements
  std::int32_t delta;      ///< of a run
  std::uint32_t literal;   ///< 1 for literals, 0 for a run
};

/// Symbols that the leader decoded and the block has not yet written, and the ring of compressed
/// words. The leader writes `batch` and `taken`, the prefetch warp writes the ring and `filled`,
/// both before the block's first barrier of a turn; everyone reads between the two barriers.
template <class Element>
struct block_storage {
  static constexpr unsigned max_symbols = 256;
  static constexpr unsigned max_literals =
      16 * 1024 / sizeof(Element) < 4096 ? 16 * 1024 / sizeof(Element) : 4096;
  static constexpr std::uint32_t ring_words = 2048;
  static_assert((ring_words & (ring_words - 1)) == 0, "word index modulo ring size is a mask");

  symbol symbols[max_symbols];
  Element literals[max_literals];
  std::uint32_t ring[ring_words];
  // The leader's alone, and here to spare it registers: two blocks of 1024 threads leave 32 a
  // thread.
  Element* out;               ///< the chunk's uncompressed values
  std::uint32_t elements;     ///< that the chunk has
  std::uint32_t position;     ///< elements decoded before the open group of literals
  std::uint32_t group_begin;  ///< index of the open group's first literal

  // Handed over between the two barriers of a turn.
  std::uint32_t symbol_count;
  std::uint32_t last_batch;  ///< 1: the leader has ended, this batch is the chunk's last
  std::uint32_t taken;       ///< words that the leader has used
  std::uint32_t filled;      ///< words that the prefetch warp has put into the ring
};

}  // namespace codag::baselines
