// The shared memory of a block of block_per_chunk.
#pragma once

#include <cstdint>
#include <type_traits>

#include "baselines/block_per_chunk/copy_batch.hpp"
#include "baselines/block_per_chunk/run_batch.hpp"
#include "codag/annotate.hpp"

namespace codag::baselines {

/// How a codec's batches are made, filled and written.
template <class Element, class Decoder>
struct batch_of {
  using type = run_batch<Element, Decoder>;
  using filler = run_batch_filler<Element, Decoder>;
};
template <class Element, class Decoder>
  requires(Decoder::copies)
struct batch_of<Element, Decoder> {
  static_assert(sizeof(Element) == 1, "copies are of bytes");
  using type = copy_batch<Decoder>;
  using filler = copy_batch_filler<Decoder>;
};

/// Two batches, so that the leader fills one while the block writes the other, and the ring of
/// compressed words. With the block barrier that ends a turn, the leader hands one batch over and
/// gets the other one back.
template <class Element, class Decoder>
struct block_storage {
  /// Whether the block reads the ring, too: it computes runs one turn after the leader.
  static constexpr bool computes = !std::is_void_v<typename Decoder::computed_run>;
  static constexpr std::uint32_t ring_words = Decoder::copies ? 512 : computes ? 4096 : 2048;
  static_assert((ring_words & (ring_words - 1)) == 0, "word index modulo ring size is a mask");
  // A symbol may begin inside a word. After the word in which it ends the leader reads two more:
  // for a look ahead, or one that input_stream holds and one that ring_source holds. RLE v1 needs
  // all.
  static constexpr std::uint32_t symbol_words = Decoder::max_symbol_bytes / 4 + 2 + 2;
  static_assert(2 * symbol_words <= ring_words,
                "the ring holds the symbol that the leader decodes and one that is being computed");

  struct batch : batch_of<Element, Decoder>::type {
    std::uint32_t last;   ///< 1: the leader has ended, and this batch is the chunk's last
    std::uint32_t taken;  ///< no one reads a word below it again once the block writes this batch
  };
  batch batches[2];
  /// The ring's first words are repeated after its last: ring_input_stream reads past the end.
  static constexpr std::uint32_t repeated_words = Decoder::looks_ahead ? 2 : 0;
  std::uint32_t ring[ring_words + repeated_words];
  std::uint32_t filled[2];  ///< the first word that is not yet in the ring, as of each turn
  typename Decoder::scratch scratch;  ///< the leader's
  // The leader writes these once. They are here to save registers: with two blocks of 1024 threads,
  // each thread has 32.
  Element* out_end;  ///< the end of the chunk's uncompressed values
  std::uint32_t
      begin_bit;          ///< where the compressed chunk begins, from word 0; only for ring_source
  std::uint32_t end_bit;  ///< where it ends

  /// Puts the chunk's word `index` into the ring.
  CODAG_DEVICE void put_word(std::uint32_t index, std::uint32_t word) {
    const std::uint32_t i = index % ring_words;
    ring[i] = word;
    if constexpr (repeated_words > 0)
      if (i < repeated_words) ring[ring_words + i] = word;
  }
};

}  // namespace codag::baselines
