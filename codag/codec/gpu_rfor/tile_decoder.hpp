// gpu_rfor's tile decoder: section 6 of the paper. Its four steps for run lengths are those of
// Fang, He and Luo, "Database Compression on Graphics Processors", VLDB 2010.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/checking_warp.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/run_finder.hpp"
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"
#include "codag/codec/gpu_rfor/staged_frame.hpp"
#include "codag/status.hpp"

namespace codag::gpu_rfor {

/// A tile is a block: 128 threads with four values each.
template <bit_packing::stored_value Stored>
struct shared_tiles {
  static constexpr const char* name = "shared";
  using element = Stored;
  static constexpr unsigned threads = 128;
  static constexpr std::uint32_t items = block_values / threads;
  static constexpr unsigned resident_blocks = 12;

  struct layout : bit_packing::chunk_layout {
    std::uint32_t tiles;
    static constexpr std::uint32_t in_order = 1;
  };

 private:
  struct frames {
    staged_frame<Stored, bit_packing::max_width<Stored>> values;
    staged_frame<std::uint32_t, max_length_width> lengths;
  };
  struct runs {
    Stored values[block_values];
    bit_packing::run_finder<items> finder;
  };

 public:
  union storage {
    frames staged;
    runs decoded;
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

  /// Begin and end of both frames, each in one of a warp's first four lanes. Every warp loads them:
  /// none waits for another one.
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
    valid = valid_from(l, begin);
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& t, const Group& group, const Words& words,
                                         const layout& l, std::uint32_t tile, const ahead& asked,
                                         Stored (&values)[items], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& shared) {
    const unsigned rank = group.rank();
    begin = tile * block_values;
    valid = 0;
    if (l.blocks == 0) return status::ok;
    frames& staged = shared.staged;
    const auto values_at = staged.values.stage(t, rank, words, l, t.shuffle(asked.start, 0),
                                               t.shuffle(asked.start, 1));
    const auto lengths_at = staged.lengths.stage(t, rank, words, l, t.shuffle(asked.start, 2),
                                                 t.shuffle(asked.start, 3));
    // The frames are in place before two warps check them.
    group.sync();
    const unsigned turn = bit_packing::checking_warp(tile);
    if (t.warp() == turn) staged.values.check(t, values_at, l);
    if (t.warp() == (turn ^ 1)) staged.lengths.check(t, lengths_at, l);
    // What they have found is in place before any thread reads it.
    group.sync();
    if (const status s = staged.values.is(); s != status::ok) return s;
    if (const status s = staged.lengths.is(); s != status::ok) return s;
    const std::uint32_t count = staged.values.runs();
    if (count == 0 || count != staged.lengths.runs()) return status::malformed_symbol;
    Stored run_values[items];
    std::uint32_t lengths[items];
    staged.values.unpack(rank, count, run_values);
    staged.lengths.unpack(rank, count, lengths);
    // All threads have unpacked before any writes in the frames' place.
    group.sync();

    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) shared.decoded.values[i * threads + rank] = run_values[i];
    shared.decoded.finder.clear(rank);
    if (!shared.decoded.finder.find(group, count, lengths)) return status::malformed_symbol;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) values[i] = shared.decoded.values[lengths[i]];
    const bool last = tile + 1 == l.blocks;
    if (last && lengths_at.end < l.data_words) return status::trailing_input;
    valid = valid_from(l, begin);
    return status::ok;
  }

 private:
  static CODAG_DEVICE std::uint32_t valid_from(const layout& l, std::uint32_t begin) {
    return l.values - begin < block_values ? l.values - begin : block_values;
  }
};

}  // namespace codag::gpu_rfor
