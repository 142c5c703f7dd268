// copy_stored_blocks: the output of a chunk that has stored blocks only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/deflate/token_lists.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/copy_bytes.hpp"

namespace codag::deflate {

/// Writes the chunk `in`, whose windows are all stored blocks. Warps copy different blocks, whose
/// bytes no match reads. Returns false, in all threads, if the blocks are not the whole chunk.
/// Collective over the block.
template <class Thread>
CODAG_DEVICE bool copy_stored_blocks(const Thread& t, const compressed_words& in,
                                     const std::byte* window, std::uint32_t windows, std::byte* out,
                                     std::uint32_t out_bytes) {
  const simt::warp_group<Thread> warp(t);
  auto* const to = reinterpret_cast<std::uint8_t*>(out);
  const unsigned warps = t.block_threads() / simt::warp_size;
  std::uint64_t written = 0;
  for (std::uint32_t first = 0; first < windows; first += simt::warp_size) {
    // Each lane has a stored block: where its bytes are, and where they go.
    const std::uint32_t mine = first + warp.rank();
    token_list::stored_bytes its{.from = 0, .count = 0};
    if (mine < windows)
      its = token_list::stored_of(t, window + mine * std::uint64_t{token_list::header_bytes});
    std::uint64_t total = 0;
    const std::uint64_t place = written + warp.exclusive_sum(std::uint64_t{its.count}, total);
    written += total;
    if (written > out_bytes) return false;
    CODAG_NO_UNROLL
    for (unsigned k = t.warp(); k < simt::warp_size && first + k < windows; k += warps)
      copy_bytes(t, in, warp.shuffle(its.from, k), to + warp.shuffle(place, k),
                 warp.shuffle(its.count, k));
  }
  return written == out_bytes;
}

}  // namespace codag::deflate
