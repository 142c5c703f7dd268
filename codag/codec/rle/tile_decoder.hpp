// rle's tile decoder: the four steps of Fang, He and Luo within a block of threads, as gpu_rfor has
// them after unpacking.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/run_finder.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/codec/rle/device_chunk.hpp"
#include "codag/codec/rle/rle.hpp"
#include "codag/status.hpp"

namespace codag::rle {

/// A tile is a block: 128 threads with four values each.
template <bit_packing::stored_value Stored>
struct tiles {
  static constexpr const char* name = "global";
  using element = Stored;
  static constexpr std::uint32_t items = block_values / tile_threads;
  using layout = chunk_layout;
  using storage = bit_packing::run_finder<items>;

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    return open_chunk<Stored>(words, values, whole_header, l);
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& t, const Group& group, const Words& words,
                                         const layout& l, std::uint32_t tile,
                                         Stored (&values)[items], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& shared) {
    begin = tile * block_values;
    valid = l.valid(tile);
    if (l.blocks == 0) return status::ok;
    const std::uint32_t first = first_run(words, tile), end = first_run(words, tile + 1);
    if (const status s = check_runs(first, end, l); s != status::ok) return s;

    std::uint32_t runs[items];  // lengths, and then the run of each value
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) {
      const std::uint32_t run = first + i * tile_threads + group.rank();
      runs[i] = run < end ? words(l.lengths_at + run) : 0;
    }
    if (!shared.find(t, group, end - first, runs)) return status::malformed_symbol;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i)
      values[i] = bit_packing::load_value<Stored>(
          words, l.values_at + bit_packing::reference_words<Stored> * (first + runs[i]));
    return status_of_end(l, tile);
  }
};

}  // namespace codag::rle
