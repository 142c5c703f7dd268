// RLE alone as a cascade: the four steps of Fang, He and Luo, "Database Compression on Graphics
// Processors", VLDB 2010 (section 9.3 of "Tile-based Lightweight Integer Compression in GPU").
// Steps 2 and 3 are those of run_passes.hpp.
#pragma once

#include <cstdint>

#include "baselines/cascaded/pass.hpp"
#include "baselines/cascaded/prefix_sum.hpp"
#include "baselines/cascaded/run_passes.hpp"
#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/rle/device_chunk.hpp"
#include "codag/codec/rle/tile_decoder.hpp"
#include "codag/status.hpp"

namespace codag::baselines::cascaded {

static_assert(rle::block_values == gpu_rfor::block_values, "run_places are those of such blocks");

/// What the steps have in common: a block's runs, which the first pass has checked.
template <class Stored>
struct rle_step {
  using format = rle::tiles<Stored>;
  using layout = rle::chunk_layout;
  static constexpr unsigned items = format::items;
  static constexpr bool first = false;

  static CODAG_DEVICE std::uint32_t valid(const layout& l, std::uint32_t tile) {
    return l.valid(tile);
  }
  template <class Words>
  static CODAG_DEVICE std::uint32_t run_count(const Words& words, const layout& /*l*/,
                                              std::uint32_t block) {
    return rle::first_run(words, block + 1) - rle::first_run(words, block);
  }
};

/// Step 1: a prefix sum of the lengths gives where each run begins. Checks the block.
template <class Stored>
struct find_rle_begins : rle_step<Stored> {
  using base = rle_step<Stored>;
  static constexpr const char* name = "cascaded_rle_begins";
  static constexpr bool first = true;
  using storage = prefix_sum<std::uint32_t, base::items>;

  run_places<std::uint32_t> begins;

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& words,
                           const typename base::layout& l, std::uint32_t tile,
                           const chunk_place& place, storage& shared) const {
    if (l.blocks == 0) return status::ok;
    const std::uint32_t begin = rle::first_run(words, tile), end = rle::first_run(words, tile + 1);
    if (const status s = rle::check_runs(begin, end, l); s != status::ok) return s;
    const std::uint32_t count = end - begin;
    std::uint32_t lengths[base::items];
    CODAG_UNROLL
    for (unsigned i = 0; i < base::items; ++i) {
      const std::uint32_t run = i * tile_threads + group.rank();
      lengths[i] = run < count ? words(l.lengths_at + begin + run) : 0;
      // A length that cannot be makes any sum too large, and does not overflow it.
      if (run < count && lengths[i] - 1 >= rle::block_values) lengths[i] = 2 * rle::block_values;
    }
    if (shared.exclusive(group, lengths) != rle::block_values) return status::malformed_symbol;
    std::uint32_t* const places = begins.of(place, tile, l.valid(tile));
    CODAG_UNROLL
    for (unsigned i = 0; i < base::items; ++i) {
      const std::uint32_t run = i * tile_threads + group.rank();
      if (run < count) t.store(places + run, lengths[i]);
    }
    return rle::status_of_end(l, tile);
  }
};

/// Step 4: each value is that of its run.
template <class Stored>
struct gather_rle_values : rle_step<Stored> {
  using base = rle_step<Stored>;
  static constexpr const char* name = "cascaded_rle_gather";
  struct storage {};

  run_places<std::uint32_t> numbers;
  Stored* out;

  template <class Thread, class Group, class Words>
  CODAG_DEVICE status take(const Thread& t, const Group& group, const Words& words,
                           const typename base::layout& l, std::uint32_t tile,
                           const chunk_place& place, storage& /*shared*/) const {
    if (l.blocks == 0) return status::ok;
    const std::uint32_t valid = l.valid(tile), count = base::run_count(words, l, tile);
    const std::uint32_t* const run = numbers.of(place, tile, valid);
    Stored* const to = out + place.first + tile * rle::block_values;
    const std::uint32_t begin = rle::first_run(words, tile);
    for (std::uint32_t i = group.rank(); i < valid; i += tile_threads) {
      const std::uint32_t number = t.load(run + i);
      if (number >= count) continue;
      t.store(to + i,
              bit_packing::load_value<Stored>(
                  words, l.values_at + bit_packing::reference_words<Stored> * (begin + number)));
    }
    return status::ok;
  }
};

}  // namespace codag::baselines::cascaded
