// A frame of gpu_rfor's runs in shared memory.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/packed_miniblock.hpp"
#include "codag/codec/bit_packing/stage_words.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/codec/gpu_rfor/frame_runs.hpp"
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_quads.hpp"
#include "codag/stream/chunk_words.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gpu_rfor {

/// The frame of a block's values, or of its lengths, in shared memory.
template <bit_packing::stored_value T, unsigned most_width>
class staged_frame {
 public:
  static constexpr unsigned items = block_values / tile_threads;
  static_assert(miniblock_runs == tile_threads, "item i of every thread is of miniblock i");

  /// A frame: the words of the data from `begin` to before `end`. Its first word is word `at` of
  /// the shared memory.
  struct extent {
    std::uint32_t begin, end, at;
  };

  /// Where the words go that begin and end there, whatever they are.
  template <class Thread>
  static CODAG_DEVICE extent extent_of(const Thread& t, const chunk_words<Thread>& source,
                                       const bit_packing::chunk_layout& l, std::uint32_t begin,
                                       std::uint32_t end) {
    const std::uint32_t count = bit_packing::staged_words(begin, end, l, capacity);
    return {begin, end, chunk_quads<Thread>(t, source).place(l.data_at + begin, count).offset};
  }

  /// Begins to copy the words. Some warps call it alike, of which each thread has a `rank` below
  /// `loading`.
  template <unsigned loading, class Thread>
  CODAG_DEVICE void load(const Thread& t, unsigned rank, const chunk_words<Thread>& source,
                         const bit_packing::chunk_layout& l, std::uint32_t begin,
                         std::uint32_t end) {
    const std::uint32_t count = bit_packing::staged_words(begin, end, l, capacity);
    bit_packing::stage_words<loading>(t, rank, source, l.data_at + begin, count, quads_);
  }

  /// Checks the staged frame, and leaves in shared memory what the others have to know of it. One
  /// warp calls it.
  template <class Thread>
  CODAG_DEVICE void check(const Thread& t, const extent& staged,
                          const bit_packing::chunk_layout& l) {
    const status of_extent = bit_packing::check_extent(staged.begin, staged.end, l);
    const std::uint32_t* const words = quads_[0].words + staged.at;
    const std::uint32_t count =
        of_extent == status::ok ? frame_runs<T, most_width>(words, staged.end - staged.begin) : 0;
    if (t.lane() < items) {
      const std::uint32_t widths = words[bit_packing::reference_words<T>];
      bit_packing::packed_miniblock<T> m{};
      if (t.lane() * miniblock_runs < count)
        m = {staged.at + header, widths, t.lane(),
             bit_packing::load_value<T>([&](std::uint32_t i) { return words[i]; }, 0),
             miniblock_runs / 32};
      miniblocks_[t.lane()] = m;
    }
    if (t.lane() == 0) {
      status_ = of_extent;
      runs_ = count;
    }
  }

  /// Whether the words can be a frame at all, and how many runs it has: 0 if it is not well-formed.
  [[nodiscard]] CODAG_DEVICE status is() const { return status_; }
  [[nodiscard]] CODAG_DEVICE std::uint32_t runs() const { return runs_; }

  /// Item m of a thread is run m * 128 + rank, if there are so many; otherwise 0. Without a
  /// reference, it is what was packed.
  template <bool with_reference = true>
  CODAG_DEVICE void unpack(unsigned rank, std::uint32_t count, T (&values)[items]) const {
    const std::uint32_t* const words = quads_[0].words;
    const auto read = [&](std::uint32_t i) { return words[i]; };
    CODAG_UNROLL
    for (unsigned m = 0; m < items; ++m) {
      const bit_packing::packed_miniblock<T> its = miniblocks_[m];
      values[m] = m * miniblock_runs + rank < count
                      ? (with_reference ? its.reference : T{0}) + its.value(read, rank)
                      : T{0};
    }
  }

  /// The same in the order of the runs: a thread gets those from number rank * items on.
  CODAG_DEVICE void unpack_in_order(unsigned rank, std::uint32_t count, T (&values)[items]) const {
    const unsigned first = rank * items;
    const bit_packing::packed_miniblock<T> its = miniblocks_[first / miniblock_runs];
    its.template values<most_width>(quads_[0].words, first % miniblock_runs, values);
    CODAG_UNROLL
    for (unsigned k = 0; k < items; ++k)
      values[k] = first + k < count ? its.reference + values[k] : T{0};
  }

 private:
  static constexpr unsigned header = header_of_runs<T>;
  static constexpr unsigned capacity =
      header + items * bit_packing::packed_words(tile_threads, most_width);

  word_quad quads_[bit_packing::quads_for(capacity)];
  static_assert(sizeof(quads_) / 4 <= bit_packing::packed_miniblock<T>::most_words);
  bit_packing::packed_miniblock<T> miniblocks_[items];
  std::uint32_t runs_;
  status status_;
};

}  // namespace codag::gpu_rfor
