// gpu_dfor's tile decoder: section 5.2 of the paper. Unpacking and delta decoding share one buffer.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/staged_blocks.hpp"
#include "codag/codec/bit_packing/striped_exchange.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/codec/bit_packing/unpacking.hpp"
#include "codag/codec/bit_packing/warp_totals.hpp"
#include "codag/codec/gpu_dfor/gpu_dfor.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"

namespace codag::gpu_dfor {

/// A tile is up to `depth` blocks of one set. If the chunk's sets have more blocks, a set is
/// several tiles, which one group decodes in order; with fewer, the rest of a tile is empty. The
/// paper's sets have `depth` blocks.
template <bit_packing::stored_value Stored, unsigned depth>
struct shared_tiles {
  static constexpr const char* name = "offsets";
  static_assert(block_values == tile_threads, "item i of every thread is of block i");
  using element = Stored;
  static constexpr std::uint32_t items = depth;
  static constexpr unsigned blocks_per_multiprocessor = 10;
  static constexpr std::uint32_t first_value_words = bit_packing::reference_words<Stored>;

  struct layout : bit_packing::chunk_layout {
    std::uint32_t set_blocks;
    std::uint32_t tiles, in_order;
  };

  using blocks = bit_packing::staged_blocks<Stored, depth, bit_packing::precomputed_offsets>;
  struct storage {
    union {
      blocks staged;
      bit_packing::striped_exchange<Stored, depth> deltas;
    };
    Stored carried;  ///< the last value of the tile before, in the same set
  };

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    const status s = bit_packing::open_chunk(words, values, block_values, header_words, 1, l);
    if (s != status::ok) return s;
    l.set_blocks = words(set_blocks_word);
    const bool set_allowed = l.set_blocks - 1 < max_set_blocks;
    if (!set_allowed) l.set_blocks = 1;
    l.in_order = (l.set_blocks + depth - 1) / depth;
    l.tiles = l.blocks == 0 ? 1 : bit_packing::blocks_of(l.blocks, l.set_blocks) * l.in_order;
    // The group that checks the header gives the status; the others stay out of the chunk, too.
    if (!set_allowed) return status::malformed_symbol;
    if (!whole_header) return status::ok;
    const std::uint32_t first_start = l.blocks > 0 ? bit_packing::reference_words<Stored> : 0;
    if (!bit_packing::describes(words, l, block_values) || words(l.starts_at) != first_start)
      return status::malformed_symbol;
    return l.blocks == 0 && l.data_words > 0 ? status::trailing_input : status::ok;
  }

  /// The blocks of a tile. Returns false if there are none: the last set may be shorter.
  static CODAG_DEVICE bool run_of(const layout& l, std::uint32_t tile, typename blocks::run& run) {
    if (l.set_blocks == depth) {
      // The paper's case, which needs no division: a tile is a set. Only a chunk without blocks has
      // an empty tile.
      const std::uint32_t first = tile * depth, left = l.blocks - first;
      run = {first, left < depth ? left : depth, first_value_words};
      return left > 0;
    }
    const std::uint32_t set = tile / l.in_order, step = tile % l.in_order;
    const std::uint32_t of_set = l.set_blocks - step * depth;  // blocks from here on
    const std::uint32_t first = set * l.set_blocks + step * depth;
    if (first >= l.blocks) return false;
    const std::uint32_t left = l.blocks - first, wanted = of_set < depth ? of_set : depth;
    run = {first, left < wanted ? left : wanted, step == 0 ? first_value_words : 0};
    return true;
  }
  /// Whether the set's first value stands before these blocks.
  static CODAG_DEVICE bool begins_set(const typename blocks::run& run) { return run.before != 0; }
  /// The words after a block that are no part of it: the first value of the next set.
  static CODAG_DEVICE std::uint32_t gap_after(const layout& l, std::uint32_t block) {
    const std::uint32_t of_set =
        l.set_blocks == depth ? (block + 1) % depth : (block + 1) % l.set_blocks;
    return of_set == 0 && block + 1 < l.blocks ? first_value_words : 0;
  }

  using ahead = typename blocks::starts;
  template <class Thread, class Words>
  static CODAG_DEVICE ahead ask(const Thread& t, const Words& words, const layout& l,
                                std::uint32_t tile) {
    typename blocks::run run;
    return run_of(l, tile, run) ? blocks::ask(t, words, l, run) : ahead{};
  }

  static CODAG_DEVICE void place(const layout& l, std::uint32_t tile, std::uint32_t& begin,
                                 std::uint32_t& valid) {
    typename blocks::run run;
    begin = valid = 0;
    if (run_of(l, tile, run)) place_of(l, run, begin, valid);
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& t, const Group& group, const Words& words,
                                         const layout& l, std::uint32_t tile, const ahead& asked,
                                         Stored (&values)[depth], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& shared) {
    valid = 0;
    typename blocks::run run;
    if (!run_of(l, tile, run)) return status::ok;
    shared.staged.stage(t, group, words, l, run, asked, gap(l));
    if (shared.staged.is() != status::ok) return shared.staged.is();
    shared.staged.unpack(group.rank(), run, values);
    Stored sum = begins_set(run) ? shared.staged.value(0) : shared.carried;
    // All threads have read the words, and what is carried, before any writes in their place.
    group.sync();

    shared.deltas.to_blocked(group, values);
    Stored of_thread = 0;
    CODAG_UNROLL
    for (unsigned i = 0; i < depth; ++i) of_thread += values[i];
    sum += group.exclusive_sum(of_thread);
    CODAG_UNROLL
    for (unsigned i = 0; i < depth; ++i) values[i] = sum += values[i];
    // Deltas of blocks that are not there are 0: the last thread's last sum is the last value.
    if (group.rank() + 1 == group.size()) shared.carried = sum;
    shared.deltas.to_striped(group, values);
    place_of(l, run, begin, valid);
    return status::ok;
  }

  /// decode_tile() in stages (tile/tile_decoder.hpp).
  struct stages {
    static constexpr unsigned consecutive = depth;
    using staged = blocks;
    struct storage {
      // Of two tiles in turn.
      bit_packing::warp_totals<Stored, tile_threads> sums[2];
      Stored carried;  ///< the last value of the tile before, which thread 0 keeps for itself
    };
    struct unpacked {
      status is;
      Stored in_warp;  ///< the sum of what lower lanes have
    };

    template <class Thread, class Words>
    static CODAG_DEVICE void load(const Thread& t, const Words& words, const layout& l,
                                  std::uint32_t tile, const ahead& asked, staged& shared) {
      typename blocks::run run;
      if (run_of(l, tile, run))
        shared.template load<simt::warp_size>(t, t.lane(), words, l, run, asked);
    }
    template <class Thread, class Words>
    static CODAG_DEVICE void check(const Thread& t, const Words& words, const layout& l,
                                   std::uint32_t tile, const ahead& asked, staged& shared) {
      typename blocks::run run;
      if (run_of(l, tile, run)) shared.check(t, words, l, run, asked, gap(l));
    }
    template <class Thread, class Group>
    static CODAG_DEVICE unpacked unpack(const Thread& t, const Group& group, const layout& l,
                                        std::uint32_t tile, unsigned turn, const staged& shared,
                                        storage& own, Stored (&values)[depth]) {
      unpacked u{};
      typename blocks::run run;
      if (!run_of(l, tile, run)) return u;
      u.is = shared.is();
      if (u.is != status::ok) return u;
      shared.unpack_in_order(group.rank(), values);
      // The value before the first delta counts as a part of it.
      if (group.rank() == 0) values[0] += begins_set(run) ? shared.value(0) : own.carried;
      CODAG_UNROLL
      for (unsigned i = 1; i < depth; ++i) values[i] += values[i - 1];
      u.in_warp = own.sums[turn].put(t, values[depth - 1]);
      return u;
    }
    template <class Thread, class Group>
    static CODAG_DEVICE status finish(const Thread& t, const Group& group, const layout& l,
                                      std::uint32_t tile, unsigned turn, const unpacked& u,
                                      storage& own, Stored (&values)[depth], std::uint32_t& begin,
                                      std::uint32_t& valid) {
      begin = valid = 0;
      typename blocks::run run;
      if (!run_of(l, tile, run)) return status::ok;
      Stored last;
      const Stored sum = u.in_warp + own.sums[turn].before(t.warp(), last);
      CODAG_UNROLL
      for (unsigned i = 0; i < depth; ++i) values[i] += sum;
      // Deltas of blocks that are not there are 0.
      if (group.rank() == 0) own.carried = last;
      place_of(l, run, begin, valid);
      return status::ok;
    }
  };

 private:
  static CODAG_DEVICE auto gap(const layout& l) {
    return [&l](std::uint32_t block) { return gap_after(l, block); };
  }

  static CODAG_DEVICE void place_of(const layout& l, const typename blocks::run& run,
                                    std::uint32_t& begin, std::uint32_t& valid) {
    begin = run.first * block_values;
    const std::uint32_t decoded = run.blocks * block_values;
    valid = l.values - begin < decoded ? l.values - begin : decoded;
  }
};

}  // namespace codag::gpu_dfor
