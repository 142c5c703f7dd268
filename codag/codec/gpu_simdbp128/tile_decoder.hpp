// gpu_simdbp128's tile decoder: a lane per thread. A thread's 32 values take 32 words of shared
// memory and 32 registers, as section 4.3 of the paper says.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/lane_tiles.hpp"
#include "codag/codec/bit_packing/own_words.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/codec/gpu_simdbp128/gpu_simdbp128.hpp"
#include "codag/status.hpp"

namespace codag::gpu_simdbp128 {

/// A tile is a block.
template <bit_packing::stored_value Stored>
struct tiles {
  static constexpr const char* name = "shared";
  using element = Stored;
  using lanes = gpu_simdbp128::layout;
  static_assert(lanes::lanes == tile_threads);
  static constexpr std::uint32_t items = lanes::rows;
  using storage = bit_packing::own_words<bit_packing::max_width<Stored>>;
  using layout = bit_packing::tiled_layout;

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    return bit_packing::open_tiles(words, values, block_values, header_words, block_values,
                                   whole_header, l);
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& /*t*/, const Group& group,
                                         const Words& words, const layout& l, std::uint32_t tile,
                                         Stored (&values)[items], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& shared) {
    const unsigned rank = group.rank();
    const auto block = bit_packing::place_block<Stored>(words, l, tile, block_values, 0);
    if (block.is != status::ok) return block.is;
    // 32 values of some width fill as many words as the width has bits.
    shared.stage(rank, block.width, [&](std::uint32_t i) {
      return words(l.data_at + block.begin + lanes::word(rank, i));
    });
    const auto read = [&](std::uint32_t i) { return shared.word(rank, i); };
    bit_packing::packed_stream<Stored, decltype(read)> packed(read, 0, block.width);
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) values[i] = packed.next();
    bit_packing::place_tile(l, tile, block_values, begin, valid);
    return status::ok;
  }
};

}  // namespace codag::gpu_simdbp128
