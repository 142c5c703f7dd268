// gpu_for's tile decoder: sections 4.1 to 4.3 of the paper, one optimization after the other.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/staged_blocks.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/codec/bit_packing/unpacking.hpp"
#include "codag/codec/gpu_for/gpu_for.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"

namespace codag::gpu_for {

/// What the decoders of section 4.2 have in common. A tile is `depth` blocks (optimization 2).
template <bit_packing::stored_value Stored, unsigned depth>
struct tiles_of_blocks {
  static_assert(block_values == tile_threads, "item i of every thread is of block i");
  using element = Stored;
  static constexpr std::uint32_t items = depth;

  struct layout : bit_packing::chunk_layout {
    std::uint32_t tiles;
    static constexpr std::uint32_t in_order = 1;
  };

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    const status s = bit_packing::open_chunk(words, values, block_values, header_words, 1, l);
    if (s != status::ok) return s;
    l.tiles = l.blocks == 0 ? 1 : (l.blocks + depth - 1) / depth;
    if (!whole_header) return status::ok;
    if (!bit_packing::describes(words, l, block_values) || words(l.starts_at) != 0)
      return status::malformed_symbol;
    return l.blocks == 0 && l.data_words > 0 ? status::trailing_input : status::ok;
  }

  static CODAG_DEVICE void place(const layout& l, std::uint32_t tile, std::uint32_t& begin,
                                 std::uint32_t& valid) {
    begin = tile * depth * block_values;
    const std::uint32_t left = l.values - begin;
    valid = left < depth * block_values ? left : depth * block_values;
  }

 protected:
  /// The blocks of a tile.
  static CODAG_DEVICE std::uint32_t blocks_in(const layout& l, std::uint32_t tile) {
    const std::uint32_t left = l.blocks - tile * depth;
    return left < depth ? left : depth;
  }
};

/// The base algorithm: Algorithm 1 of the paper, which reads everything from global memory.
template <bit_packing::stored_value Stored, unsigned depth>
struct global_tiles : tiles_of_blocks<Stored, depth> {
  static constexpr const char* name = "global";
  using typename tiles_of_blocks<Stored, depth>::layout;
  struct storage {};

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& /*t*/, const Group& group,
                                         const Words& words, const layout& l, std::uint32_t tile,
                                         Stored (&values)[depth], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& /*shared*/) {
    using namespace bit_packing;
    const std::uint32_t blocks = tiles_of_blocks<Stored, depth>::blocks_in(l, tile);
    const auto data = [&](std::uint32_t i) { return words(l.data_at + i); };
    CODAG_UNROLL
    for (unsigned i = 0; i < depth; ++i) {
      if (i >= blocks) break;
      const std::uint32_t block = tile * depth + i;
      const std::uint32_t at = words(l.starts_at + block), end = words(l.starts_at + block + 1);
      std::uint32_t widths = 0;
      const auto read_widths = [&](std::uint32_t word) { return widths = data(word); };
      if (const status s = check_block<Stored>(at, end, 0, block + 1 == l.blocks, l, read_widths);
          s != status::ok)
        return s;
      const auto reference = load_value<Stored>(data, at);
      values[i] = reference +
                  packed_value<Stored>(data, at + frame_header_words<Stored>, widths, group.rank());
    }
    tiles_of_blocks<Stored, depth>::place(l, tile, begin, valid);
    return status::ok;
  }
};

/// From shared memory (optimization 1), with each unpacking of staged_blocks.hpp.
template <bit_packing::stored_value Stored, unsigned depth, class Unpacking>
struct shared_tiles : tiles_of_blocks<Stored, depth> {
  static constexpr const char* name = Unpacking::name;
  using typename tiles_of_blocks<Stored, depth>::layout;
  using storage = bit_packing::staged_blocks<Stored, depth, Unpacking>;
  using blocks = storage;
  static constexpr unsigned blocks_per_multiprocessor = 10;

  /// The blocks of a tile. Returns false if there are none.
  static CODAG_DEVICE bool run_of(const layout& l, std::uint32_t tile, typename blocks::run& run) {
    run = {tile * depth, tiles_of_blocks<Stored, depth>::blocks_in(l, tile), 0};
    return run.blocks > 0;
  }
  /// The words after a block that are no part of it.
  static CODAG_DEVICE std::uint32_t gap_after(const layout& /*l*/, std::uint32_t /*block*/) {
    return 0;
  }

  using ahead = typename blocks::starts;
  template <class Thread, class Words>
  static CODAG_DEVICE ahead ask(const Thread& t, const Words& words, const layout& l,
                                std::uint32_t tile) {
    typename blocks::run run;
    run_of(l, tile, run);
    return blocks::ask(t, words, l, run);
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& t, const Group& group, const Words& words,
                                         const layout& l, std::uint32_t tile, const ahead& asked,
                                         Stored (&values)[depth], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& shared) {
    typename blocks::run run;
    run_of(l, tile, run);
    shared.stage(t, group, words, l, run, asked, gap(l));
    if (shared.is() != status::ok) return shared.is();
    shared.unpack(group.rank(), run, values);
    tiles_of_blocks<Stored, depth>::place(l, tile, begin, valid);
    return status::ok;
  }

  /// decode_tile() in stages (tile/tile_decoder.hpp).
  struct stages {
    static constexpr unsigned consecutive = 1;
    using staged = blocks;
    struct storage {};
    struct unpacked {
      status is;
    };

    template <class Thread, class Words>
    static CODAG_DEVICE void load(const Thread& t, const Words& words, const layout& l,
                                  std::uint32_t tile, const ahead& asked, staged& shared) {
      typename blocks::run run;
      run_of(l, tile, run);
      shared.template load<simt::warp_size>(t, t.lane(), words, l, run, asked);
    }
    template <class Thread, class Words>
    static CODAG_DEVICE void check(const Thread& t, const Words& words, const layout& l,
                                   std::uint32_t tile, const ahead& asked, staged& shared) {
      typename blocks::run run;
      run_of(l, tile, run);
      shared.check(t, words, l, run, asked, gap(l));
    }
    template <class Thread, class Group>
    static CODAG_DEVICE unpacked unpack(const Thread&, const Group& group, const layout& l,
                                        std::uint32_t tile, unsigned /*turn*/, const staged& shared,
                                        storage&, Stored (&values)[depth]) {
      typename blocks::run run;
      run_of(l, tile, run);
      if (shared.is() == status::ok) shared.unpack(group.rank(), run, values);
      return {shared.is()};
    }
    template <class Thread, class Group>
    static CODAG_DEVICE status finish(const Thread&, const Group&, const layout& l,
                                      std::uint32_t tile, unsigned /*turn*/, const unpacked&,
                                      storage&, Stored (&)[depth], std::uint32_t& begin,
                                      std::uint32_t& valid) {
      tiles_of_blocks<Stored, depth>::place(l, tile, begin, valid);
      return status::ok;
    }
  };

 private:
  /// Every word is part of a block.
  static CODAG_DEVICE auto gap(const layout& l) {
    return [&l](std::uint32_t block) { return gap_after(l, block); };
  }
};

}  // namespace codag::gpu_for
