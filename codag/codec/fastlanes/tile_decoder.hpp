// fastlanes' tile decoder: words and values of neighbouring lanes are neighbours, and all lanes of
// a warp shift by the same number of bits.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/lane_tiles.hpp"
#include "codag/codec/bit_packing/own_words.hpp"
#include "codag/codec/bit_packing/striped_exchange.hpp"
#include "codag/codec/fastlanes/fastlanes.hpp"
#include "codag/status.hpp"

namespace codag::fastlanes {

/// A tile is a block. A lane's values are those of several threads: four, or eight for 64 bits.
template <bit_packing::stored_value Stored>
struct tiles {
  static constexpr const char* name = "lanes";
  using element = Stored;
  static constexpr unsigned threads = 128;
  static constexpr std::uint32_t items = block_values / threads;

  struct layout : bit_packing::tiled_layout {
    order values_in;
  };
  struct storage {
    /// The words that hold a thread's values: one more than they fill if they begin within a word.
    bit_packing::own_words<items * bit_packing::max_width<Stored> / 32 + 1> words;
    bit_packing::striped_exchange<Stored, items> values;
  };

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    const status s = bit_packing::open_tiles(words, values, block_values, header_words,
                                             block_values, whole_header, l);
    // The group that checks the header gives its status; the others stay out of the chunk, too.
    if (s == status::malformed_symbol || s == status::truncated_input) return s;
    l.values_in = static_cast<order>(words(order_word));
    if (l.values_in != order::column && l.values_in != order::transposed)
      return status::malformed_symbol;
    return s;
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& /*t*/, const Group& group,
                                         const Words& words, const layout& l, std::uint32_t tile,
                                         Stored (&values)[items], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& shared) {
    begin = tile * block_values;
    valid = l.values - begin < block_values ? l.values - begin : block_values;
    if (l.blocks == 0) return status::ok;
    constexpr std::uint32_t before = bit_packing::reference_words<Stored>;
    const auto block = bit_packing::place_block<Stored>(words, l, tile, block_values, before);
    if (block.is != status::ok) return block.is;
    const auto data = [&](std::uint32_t i) { return words(l.data_at + block.begin + i); };
    const auto packed = [&](std::uint32_t i) { return data(before + i); };
    const auto reference = bit_packing::load_value<Stored>(data, 0);
    if (l.values_in == order::column)
      unpack_striped(packed, group.rank(), block.width, values);
    else
      unpack_transposed(packed, group, block.width, values, shared);
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) values[i] += reference;
    return status::ok;
  }

 private:
  static constexpr std::uint32_t lanes = fastlanes::layout<Stored, order::column>::lanes;
  static constexpr std::uint32_t parts = threads / lanes;  ///< threads per lane

  /// Item i of a thread is row i * parts + rank / lanes of its lane: values are in the order in
  /// which sinks take them.
  template <class Packed>
  static CODAG_DEVICE void unpack_striped(const Packed& packed, unsigned rank, std::uint32_t width,
                                          Stored (&values)[items]) {
    using in_lanes = fastlanes::layout<Stored, order::column>;
    const auto read = [&](std::uint32_t i) { return packed(in_lanes::word(rank % lanes, i)); };
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i)
      values[i] = bit_packing::unpack<Stored>(read, 0, (i * parts + rank / lanes) * width, width);
  }

  /// A thread unpacks `items` rows of its lane that follow each other. They go to their places
  /// through shared memory.
  template <class Packed, class Group>
  static CODAG_DEVICE void unpack_transposed(const Packed& packed, const Group& group,
                                             std::uint32_t width, Stored (&values)[items],
                                             storage& shared) {
    using in_lanes = fastlanes::layout<Stored, order::transposed>;
    const unsigned rank = group.rank(), lane = rank % lanes, row = rank / lanes * items;
    const std::uint32_t first_bit = row * width, first_word = first_bit / 32;
    const std::uint32_t count = (first_bit % 32 + items * width + 31) / 32;
    shared.words.stage(
        rank, count, [&](std::uint32_t i) { return packed(in_lanes::word(lane, first_word + i)); });
    const auto read = [&](std::uint32_t i) { return shared.words.word(rank, i); };
    bit_packing::packed_stream<Stored, decltype(read)> stream(read, first_bit % 32, width);
    CODAG_UNROLL
    for (unsigned i = 0; i < items; ++i) values[i] = stream.next();
    shared.values.to_striped_from(
        group, [&](unsigned i) { return in_lanes::value(lane, row + i); }, values);
  }
};

}  // namespace codag::fastlanes
