// RLE+FOR+BitPack as a cascade of eight passes: GPU-RFOR's format, with a pass per layer of the
// values and of the lengths, and one for each of the four steps of Fang, He and Luo, "Database
// Compression on Graphics Processors", VLDB 2010 (section 9.2 of "Tile-based Lightweight Integer
// Compression in GPU").
#pragma once

#include <cstdint>

#include "baselines/cascaded/pass.hpp"
#include "baselines/cascaded/prefix_sum.hpp"
#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/checking_warp.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"
#include "codag/codec/gpu_rfor/staged_frame.hpp"
#include "codag/codec/gpu_rfor/tile_decoder.hpp"
#include "codag/status.hpp"

namespace codag::baselines::cascaded {

/// What passes leave for each other: a place for each value of a block or each of its runs, of
/// which there may be as many. A block that has fewer values than places, which is a chunk's last
/// one, has its places after all others. If a chunk table lets two chunks have the same output,
/// they have the same places, too. So whatever is read there is checked before it is used as an
/// index.
template <class T>
struct run_places {
  T* all;
  std::uint64_t column_values;

  static constexpr std::uint64_t count(std::uint64_t column_values, std::uint32_t chunks) {
    return column_values + std::uint64_t{chunks} * gpu_rfor::block_values;
  }
  /// Those of a block that has `valid` values.
  CODAG_DEVICE T* of(const chunk_place& place, std::uint32_t block, std::uint32_t valid) const {
    return all + (valid == gpu_rfor::block_values
                      ? place.first + std::uint64_t{block} * gpu_rfor::block_values
                      : column_values + std::uint64_t{place.chunk} * gpu_rfor::block_values);
  }
};

/// What the steps have in common: a block's frames, which the first pass has checked. Steps 2 and 3
/// are also those of other formats of runs, with a Base of their own.
template <class Stored>
struct run_step {
  using format = gpu_rfor::shared_tiles<Stored>;
  using layout = typename format::layout;
  static constexpr unsigned items = format::items;
  static constexpr bool first = false;

  static CODAG_DEVICE std::uint32_t valid(const layout& l, std::uint32_t tile) {
    const std::uint32_t left = l.values - tile * gpu_rfor::block_values;
    return left < gpu_rfor::block_values ? left : gpu_rfor::block_values;
  }
  /// The first word of a block's frame, or the end of the one before.
  template <class Words>
  static CODAG_DEVICE std::uint32_t start(const Words& words, const layout& l, std::uint32_t block,
                                          bool of_lengths) {
    return words(l.starts_at + (of_lengths ? l.blocks + 1 : 0) + block);
  }
  template <class Words>
  static CODAG_DEVICE std::uint32_t run_count(const Words& words, const layout& l,
                                              std::uint32_t block) {
    return words(l.data_at + start(words, l, block, false) +
                 bit_packing::frame_header_words<Stored>);
  }
};

/// Passes 1 and 3: what is packed in the frames of values, or of lengths, without references.
template <class Stored, bool of_lengths>
struct unpack_runs : run_step<Stored> {
  using base = run_step<Stored>;
  using T = std::conditional_t<of_lengths, std::uint32_t, Stored>;
  static constexpr const char* name =
      of_lengths ? "cascaded_unpack_lengths" : "cascaded_unpack_values";
  static constexpr bool first = !of_lengths;
  using storage = gpu_rfor::staged_frame<T, of_lengths ? gpu_rfor::max_length_width
                                                       : bit_packing::max_width<T>>;

  run_places<T> to;

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& words,
                           const typename base::layout& l, std::uint32_t tile,
                           const chunk_place& place, storage& shared) const {
    if (l.blocks == 0) return status::ok;
    for (const bool lengths : {false, true}) {
      const status s = bit_packing::check_extent(base::start(words, l, tile, lengths),
                                                 base::start(words, l, tile + 1, lengths), l);
      if (s != status::ok) return s;
    }
    const std::uint32_t begin = base::start(words, l, tile, of_lengths);
    const std::uint32_t end = base::start(words, l, tile + 1, of_lengths);
    shared.template load<tile_threads>(t, group.rank(), words, l, begin, end);
    t.wait_for_copies();
    // The frame is in place before a warp checks it.
    group.sync();
    if (t.warp() == bit_packing::checking_warp(tile))
      shared.check(t, shared.extent_of(t, words, l, begin, end), l);
    // What it has found is in place before any thread reads it.
    group.sync();
    const std::uint32_t count = shared.runs();
    if (count == 0 || (of_lengths && count != base::run_count(words, l, tile)))
      return status::malformed_symbol;
    T values[base::items];
    shared.template unpack<false>(group.rank(), count, values);
    T* const places = to.of(place, tile, base::valid(l, tile));
    CODAG_UNROLL
    for (unsigned i = 0; i < base::items; ++i) {
      const std::uint32_t run = i * tile_threads + group.rank();
      if (run < count) t.store(places + run, values[i]);
    }
    return status::ok;
  }
};

/// Passes 2 and 4: adds the frame's reference.
template <class Stored, bool of_lengths>
struct add_run_references : run_step<Stored> {
  using base = run_step<Stored>;
  using T = std::conditional_t<of_lengths, std::uint32_t, Stored>;
  static constexpr const char* name =
      of_lengths ? "cascaded_reference_lengths" : "cascaded_reference_values";
  struct storage {};

  run_places<T> values;

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& words,
                           const typename base::layout& l, std::uint32_t tile,
                           const chunk_place& place, storage& /*shared*/) const {
    if (l.blocks == 0) return status::ok;
    const std::uint32_t begin = base::start(words, l, tile, of_lengths);
    const auto reference = bit_packing::load_value<T>(words, l.data_at + begin);
    const std::uint32_t count = base::run_count(words, l, tile);
    T* const places = values.of(place, tile, base::valid(l, tile));
    for (std::uint32_t run = group.rank(); run < count; run += tile_threads)
      t.store(places + run, static_cast<T>(reference + t.load(places + run)));
    return status::ok;
  }
};

/// Pass 5, step 1 of RLE: a prefix sum of the lengths gives where each run begins. Checks the
/// lengths.
template <class Stored>
struct find_begins : run_step<Stored> {
  using base = run_step<Stored>;
  static constexpr const char* name = "cascaded_begins";
  using storage = prefix_sum<std::uint32_t, base::items>;

  run_places<std::uint32_t> lengths;  ///< become begins

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& words,
                           const typename base::layout& l, std::uint32_t tile,
                           const chunk_place& place, storage& shared) const {
    if (l.blocks == 0) return status::ok;
    const std::uint32_t count = base::run_count(words, l, tile);
    std::uint32_t* const places = lengths.of(place, tile, base::valid(l, tile));
    std::uint32_t values[base::items];
    CODAG_UNROLL
    for (unsigned i = 0; i < base::items; ++i) {
      const std::uint32_t run = i * tile_threads + group.rank();
      values[i] = run < count ? t.load(places + run) : 0;
      // A length that cannot be makes any sum too large, and does not overflow it.
      if (run < count && values[i] - 1 >= gpu_rfor::block_values)
        values[i] = 2 * gpu_rfor::block_values;
    }
    if (shared.exclusive(group, values) != gpu_rfor::block_values) return status::malformed_symbol;
    CODAG_UNROLL
    for (unsigned i = 0; i < base::items; ++i) {
      const std::uint32_t run = i * tile_threads + group.rank();
      if (run < count) t.store(places + run, values[i]);
    }
    const bool last = tile + 1 == l.blocks;
    return last && base::start(words, l, l.blocks, true) < l.data_words ? status::trailing_input
                                                                        : status::ok;
  }
};

/// Pass 6, step 2 of RLE: scatters a mark to where each run but a block's first begins.
template <class Base>
struct scatter_marks : Base {
  using base = Base;
  static constexpr const char* name = "cascaded_marks";
  struct storage {};

  run_places<std::uint32_t> begins, marks;

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& words,
                           const typename base::layout& l, std::uint32_t tile,
                           const chunk_place& place, storage& /*shared*/) const {
    if (l.blocks == 0) return status::ok;
    const std::uint32_t valid = base::valid(l, tile), count = base::run_count(words, l, tile);
    const std::uint32_t* const from = begins.of(place, tile, valid);
    std::uint32_t* const to = marks.of(place, tile, valid);
    for (std::uint32_t i = group.rank(); i < gpu_rfor::block_values; i += tile_threads)
      t.store(to + i, 0u);
    // All places are 0 before any mark is set.
    group.sync();
    for (std::uint32_t run = group.rank(); run < count; run += tile_threads) {
      const std::uint32_t begin = t.load(from + run);
      if (run > 0 && begin < gpu_rfor::block_values) t.store(to + begin, 1u);
    }
    return status::ok;
  }
};

/// Pass 7, step 3 of RLE: a prefix sum of the marks gives the run of each value.
template <class Base>
struct number_runs : Base {
  using base = Base;
  static constexpr const char* name = "cascaded_run_numbers";
  using storage = prefix_sum<std::uint32_t, base::items>;

  run_places<std::uint32_t> marks;  ///< become numbers of runs

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& /*words*/,
                           const typename base::layout& l, std::uint32_t tile,
                           const chunk_place& place, storage& shared) const {
    if (l.blocks == 0) return status::ok;
    std::uint32_t* const places = marks.of(place, tile, base::valid(l, tile));
    std::uint32_t before[base::items], own[base::items];
    CODAG_UNROLL
    for (unsigned i = 0; i < base::items; ++i)
      before[i] = own[i] = t.load(places + i * tile_threads + group.rank());
    shared.exclusive(group, before);
    CODAG_UNROLL
    for (unsigned i = 0; i < base::items; ++i)
      t.store(places + i * tile_threads + group.rank(), before[i] + own[i]);
    return status::ok;
  }
};

/// Pass 8, step 4 of RLE: each value is that of its run.
template <class Stored>
struct gather_values : run_step<Stored> {
  using base = run_step<Stored>;
  static constexpr const char* name = "cascaded_gather";
  struct storage {};

  run_places<Stored> values;
  run_places<std::uint32_t> numbers;
  Stored* out;

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& /*words*/,
                           const typename base::layout& l, std::uint32_t tile,
                           const chunk_place& place, storage& /*shared*/) const {
    if (l.blocks == 0) return status::ok;
    const std::uint32_t valid = base::valid(l, tile);
    const Stored* const from = values.of(place, tile, valid);
    const std::uint32_t* const run = numbers.of(place, tile, valid);
    Stored* const to = out + place.first + tile * gpu_rfor::block_values;
    for (std::uint32_t i = group.rank(); i < valid; i += tile_threads) {
      const std::uint32_t number = t.load(run + i);
      if (number < gpu_rfor::block_values) t.store(to + i, t.load(from + number));
    }
    return status::ok;
  }
};

}  // namespace codag::baselines::cascaded
