// gpu_rfor's tile decoder: section 6 of the paper. Its four steps for run lengths are those of
// Fang, He and Luo, "Database Compression on Graphics Processors", VLDB 2010.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/checking_warp.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/run_finder.hpp"
#include "codag/codec/bit_packing/striped_exchange.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"
#include "codag/codec/gpu_rfor/staged_frame.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"

namespace codag::gpu_rfor {

/// A tile is a block: 128 threads with four values each.
template <bit_packing::stored_value Stored>
struct shared_tiles {
  static constexpr const char* name = "shared";
  using element = Stored;
  static constexpr std::uint32_t items = block_values / tile_threads;
  static constexpr unsigned blocks_per_multiprocessor = 10;

  struct layout : bit_packing::chunk_layout {
    std::uint32_t tiles;
    static constexpr std::uint32_t in_order = 1;
  };

 private:
  struct frames {
    staged_frame<Stored, bit_packing::max_width<Stored>> values;
    staged_frame<std::uint32_t, max_length_width> lengths;
    std::uint32_t end;  ///< of the lengths, in the data
  };
  struct runs {
    Stored values[block_values];
    bit_packing::runs_in_order<items> finder;
  };

 public:
  struct striped_runs : runs {
    bit_packing::striped_exchange<std::uint32_t, items> order;
  };
  union storage {
    frames staged;
    striped_runs decoded;
  };

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    const status s = bit_packing::open_chunk(words, values, block_values, header_words, 2, l);
    if (s != status::ok) return s;
    l.tiles = l.blocks == 0 ? 1 : l.blocks;
    if (!whole_header) return status::ok;
    if (!bit_packing::describes(words, l, block_values) || words(l.starts_at) != 0 ||
        words(l.starts_at + l.blocks) != words(l.starts_at + l.blocks + 1))
      return status::malformed_symbol;
    return l.blocks == 0 && words(l.starts_at + 1) < l.data_words ? status::trailing_input
                                                                  : status::ok;
  }

  /// Begin and end of both frames, each in one of a warp's first four lanes.
  struct ahead {
    std::uint32_t start;
  };
  template <class Thread, class Words>
  static CODAG_DEVICE ahead ask(const Thread& t, const Words& words, const layout& l,
                                std::uint32_t tile) {
    ahead asked{};
    const unsigned i = t.lane();
    if (l.blocks > 0 && i < 4)
      asked.start = words(l.starts_at + i / 2 * (l.blocks + 1) + tile + i % 2);
    return asked;
  }

  static CODAG_DEVICE void place(const layout& l, std::uint32_t tile, std::uint32_t& begin,
                                 std::uint32_t& valid) {
    begin = tile * block_values;
    const std::uint32_t left = l.values - begin;
    valid = left < block_values ? left : block_values;
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& t, const Group& group, const Words& words,
                                         const layout& l, std::uint32_t tile, const ahead& asked,
                                         Stored (&values)[items], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& shared) {
    begin = valid = 0;
    if (l.blocks == 0) return status::ok;
    frames& staged = shared.staged;
    load<tile_threads>(t, group.rank(), words, l, asked, staged);
    t.wait_for_copies();
    // The frames are in place before two warps check them.
    group.sync();
    const unsigned turn = bit_packing::checking_warp(tile);
    if (t.warp() == turn) check_values(t, words, l, asked, staged);
    if (t.warp() == (turn ^ 1)) check_lengths(t, words, l, asked, staged);
    // What they have found is in place before any thread reads it.
    group.sync();
    unpacked_runs u = unpack(group.rank(), l, tile, staged, values);
    if (u.is != status::ok) return u.is;
    // All threads have unpacked before any writes in the frames' place.
    group.sync();
    put_values(group.rank(), values, shared.decoded);
    u.begin_in_warp = shared.decoded.finder.begin(t, group.rank(), 0, u.count, u.lengths);
    // All values are in place, and all lengths are added up.
    group.sync();
    if (!shared.decoded.finder.finish(t, group, 0, u.begin_in_warp, u.count, u.lengths))
      return status::malformed_symbol;
    shared.decoded.order.to_striped(group, u.lengths);
    return take_values(l, tile, u, shared.decoded, values, begin, valid);
  }

 private:
  struct unpacked_runs {
    status is;
    std::uint32_t count;
    std::uint32_t lengths[items];  ///< of the runs in order
    bool trailing;                 ///< whether words follow the chunk's last block
    std::uint32_t begin_in_warp;   ///< of its first run
  };

 public:
  /// decode_tile() in stages (tile/tile_decoder.hpp).
  struct stages {
    static constexpr unsigned consecutive = items;
    using staged = frames;
    using storage = runs;
    using unpacked = unpacked_runs;

    template <class Thread, class Words>
    static CODAG_DEVICE void load(const Thread& t, const Words& words, const layout& l,
                                  std::uint32_t /*tile*/, const ahead& asked, staged& shared) {
      if (l.blocks > 0) shared_tiles::load<simt::warp_size>(t, t.lane(), words, l, asked, shared);
    }
    template <class Thread, class Words>
    static CODAG_DEVICE void check(const Thread& t, const Words& words, const layout& l,
                                   std::uint32_t /*tile*/, const ahead& asked, staged& shared) {
      if (l.blocks == 0) return;
      check_values(t, words, l, asked, shared);
      check_lengths(t, words, l, asked, shared);
    }
    template <class Thread, class Group>
    static CODAG_DEVICE unpacked unpack(const Thread& t, const Group& group, const layout& l,
                                        std::uint32_t tile, unsigned turn, const staged& shared,
                                        storage& own, Stored (&values)[items]) {
      unpacked u{};
      if (l.blocks == 0) return u;
      u = shared_tiles::unpack(group.rank(), l, tile, shared, values);
      if (u.is == status::ok)
        u.begin_in_warp = own.finder.begin(t, group.rank(), turn, u.count, u.lengths);
      return u;
    }
    template <class Thread, class Group>
    static CODAG_DEVICE status finish(const Thread& t, const Group& group, const layout& l,
                                      std::uint32_t tile, unsigned turn, unpacked& u, storage& own,
                                      Stored (&values)[items], std::uint32_t& begin,
                                      std::uint32_t& valid) {
      begin = valid = 0;
      if (l.blocks == 0) return status::ok;
      put_values(group.rank(), values, own);
      // The group meets at a barrier in it, before any thread takes the values of others.
      if (!own.finder.finish(t, group, turn, u.begin_in_warp, u.count, u.lengths))
        return status::malformed_symbol;
      return take_values(l, tile, u, own, values, begin, valid);
    }
  };

 private:
  template <unsigned loading, class Thread, class Words>
  static CODAG_DEVICE void load(const Thread& t, unsigned rank, const Words& words, const layout& l,
                                const ahead& asked, frames& staged) {
    staged.values.template load<loading>(t, rank, words, l, t.shuffle(asked.start, 0),
                                         t.shuffle(asked.start, 1));
    staged.lengths.template load<loading>(t, rank, words, l, t.shuffle(asked.start, 2),
                                          t.shuffle(asked.start, 3));
  }

  /// One warp calls it.
  template <class Thread, class Words>
  static CODAG_DEVICE void check_values(const Thread& t, const Words& words, const layout& l,
                                        const ahead& asked, frames& staged) {
    const std::uint32_t begin = t.shuffle(asked.start, 0), end = t.shuffle(asked.start, 1);
    staged.values.check(t, staged.values.extent_of(t, words, l, begin, end), l);
  }
  template <class Thread, class Words>
  static CODAG_DEVICE void check_lengths(const Thread& t, const Words& words, const layout& l,
                                         const ahead& asked, frames& staged) {
    const std::uint32_t begin = t.shuffle(asked.start, 2), end = t.shuffle(asked.start, 3);
    staged.lengths.check(t, staged.lengths.extent_of(t, words, l, begin, end), l);
    if (t.lane() == 0) staged.end = end;
  }

  /// Values of runs, striped, and lengths of runs, in order.
  static CODAG_DEVICE unpacked_runs unpack(unsigned rank, const layout& l, std::uint32_t tile,
                                           const frames& staged, Stored (&values)[items]) {
    unpacked_runs runs{.is = staged.values.is(),
                       .count = staged.values.runs(),
                       .lengths = {},
                       .trailing = tile + 1 == l.blocks && staged.end < l.data_words,
                       .begin_in_warp = 0};
    if (runs.is == status::ok) runs.is = staged.lengths.is();
    if (runs.is == status::ok && (runs.count == 0 || runs.count != staged.lengths.runs()))
      runs.is = status::malformed_symbol;
    if (runs.is != status::ok) return runs;
    staged.values.unpack(rank, runs.count, values);
    staged.lengths.unpack_in_order(rank, runs.count, runs.lengths);
    return runs;
  }

  static CODAG_DEVICE void put_values(unsigned rank, const Stored (&values)[items], runs& own) {
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) own.values[i * tile_threads + rank] = values[i];
  }
  /// Step 4: the values of the runs that the lengths have been replaced by.
  static CODAG_DEVICE status take_values(const layout& l, std::uint32_t tile,
                                         const unpacked_runs& u, const runs& own,
                                         Stored (&values)[items], std::uint32_t& begin,
                                         std::uint32_t& valid) {
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) values[i] = own.values[u.lengths[i]];
    if (u.trailing) return status::trailing_input;
    place(l, tile, begin, valid);
    return status::ok;
  }
};

}  // namespace codag::gpu_rfor
