// What the threads of a block_per_chunk block share.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/chunked_column.hpp"

namespace codag::baselines {

/// A unit of work for a writing warp: a run, a group of literals staged in `literals`, or a run
/// that the warp computes from the ring.
template <class Element>
struct write_unit {
  using word = std::conditional_t<sizeof(Element) == 8, std::uint64_t, std::uint32_t>;
  static constexpr std::uint32_t literal = 1u << 31;
  static constexpr std::uint32_t computed = 1u << 30;
  static constexpr std::uint32_t copy = 1u << 29;
  static constexpr std::uint32_t flags = literal | computed | copy;
  static_assert(max_chunk_bytes < copy, "no unit is as long as a flag");

  word init;   ///< a run's first value; of literals, the index of the first; of a copy, the offset
  word delta;  ///< of a run
  std::uint32_t left;    ///< elements from where it goes to the chunk's end
  std::uint32_t length;  ///< elements, plus `literal`, `computed` or `copy` for what is no run
};

/// The computed runs of the batch's units, by unit; nothing if the codec has none.
template <class Run, unsigned Units>
struct run_list {
  Run at[Units];
};
template <unsigned Units>
struct run_list<void, Units> {};

/// The batch: what the leader decoded and the block has not yet written. And the ring of compressed
/// words. The leader writes the batch and `taken`, the prefetch warp writes the ring and `filled`,
/// both before the first of a turn's two block barriers; everyone reads between them.
///
/// `Decoder` says what one of its symbols takes at most.
template <class Element, class Decoder>
struct block_storage {
  static constexpr unsigned max_units = 256;
  // A block of few threads shares its multiprocessor with many: less memory for each.
  static constexpr unsigned literal_bytes = Decoder::copies ? 1024 : 16 * 1024;
  static constexpr unsigned max_literals = Decoder::max_symbol_values == 0 ? 4
                                           : literal_bytes / sizeof(Element) < 4096
                                               ? literal_bytes / sizeof(Element)
                                               : 4096;
  static constexpr std::uint32_t ring_words = Decoder::copies ? 512 : 2048;
  static_assert((ring_words & (ring_words - 1)) == 0, "word index modulo ring size is a mask");

  static constexpr std::uint32_t words_ahead = 2;  ///< of an input_stream
  // A symbol begins inside a word, and leader_streams is one word further ahead.
  static constexpr std::uint32_t symbol_words = Decoder::max_symbol_bytes / 4 + words_ahead + 2;
  // write_values stores up to four more than it keeps.
  static constexpr std::uint32_t symbol_literals = Decoder::max_symbol_values + 4;
  static_assert(symbol_words + words_ahead <= ring_words && symbol_literals <= max_literals,
                "a turn leaves input and room for any symbol");

  write_unit<Element> units[max_units];
  run_list<typename Decoder::computed_run, max_units> runs;
  Element literals[max_literals];
  std::uint32_t ring[ring_words];
  typename Decoder::scratch scratch;  ///< the leader's
  // Written by the leader once, and here to spare it registers: two blocks of 1024 threads leave 32
  // a thread.
  Element* out_end;         ///< behind the chunk's uncompressed values
  std::uint32_t elements;   ///< that the chunk has
  std::uint32_t begin_bit;  ///< of the compressed chunk, counted from word 0
  std::uint32_t end_bit;    ///< behind its last

  // Handed over between the two barriers of a turn.
  std::uint32_t unit_count;
  std::uint32_t last_batch;  ///< 1: the leader has ended, this batch is the chunk's last
  std::uint32_t taken;       ///< words that no one will read again
  std::uint32_t filled;      ///< words that the prefetch warp has put into the ring
};

}  // namespace codag::baselines
