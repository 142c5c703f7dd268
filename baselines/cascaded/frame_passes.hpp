// FOR+BitPack and Delta+FOR+BitPack as cascades: GPU-FOR's and GPU-DFOR's formats, with a pass per
// layer (section 9.2 of "Tile-based Lightweight Integer Compression in GPU").
#pragma once

#include <cstdint>

#include "baselines/cascaded/pass.hpp"
#include "baselines/cascaded/prefix_sum.hpp"
#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/status.hpp"

namespace codag::baselines::cascaded {

/// The values of a tile: the first of its chunk's that it has, and how many.
template <class Format>
struct tile_of_blocks {
  typename Format::blocks::run run;
  std::uint32_t begin = 0, valid = 0;

  CODAG_DEVICE tile_of_blocks(const typename Format::layout& l, std::uint32_t tile) {
    if (!Format::run_of(l, tile, run)) return;
    constexpr std::uint32_t block_values = tile_threads;
    begin = run.first * block_values;
    const std::uint32_t left = l.values - begin, whole = run.blocks * block_values;
    valid = left < whole ? left : whole;
  }
};

/// Pass 1: what is packed, without references. Checks the tile.
template <class Format>
struct unpack_blocks {
  using format = Format;
  using element = typename Format::element;
  static constexpr const char* name = "cascaded_unpack";
  static constexpr bool first = true;
  using storage = typename Format::blocks;

  element* to;  ///< as many as the column has values

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& words,
                           const typename Format::layout& l, std::uint32_t tile,
                           const chunk_place& place, storage& shared) const {
    const tile_of_blocks<Format> blocks(l, tile);
    if (blocks.valid == 0) return status::ok;
    const auto gap = [&](std::uint32_t block) { return Format::gap_after(l, block); };
    shared.stage(t, group, words, l, blocks.run, Format::blocks::ask(t, words, l, blocks.run), gap);
    if (shared.is() != status::ok) return shared.is();
    element values[Format::items];
    shared.template unpack<false>(group.rank(), blocks.run, values);
    CODAG_UNROLL
    for (unsigned i = 0; i < Format::items; ++i) {
      const std::uint32_t index = i * tile_threads + group.rank();
      if (index < blocks.valid) t.store(to + place.first + blocks.begin + index, values[i]);
    }
    return status::ok;
  }
};

/// Pass 2: adds each block's reference.
template <class Format>
struct add_references {
  using format = Format;
  using element = typename Format::element;
  static constexpr const char* name = "cascaded_reference";
  static constexpr bool first = false;
  struct storage {};

  const element* from;
  element* to;  ///< the same, or the column's output

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& words,
                           const typename Format::layout& l, std::uint32_t tile,
                           const chunk_place& place, storage& /*shared*/) const {
    const tile_of_blocks<Format> blocks(l, tile);
    CODAG_UNROLL
    for (unsigned i = 0; i < Format::items; ++i) {
      const std::uint32_t index = i * tile_threads + group.rank();
      if (index >= blocks.valid) continue;
      const std::uint32_t start = words(l.starts_at + blocks.run.first + i);
      const auto reference = bit_packing::load_value<element>(words, l.data_at + start);
      const std::uint64_t at = place.first + blocks.begin + index;
      t.store(to + at, static_cast<element>(reference + t.load(from + at)));
    }
    return status::ok;
  }
};

/// Pass 3 of Delta+FOR+BitPack: adds up the differences of each set.
template <class Format>
struct add_up_differences {
  using format = Format;
  using element = typename Format::element;
  static constexpr const char* name = "cascaded_delta";
  static constexpr bool first = false;
  struct storage {
    prefix_sum<element, Format::items> sums;
    element carried;  ///< the last value of the tile before, in the same set
  };

  const element* from;
  element* to;

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& words,
                           const typename Format::layout& l, std::uint32_t tile,
                           const chunk_place& place, storage& shared) const {
    const tile_of_blocks<Format> blocks(l, tile);
    if (blocks.valid == 0) return status::ok;
    const std::uint64_t begin = place.first + blocks.begin;
    element sums[Format::items], differences[Format::items];
    CODAG_UNROLL
    for (unsigned i = 0; i < Format::items; ++i) {
      const std::uint32_t index = i * tile_threads + group.rank();
      sums[i] = differences[i] = index < blocks.valid ? t.load(from + begin + index) : element{0};
    }
    element base;
    if (Format::begins_set(blocks.run)) {
      const std::uint32_t start = words(l.starts_at + blocks.run.first);
      base = bit_packing::load_value<element>(words, l.data_at + start - Format::first_value_words);
    } else {
      base = shared.carried;
    }
    const element total = shared.sums.exclusive(group, sums);
    CODAG_UNROLL
    for (unsigned i = 0; i < Format::items; ++i) {
      const std::uint32_t index = i * tile_threads + group.rank();
      if (index < blocks.valid)
        t.store(to + begin + index, static_cast<element>(base + sums[i] + differences[i]));
    }
    // The sum's barriers lie between this and the reading of what was carried.
    if (group.rank() == 0) shared.carried = static_cast<element>(base + total);
    return status::ok;
  }
};

}  // namespace codag::baselines::cascaded
