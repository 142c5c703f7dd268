// none's tile decoder: a read of global memory, as in Crystal's BlockLoad.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/status.hpp"

namespace codag::none {

/// A tile is `depth` values per thread.
template <bit_packing::stored_value Stored, unsigned depth>
struct tiles {
  static constexpr const char* name = "global";
  using element = Stored;
  static constexpr std::uint32_t items = depth;
  static constexpr bool reads_single_values = true;
  struct storage {};
  struct layout {
    std::uint32_t values;
    std::uint32_t tiles;
    static constexpr std::uint32_t in_order = 1;
  };

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool /*whole_header*/,
                                  layout& l) {
    constexpr std::uint32_t per_value = bit_packing::reference_words<Stored>;
    l.values = values;
    l.tiles = values == 0 ? 1 : bit_packing::blocks_of(values, depth * tile_threads);
    if (!words.whole() || words.count() / per_value < values) return status::truncated_input;
    return words.count() > values * per_value ? status::trailing_input : status::ok;
  }

  static CODAG_DEVICE void place(const layout& l, std::uint32_t tile, std::uint32_t& begin,
                                 std::uint32_t& valid) {
    constexpr std::uint32_t tile_values = depth * tile_threads;
    begin = tile * tile_values;
    valid = l.values - begin < tile_values ? l.values - begin : tile_values;
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& t, const Group& group, const Words& words,
                                         const layout& l, std::uint32_t tile,
                                         Stored (&values)[depth], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& shared) {
    return decode_kept(t, group, words, l, tile, 0xffffffff, values, begin, valid, shared);
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_kept(const Thread& /*t*/, const Group& group,
                                         const Words& words, const layout& l, std::uint32_t tile,
                                         std::uint32_t kept, Stored (&values)[depth],
                                         std::uint32_t& begin, std::uint32_t& valid,
                                         storage& /*shared*/) {
    place(l, tile, begin, valid);
    CODAG_UNROLL
    for (unsigned i = 0; i < depth; ++i) {
      const std::uint32_t index = i * tile_threads + group.rank();
      values[i] = index < valid && (kept >> i & 1) != 0
                      ? bit_packing::load_value<Stored>(
                            words, (begin + index) * bit_packing::reference_words<Stored>)
                      : Stored{0};
    }
    return status::ok;
  }
};

}  // namespace codag::none
