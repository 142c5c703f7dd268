// What the threads of a block_per_chunk block share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "codag/chunked_column.hpp"
#include "codag/stream/input_stream.hpp"

namespace codag::baselines {

/// A unit of work for a writing warp: a run, a group of literals staged in `literals`, a run that
/// the warp computes from the ring, or a copy.
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

/// The computed runs of a batch's units, by unit; nothing if the codec has none.
template <class Run, unsigned Units>
struct run_list {
  Run at[Units];
};
template <unsigned Units>
struct run_list<void, Units> {};

/// What the leader decodes in one turn, and the block writes in the next.
template <class Element, class Decoder>
struct write_batch {
  // A block of few threads shares its multiprocessor with many: less memory for each.
  static constexpr unsigned max_units = Decoder::copies ? 128 : 256;
  static constexpr unsigned literal_bytes = Decoder::copies ? 1024 : 8 * 1024;
  /// None, but for the four that write_values may store and not keep, where symbols have none.
  static constexpr unsigned max_literals =
      Decoder::max_symbol_values == 0
          ? 4
          : std::min(4096u, literal_bytes / static_cast<unsigned>(sizeof(Element)));
  static constexpr std::uint32_t symbol_literals = Decoder::max_symbol_values + 4;
  static_assert(symbol_literals <= max_literals && Decoder::max_symbol_units <= max_units,
                "an empty batch has room for any symbol");

  write_unit<Element> units[max_units];
  run_list<typename Decoder::computed_run, max_units> runs;
  Element literals[max_literals];
  std::uint32_t unit_count;
  std::uint32_t last;   ///< 1: the leader has ended, this batch is the chunk's last
  std::uint32_t taken;  ///< words that no one reads again once the block writes this batch
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
  // A symbol begins inside a word, and leader_streams is one word further ahead.
  static constexpr std::uint32_t symbol_words =
      Decoder::max_symbol_bytes / 4 + input_words_ahead + 2;
  static_assert(2 * (symbol_words + input_words_ahead) <= ring_words,
                "the ring holds the symbol that the leader decodes and one that is being computed");

  write_batch<Element, Decoder> batches[2];
  std::uint32_t ring[ring_words];
  std::uint32_t filled[2];            ///< words that have been put into the ring, as of each turn
  typename Decoder::scratch scratch;  ///< the leader's
  // Written by the leader once, and here to spare it registers: two blocks of 1024 threads leave 32
  // a thread.
  Element* out_end;         ///< behind the chunk's uncompressed values
  std::uint32_t elements;   ///< that the chunk has
  std::uint32_t begin_bit;  ///< of the compressed chunk, counted from word 0
  std::uint32_t end_bit;    ///< behind its last
};

}  // namespace codag::baselines
