// fastlanes' tile decoder: words and values of neighbouring lanes are neighbours, and all lanes of
// a warp shift by the same number of bits.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/lane_tiles.hpp"
#include "codag/codec/bit_packing/striped_exchange.hpp"
#include "codag/codec/fastlanes/fastlanes.hpp"
#include "codag/codec/fastlanes/staged_lanes.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"

namespace codag::fastlanes {

/// A tile is a block.
template <bit_packing::stored_value Stored>
struct tiles {
  static constexpr const char* name = "lanes";
  using element = Stored;
  using block = staged_lanes<Stored>;
  static constexpr std::uint32_t items = block::items;
  using layout = typename block::layout;
  using exchange = bit_packing::striped_exchange<Stored, items>;
  struct storage {
    block staged;
    exchange values;
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

  using ahead = typename block::starts;
  template <class Thread, class Words>
  static CODAG_DEVICE ahead ask(const Thread& /*t*/, const Words& words, const layout& l,
                                std::uint32_t tile) {
    return block::ask(words, l, tile);
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& t, const Group& group, const Words& words,
                                         const layout& l, std::uint32_t tile, const ahead& asked,
                                         Stored (&values)[items], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& shared) {
    shared.staged.stage(t, group, words, l, tile, asked);
    if (shared.staged.is() != status::ok) return shared.staged.is();
    if (l.blocks > 0) {
      unpack(group, l, shared.staged, shared.values, values);
      // All values are in place before any thread takes those of others. In column order, no thread
      // does, and the barrier orders nothing.
      group.sync();
      take(group, l, shared.values, values);
    }
    bit_packing::place_tile(l, tile, block_values, begin, valid);
    return status::ok;
  }

  /// decode_tile() in stages (tile/tile_decoder.hpp).
  struct stages {
    static constexpr unsigned consecutive = 1;
    using staged = block;
    struct storage {
      exchange values[2];  ///< of tiles in turn
    };
    struct unpacked {
      status is;
    };

    template <class Thread, class Words>
    static CODAG_DEVICE void load(const Thread& t, const Words& words, const layout& l,
                                  std::uint32_t /*tile*/, const ahead& asked, staged& shared) {
      shared.template load<simt::warp_size>(t, t.lane(), words, l, asked);
    }
    template <class Thread, class Words>
    static CODAG_DEVICE void check(const Thread& t, const Words& words, const layout& l,
                                   std::uint32_t tile, const ahead& asked, staged& shared) {
      shared.check(t, words, l, tile, asked);
    }
    template <class Thread, class Group>
    static CODAG_DEVICE unpacked unpack(const Thread&, const Group& group, const layout& l,
                                        std::uint32_t /*tile*/, unsigned turn, const staged& shared,
                                        storage& own, Stored (&values)[items]) {
      if (shared.is() == status::ok && l.blocks > 0)
        tiles::unpack(group, l, shared, own.values[turn], values);
      return {shared.is()};
    }
    template <class Thread, class Group>
    static CODAG_DEVICE status finish(const Thread&, const Group& group, const layout& l,
                                      std::uint32_t tile, unsigned turn, const unpacked&,
                                      storage& own, Stored (&values)[items], std::uint32_t& begin,
                                      std::uint32_t& valid) {
      if (l.blocks > 0) take(group, l, own.values[turn], values);
      bit_packing::place_tile(l, tile, block_values, begin, valid);
      return status::ok;
    }
  };

 private:
  /// Values in their own order go to the thread's items, others to the exchange.
  template <class Group>
  static CODAG_DEVICE void unpack(const Group& group, const layout& l, const block& staged,
                                  exchange& through, Stored (&values)[items]) {
    if (l.values_in == order::column)
      staged.unpack_striped(group.rank(), values);
    else
      staged.unpack_transposed(group.rank(), values, through);
  }
  /// After a barrier: takes what is in the exchange.
  template <class Group>
  static CODAG_DEVICE void take(const Group& group, const layout& l, const exchange& through,
                                Stored (&values)[items]) {
    if (l.values_in == order::transposed) through.take_striped(group.rank(), values);
  }
};

}  // namespace codag::fastlanes
