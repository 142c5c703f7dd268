// What the threads of a block_per_chunk block share.
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
requires(Decoder::copies) struct batch_of<Element, Decoder> {
  static_assert(sizeof(Element) == 1, "copies are of bytes");
  using type = copy_batch<Decoder>;
  using filler = copy_batch_filler<Decoder>;
};

/// Two batches, so that the leader fills one while the block writes the other, and the ring of
/// compressed words. The leader hands a batch over with the block barrier that ends a turn, and
/// gets the other one back with it. `Decoder` says what one of its symbols takes at most.
template <class Element, class Decoder>
struct block_storage {
  /// Whether the block reads the ring, too, where it computes runs: one turn after the leader.
  static constexpr bool computes = !std::is_void_v<typename Decoder::computed_run>;
  static constexpr std::uint32_t ring_words = Decoder::copies ? 512 : computes ? 4096 : 2048;
  static_assert((ring_words & (ring_words - 1)) == 0, "word index modulo ring size is a mask");
  // A symbol begins inside a word, and behind the word in which it ends the leader reads two: for a
  // look ahead, or one that input_stream holds and one of ring_source. RLE v1 needs every one.
  static constexpr std::uint32_t symbol_words = Decoder::max_symbol_bytes / 4 + 2 + 2;
  static_assert(2 * symbol_words <= ring_words,
                "the ring holds the symbol that the leader decodes and one that is being computed");

  struct batch : batch_of<Element, Decoder>::type {
    std::uint32_t last;   ///< 1: the leader has ended, this batch is the chunk's last
    std::uint32_t taken;  ///< words that no one reads again once the block writes this batch
  };
  batch batches[2];
  /// The ring's first words are there again behind its last: ring_input_stream reads on.
  static constexpr std::uint32_t repeated_words = Decoder::looks_ahead ? 2 : 0;
  std::uint32_t ring[ring_words + repeated_words];
  std::uint32_t filled[2];            ///< words that have been put into the ring, as of each turn
  typename Decoder::scratch scratch;  ///< the leader's
  // Written by the leader once, and here to spare it registers: two blocks of 1024 threads leave 32
  // a thread.
  Element* out_end;         ///< behind the chunk's uncompressed values
  std::uint32_t begin_bit;  ///< of the compressed chunk, counted from word 0; of ring_source alone
  std::uint32_t end_bit;    ///< behind its last

  /// Puts the chunk's word `index` into the ring.
  CODAG_DEVICE void put_word(std::uint32_t index, std::uint32_t word) {
    const std::uint32_t i = index % ring_words;
    ring[i] = word;
    if constexpr (repeated_words > 0)
      if (i < repeated_words) ring[ring_words + i] = word;
  }
};

}  // namespace codag::baselines
