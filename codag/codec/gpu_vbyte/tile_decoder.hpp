// gpu_vbyte's tile decoder: a thread per value. A prefix sum of the lengths gives where each
// begins.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/byte_lengths.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/lane_tiles.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/codec/gpu_vbyte/gpu_vbyte.hpp"
#include "codag/status.hpp"

namespace codag::gpu_vbyte {

/// A tile is a block, as in the published decoder.
template <bit_packing::stored_value Stored>
struct tiles {
  static constexpr const char* name = "global";
  using element = Stored;
  static constexpr std::uint32_t items = 1;
  static_assert(block_values == items * tile_threads);
  struct storage {};
  using layout = bit_packing::tiled_layout;

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    const status s = bit_packing::open_chunk(words, values, block_values, header_words, 1, l);
    if (s != status::ok) return s;
    l.tiles = l.blocks == 0 ? 1 : l.blocks;
    if (!whole_header) return status::ok;
    if (words(block_size_word) != block_values || words(count_word) != values ||
        words(l.starts_at) != 0)
      return status::malformed_symbol;
    return l.blocks == 0 && l.data_words > 0 ? status::trailing_input : status::ok;
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& /*t*/, const Group& group,
                                         const Words& words, const layout& l, std::uint32_t tile,
                                         Stored (&values)[items], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& /*shared*/) {
    const unsigned rank = group.rank();
    begin = tile * block_values;
    valid = l.values - begin < block_values ? l.values - begin : block_values;
    if (l.blocks == 0) return status::ok;
    const std::uint32_t start = words(l.starts_at + tile), end = words(l.starts_at + tile + 1);
    if (const status s = bit_packing::check_extent(start, end, l); s != status::ok) return s;
    if (end - start < code_words) return status::malformed_symbol;

    using bit_packing::codes_per_word;
    const std::uint32_t codes = words(l.data_at + start + rank / codes_per_word);
    const std::uint32_t length =
        rank < valid
            ? bit_packing::length_of<Stored>(bit_packing::code_in(codes, rank % codes_per_word))
            : 0;
    std::uint32_t total;
    const std::uint32_t at = group.exclusive_sum(length, total);
    if ((total + 3) / 4 != end - start - code_words) return status::malformed_symbol;
    values[0] = bit_packing::unpack<Stored>(words, l.data_at + start + code_words + at / 4,
                                            8 * (at % 4), 8 * length);
    const bool last = tile + 1 == l.blocks;
    return last && end < l.data_words ? status::trailing_input : status::ok;
  }
};

}  // namespace codag::gpu_vbyte
