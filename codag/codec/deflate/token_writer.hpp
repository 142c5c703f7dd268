// write_tokens: a warp writes a chunk from its tokens.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/deflate/token_lists.hpp"
#include "codag/lz/output_ring.hpp"
#include "codag/lz/token_batch.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::deflate {

/// Returns whether the tokens of these windows give `out_bytes` bytes, all of which are then
/// written to `out`. If not, a part of them is. `ring` has lz::ring_bytes bytes. Collective.
template <class Thread>
CODAG_DEVICE bool write_tokens(const Thread& t, const std::byte* window, std::uint32_t windows,
                               std::byte* out, std::uint32_t out_bytes, std::byte* ring) {
  const simt::warp_group<Thread> warp(t);
  const unsigned lane = t.lane();
  lz::output_ring<Thread> output(t, ring, out);
  for (; windows > 0; --windows) {
    token_list_reader<Thread> tokens(warp, t, window);
    lz::token next = tokens.load(lane);
    for (std::uint32_t first = 0; first < tokens.total(); first += simt::warp_size) {
      const lz::token_batch<Thread> batch(t, next, first + lane < tokens.total());
      // On its way while this batch is written.
      next = tokens.load(first + simt::warp_size + lane);
      if (batch.total() > out_bytes - output.written() || batch.reaches_before(output.written()))
        return false;
      batch.write(output);
    }
    window = tokens.next_window();
  }
  output.finish();
  return output.written() == out_bytes;
}

}  // namespace codag::deflate
