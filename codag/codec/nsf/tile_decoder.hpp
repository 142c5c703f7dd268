// nsf's tile decoder: each thread reads its values' words from global memory.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/codec/nsf/nsf.hpp"
#include "codag/status.hpp"

namespace codag::nsf {

/// A tile is `depth` values per thread.
template <bit_packing::stored_value Stored, unsigned depth>
struct tiles {
  static constexpr const char* name = "global";
  using element = Stored;
  static constexpr std::uint32_t items = depth;
  struct storage {};
  struct layout {
    std::uint32_t values;
    std::uint32_t bytes;  ///< per value
    std::uint32_t tiles;
    static constexpr std::uint32_t in_order = 1;
  };

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool /*whole_header*/,
                                  layout& l) {
    l.values = values;
    l.tiles = values == 0 ? 1 : bit_packing::blocks_of(values, depth * tile_threads);
    if (!words.whole() || words.count() < header_words) return status::truncated_input;
    l.bytes = words(value_bytes_word);
    if (!is_length(l.bytes, sizeof(Stored)) || words(count_word) != values)
      return status::malformed_symbol;
    const std::uint64_t needed = words_of(values, l.bytes);
    if (words.count() - header_words < needed) return status::truncated_input;
    return words.count() - header_words > needed ? status::trailing_input : status::ok;
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& /*t*/, const Group& group,
                                         const Words& words, const layout& l, std::uint32_t tile,
                                         Stored (&values)[depth], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& /*shared*/) {
    constexpr std::uint32_t tile_values = depth * tile_threads;
    begin = tile * tile_values;
    valid = l.values - begin < tile_values ? l.values - begin : tile_values;
    const Words data = words.after(header_words);
    // All values have the same length, so a tile branches on it once.
    const auto load = [&](const auto& value) {
      CODAG_UNROLL
      for (unsigned i = 0; i < depth; ++i) {
        const std::uint32_t index = i * tile_threads + group.rank();
        values[i] = index < valid ? value(begin + index) : Stored{0};
      }
    };
    switch (l.bytes) {
      case 1:
        load([&](std::uint32_t i) { return data.template item<std::uint8_t>(i); });
        break;
      case 2:
        load([&](std::uint32_t i) { return data.template item<std::uint16_t>(i); });
        break;
      case 4:
        load([&](std::uint32_t i) { return data(i); });
        break;
      default:
        load([&](std::uint32_t i) { return bit_packing::load_value<Stored>(data, 2 * i); });
    }
    return status::ok;
  }
};

}  // namespace codag::nsf
