// A block of fastlanes in shared memory: staged, checked, and unpacked by a block of 128 threads.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/checking_warp.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/lane_tiles.hpp"
#include "codag/codec/bit_packing/stage_words.hpp"
#include "codag/codec/bit_packing/striped_exchange.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/codec/fastlanes/layout.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_quads.hpp"
#include "codag/stream/chunk_words.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::fastlanes {

/// A lane's values are those of several threads: four, or eight for 64 bits. Nothing that the group
/// does with a block leaves the memory, whatever the words are.
template <bit_packing::stored_value Stored>
class staged_lanes {
  static constexpr std::uint32_t before = bit_packing::reference_words<Stored>;
  static constexpr std::uint32_t capacity =
      before + block_values / 32 * bit_packing::max_width<Stored>;

 public:
  static constexpr std::uint32_t items = block_values / tile_threads;

  struct layout : bit_packing::tiled_layout {
    order values_in;
  };
  /// Where a block begins and ends in the data, while that is being loaded. All lanes have it.
  struct starts {
    std::uint32_t begin, end;
  };
  template <class Words>
  static CODAG_DEVICE starts ask(const Words& source, const layout& l, std::uint32_t block) {
    // An empty chunk has no block.
    if (block >= l.blocks) return {0, 0};
    return {source(l.starts_at + block), source(l.starts_at + block + 1)};
  }

  /// Begins to copy the words of a block whose starts have been asked for. Some warps call it
  /// alike, of which each thread has a `rank` below `loading`. Each thread waits for its copies,
  /// and then the group meets at a barrier, before anything is unpacked.
  template <unsigned loading, class Thread>
  CODAG_DEVICE void load(const Thread& t, unsigned rank, const chunk_words<Thread>& source,
                         const layout& l, const starts& asked) {
    bit_packing::stage_words<loading>(t, rank, source, l.data_at + asked.begin,
                                      staged_words(l, asked), quads_);
  }

  /// Checks the block: one warp calls it, for all. It looks at no word that is being copied. A
  /// barrier must follow before anything below.
  template <class Thread>
  CODAG_DEVICE void check(const Thread& t, const chunk_words<Thread>& source, const layout& l,
                          std::uint32_t block, const starts& asked) {
    if (t.lane() != 0) return;
    const auto placed =
        bit_packing::place_between<Stored>(asked.begin, asked.end, l, block, block_values, before);
    status_ = placed.is;
    at_ = chunk_quads<Thread>(t, source)
              .place(l.data_at + asked.begin, staged_words(l, asked))
              .offset;
    width_ = placed.width;
  }

  /// Stages a block and checks it. All threads call it alike.
  template <class Thread, class Group>
  CODAG_DEVICE void stage(const Thread& t, const Group& group, const chunk_words<Thread>& source,
                          const layout& l, std::uint32_t block, const starts& asked) {
    load<tile_threads>(t, group.rank(), source, l, asked);
    t.wait_for_copies();
    if (t.warp() == bit_packing::checking_warp(block)) check(t, source, l, block, asked);
    // The words, and what the check has found, are in place before any thread unpacks.
    group.sync();
  }

  /// The status of the block.
  [[nodiscard]] CODAG_DEVICE status is() const { return status_; }

  /// Unpacks a block that is ok and has its values in their own order. Item i of a thread is row
  /// i * parts + rank / lanes of its lane: the values are striped, as sinks take them.
  CODAG_DEVICE void unpack_striped(unsigned rank, Stored (&values)[items]) const {
    using in_lanes = fastlanes::layout<Stored, order::column>;
    const auto read = [&](std::uint32_t i) { return packed(in_lanes::word(rank % lanes, i)); };
    const Stored least = reference();
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i)
      values[i] =
          least + bit_packing::unpack<Stored>(read, 0, (i * parts + rank / lanes) * width_, width_);
  }

  /// Unpacks a block that is ok and has its values in the transposed order, to their places in
  /// `to`. A thread unpacks `items` rows of its lane that follow each other. `values` is used on
  /// the way.
  CODAG_DEVICE void unpack_transposed(unsigned rank, Stored (&values)[items],
                                      bit_packing::striped_exchange<Stored, items>& to) const {
    using in_lanes = fastlanes::layout<Stored, order::transposed>;
    const unsigned lane = rank % lanes, row = rank / lanes * items;
    const auto read = [&](std::uint32_t i) { return packed(in_lanes::word(lane, i)); };
    bit_packing::packed_stream<Stored, decltype(read)> stream(read, row * width_, width_);
    const Stored least = reference();
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) values[i] = least + stream.next();
    to.put([&](unsigned i) { return in_lanes::value(lane, row + i); }, values);
  }

 private:
  static constexpr std::uint32_t lanes = fastlanes::layout<Stored, order::column>::lanes;
  static constexpr std::uint32_t parts = tile_threads / lanes;  ///< threads per lane

  static CODAG_DEVICE std::uint32_t staged_words(const layout& l, const starts& asked) {
    return bit_packing::staged_words(asked.begin, asked.end, l, capacity);
  }
  [[nodiscard]] CODAG_DEVICE std::uint32_t word(std::uint32_t i) const {
    const std::uint32_t* const words = quads_[0].words;
    return words[at_ + i];
  }
  [[nodiscard]] CODAG_DEVICE std::uint32_t packed(std::uint32_t i) const {
    return word(before + i);
  }
  [[nodiscard]] CODAG_DEVICE Stored reference() const {
    return bit_packing::load_value<Stored>([this](std::uint32_t i) { return word(i); }, 0);
  }

  word_quad quads_[bit_packing::quads_for(capacity)];
  status status_;
  std::uint32_t at_;  ///< the block's first word
  std::uint32_t width_;
};

}  // namespace codag::fastlanes
