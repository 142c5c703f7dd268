// gompresso_byte's device decoder by two warps: one reads the groups, and the other one writes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso_byte/batch_feed.hpp"
#include "codag/codec/gompresso_byte/format.hpp"
#include "codag/lz/output/output_ring.hpp"
#include "codag/lz/sequences/batch.hpp"
#include "codag/lz/sequences/batch_pipeline.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/status.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag::gompresso_byte {

/// A pair_decoder (see the concept).
struct pair_decoder {
  static constexpr unsigned resident_warps = 36;
  static constexpr unsigned standard_ring_bytes = 8192;

  static CODAG_HOST_DEVICE constexpr unsigned shared_bytes(std::uint32_t ring_bytes) {
    return lz::pipeline_memory::bytes(ring_bytes);
  }

  template <class Thread>
  static CODAG_DEVICE status decode(const Thread& t, bool first, const std::byte* in,
                                    std::uint32_t in_bytes, std::byte* out, std::uint32_t out_bytes,
                                    std::byte* block, std::uint32_t at, std::uint32_t ring_bytes) {
    if (in_bytes < header_bytes) return status::truncated_input;
    const simt::warp_group<Thread> warp(t);
    lz::output_ring<Thread> output(t, block + at + lz::pipeline_memory::ring_at, ring_bytes, out);
    if (!first) {
      lz::write_batches(t, warp, output, block, at);
      return status::ok;
    }
    for (const unsigned turn : {0u, 1u})
      lz::clear_marks(t, block + at + lz::pipeline_memory::slot_at(turn));
    // The marks are 0 before a lane marks where its copies begin.
    warp.sync();
    const compressed_words words(in, in_bytes);
    batch_feed<Thread> feed(t, warp, words, in_bytes, output, out_bytes, block, at);
    lz::mark_batches(t, feed, block, at);
    return feed.result();
  }
};

}  // namespace codag::gompresso_byte
