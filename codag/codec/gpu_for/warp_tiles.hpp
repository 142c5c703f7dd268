// gpu_for's tiles for a warp: a block of 128 values each.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/block_stretch.hpp"
#include "codag/codec/bit_packing/device_chunk.hpp"
#include "codag/codec/gpu_for/gpu_for.hpp"
#include "codag/codec/gpu_for/tile_decoder.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_words.hpp"

namespace codag::gpu_for {

/// A warp_tile_decoder (codag/tile/warp_tile_decoder.hpp).
template <bit_packing::stored_value Stored>
struct warp_tiles {
  static constexpr const char* name = "in_fours";
  using element = Stored;
  static constexpr std::uint32_t items = 4;
  /// With values of 64 bits, a lane has twice as many words of a block.
  static constexpr unsigned resident_warps = sizeof(Stored) == 4 ? 40 : 32;

  using layout = typename tiles_of_blocks<Stored, 1>::layout;

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    const status s = tiles_of_blocks<Stored, 1>::open(words, values, whole_header, l);
    l.tiles = l.blocks;
    return s;
  }

  using storage = bit_packing::block_pair<Stored>;

  template <class Thread>
  class stretch {
   public:
    CODAG_DEVICE stretch(const Thread& t, const chunk_words<Thread>& words, const layout& l,
                         std::uint32_t first, std::uint32_t count, storage& shared)
        : thread_(t), blocks_(t, words, l, {}, first, count, shared) {}

    template <class Take>
    CODAG_DEVICE status each(const Take& take, std::uint32_t& refused) {
      return blocks_.each(
          [&](std::uint32_t k, bool /*begins*/, const bit_packing::staged_block<Stored>& block) {
            Stored values[items];
            block.unpack(thread_.lane(), values);
            const Stored reference = block.reference();
            CODAG_UNROLL
            for (unsigned i = 0; i < items; ++i) values[i] += reference;
            take(k, values);
          },
          refused);
    }

   private:
    struct nothing {
      static constexpr bool any_before = false;
      static CODAG_DEVICE std::uint32_t before(std::uint32_t) { return 0; }
      static CODAG_DEVICE std::uint32_t after(std::uint32_t) { return 0; }
    };
    const Thread& thread_;
    bit_packing::block_stretch<Thread, Stored, nothing> blocks_;
  };
};

}  // namespace codag::gpu_for
