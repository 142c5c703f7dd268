// gpu_bp's tile decoder: the words of a tile are staged in shared memory, with a thread per value.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/bit_packing/lane_tiles.hpp"
#include "codag/codec/gpu_bp/gpu_bp.hpp"
#include "codag/codec/gpu_bp/staged_tile.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"

namespace codag::gpu_bp {

/// A tile is `depth` values per thread. The published decoder has one block per 32 threads, and
/// reads it from global memory.
template <bit_packing::stored_value Stored, unsigned depth>
struct tiles {
  static constexpr const char* name = "shared";
  using element = Stored;
  static constexpr std::uint32_t items = depth;
  using storage = staged_tile<Stored, depth>;
  using layout = typename storage::layout;
  static constexpr std::uint32_t tile_values = storage::tile_values;
  static constexpr unsigned blocks_per_multiprocessor = 10;

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    return bit_packing::open_tiles(words, values, block_values, header_words, tile_values,
                                   whole_header, l);
  }

  using ahead = typename storage::starts;
  template <class Thread, class Words>
  static CODAG_DEVICE ahead ask(const Thread& t, const Words& words, const layout& l,
                                std::uint32_t tile) {
    return storage::ask(t, words, l, tile);
  }

  template <class Thread, class Group, class Words>
  static CODAG_DEVICE status decode_tile(const Thread& t, const Group& group, const Words& words,
                                         const layout& l, std::uint32_t tile, const ahead& asked,
                                         Stored (&values)[depth], std::uint32_t& begin,
                                         std::uint32_t& valid, storage& shared) {
    shared.stage(t, group, words, l, tile, asked);
    if (shared.is() != status::ok) return shared.is();
    shared.unpack(group.rank(), values);
    bit_packing::place_tile(l, tile, tile_values, begin, valid);
    return status::ok;
  }

  /// decode_tile() in stages (tile/tile_decoder.hpp).
  struct stages {
    static constexpr unsigned consecutive = 1;
    using staged = tiles::storage;
    struct storage {};
    struct unpacked {
      status is;
    };

    template <class Thread, class Words>
    static CODAG_DEVICE void load(const Thread& t, const Words& words, const layout& l,
                                  std::uint32_t tile, const ahead& asked, staged& shared) {
      shared.template load<simt::warp_size>(t, t.lane(), words, l, tile, asked);
    }
    template <class Thread, class Words>
    static CODAG_DEVICE void check(const Thread& t, const Words& words, const layout& l,
                                   std::uint32_t tile, const ahead& asked, staged& shared) {
      shared.check(t, words, l, tile, asked);
    }
    template <class Thread, class Group>
    static CODAG_DEVICE unpacked unpack(const Thread&, const Group& group, const layout&,
                                        std::uint32_t /*tile*/, unsigned /*turn*/,
                                        const staged& shared, storage&, Stored (&values)[depth]) {
      if (shared.is() == status::ok) shared.unpack(group.rank(), values);
      return {shared.is()};
    }
    template <class Thread, class Group>
    static CODAG_DEVICE status finish(const Thread&, const Group&, const layout& l,
                                      std::uint32_t tile, unsigned /*turn*/, const unpacked&,
                                      storage&, Stored (&)[depth], std::uint32_t& begin,
                                      std::uint32_t& valid) {
      bit_packing::place_tile(l, tile, tile_values, begin, valid);
      return status::ok;
    }
  };
};

}  // namespace codag::gpu_bp
