// gpu_dfor's tiles for a warp: a block of 128 deltas each, in sets that are decoded in order.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/bit_packing/block_stretch.hpp"
#include "codag/codec/bit_packing/frame_format.hpp"
#include "codag/codec/gpu_dfor/gpu_dfor.hpp"
#include "codag/codec/gpu_dfor/tile_decoder.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/chunk_words.hpp"

namespace codag::gpu_dfor {

/// A warp_tile_decoder (codag/tile/warp_tile_decoder.hpp).
template <bit_packing::stored_value Stored>
struct warp_tiles {
  static constexpr const char* name = "in_fours";
  using element = Stored;
  static constexpr std::uint32_t items = 4;
  static constexpr unsigned resident_warps = sizeof(Stored) == 4 ? 36 : 28;

  using layout = typename shared_tiles<Stored, 1>::layout;
  using storage = bit_packing::block_pair<Stored>;

  template <class Words>
  static CODAG_DEVICE status open(const Words& words, std::uint32_t values, bool whole_header,
                                  layout& l) {
    const status s = shared_tiles<Stored, 1>::open(words, values, whole_header, l);
    l.tiles = l.blocks;
    return s;
  }

  template <class Thread>
  class stretch {
   public:
    CODAG_DEVICE stretch(const Thread& t, const chunk_words<Thread>& words, const layout& l,
                         std::uint32_t first, std::uint32_t count, storage& shared)
        : thread_(t), blocks_(t, words, l, {l}, first, count, shared) {}

    template <class Take>
    CODAG_DEVICE status each(const Take& take, std::uint32_t& refused) {
      const simt::warp_group<Thread> warp(thread_);
      Stored carried = 0;  // the last value of the block before
      return blocks_.each(
          [&](std::uint32_t k, bool begins_set, const bit_packing::staged_block<Stored>& block) {
            Stored values[items];
            block.unpack(warp.rank(), values);
            const Stored reference = block.reference();
            if (begins_set) carried = block.value_before();
            // From deltas to sums within the lane, and then to values.
            values[0] += reference;
            CODAG_UNROLL
            for (unsigned i = 1; i < items; ++i) values[i] += values[i - 1] + reference;
            const Stored before = carried + warp.exclusive_sum(values[items - 1]);
            CODAG_UNROLL
            for (unsigned i = 0; i < items; ++i) values[i] += before;
            carried = warp.broadcast(values[items - 1], simt::warp_size - 1);
            take(k, values);
          },
          refused);
    }

   private:
    /// A set's first value stands before its first block.
    struct first_values {
      static constexpr bool any_before = true;
      const layout& of;
      CODAG_DEVICE std::uint32_t before(std::uint32_t block) const {
        return block % of.set_blocks == 0 ? bit_packing::reference_words<Stored> : 0;
      }
      CODAG_DEVICE std::uint32_t after(std::uint32_t block) const {
        return shared_tiles<Stored, 1>::gap_after(of, block);
      }
    };
    const Thread& thread_;
    bit_packing::block_stretch<Thread, Stored, first_values> blocks_;
  };
};

}  // namespace codag::gpu_dfor
