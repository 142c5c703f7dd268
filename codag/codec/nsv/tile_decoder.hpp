// nsv's tile decoder: the lengths of a block, where each value begins, and its bytes, in one pass.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/byte_lengths.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/striped_exchange.hpp"
#include "codag/codec/bit_packing/tile_threads.hpp"
#include "codag/codec/nsv/device_chunk.hpp"
#include "codag/codec/nsv/nsv.hpp"
#include "codag/status.hpp"

namespace codag::nsv {

/// A tile is a block. Thread r adds up the lengths of values 4r to 4r + 3, and loads these values.
template <bit_packing::stored_value Stored>
struct tiles {
  static constexpr const char* name = "global";
  using element = Stored;
  static constexpr std::uint32_t items = block_values / tile_threads;
  using layout = chunk_layout;
  using storage = bit_packing::striped_exchange<Stored, items>;

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    return open_chunk(words, values, whole_header, l);
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& /*t*/, const Group& group,
                                         const Words& words, const layout& l, std::uint32_t tile,
                                         Stored (&values)[items], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& shared) {
    begin = tile * block_values;
    valid = l.values == 0 ? 0 : l.valid(tile);
    std::uint32_t at, end;
    if (const status s = extent_of(words, l, tile, at, end); s != status::ok) return s;

    constexpr std::uint32_t per_word = bit_packing::codes_per_word;
    const std::uint32_t first = group.rank() * items;  // the codes of all items are in one word
    const std::uint32_t codes = first < valid ? words(l.codes_at + (begin + first) / per_word) >>
                                                    2 * ((begin + first) % per_word)
                                              : 0;
    std::uint32_t lengths[items], of_thread = 0;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) {
      lengths[i] =
          first + i < valid ? bit_packing::length_of<Stored>(bit_packing::code_in(codes, i)) : 0;
      of_thread += lengths[i];
    }
    std::uint32_t total;
    std::uint32_t from = at + group.exclusive_sum(of_thread, total);
    if (total != end - at) return status::malformed_symbol;
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) {
      values[i] = lengths[i] > 0 ? load_bytes<Stored>(words, l, from, lengths[i]) : Stored{0};
      from += lengths[i];
    }
    shared.to_striped(group, values);
    return status_of_end(l, tile, end);
  }
};

}  // namespace codag::nsv
