#include "harness/measure/transfer/pieces.hpp"

#include "harness/measure/workload.hpp"

namespace codag::harness {

std::vector<piece> pieces_of(std::span<const chunk> chunks, std::uint64_t piece_bytes) {
  constexpr std::uint64_t alignment = 8;
  std::vector<piece> pieces;
  std::uint64_t in_end = 0, out_end = 0;  // of the chunks so far
  for (const chunk& c : chunks) {
    if (c.in_offset < in_end || c.out_offset != out_end)
      throw cannot_run("the column's chunks do not lie one after the other");
    const bool fits = !pieces.empty() && pieces.back().out_bytes + c.out_bytes <= piece_bytes;
    if (pieces.empty() || (!fits && c.out_offset % alignment == 0))
      pieces.push_back({.first_chunk = static_cast<std::uint32_t>(&c - chunks.data()),
                        .in_begin = c.in_offset,
                        .out_begin = c.out_offset});
    in_end = c.in_offset + c.in_bytes;
    out_end = c.out_offset + c.out_bytes;
    piece& last = pieces.back();
    ++last.chunk_count;
    last.in_bytes = in_end - last.in_begin;  // with what may lie between chunks
    last.out_bytes = out_end - last.out_begin;
  }
  return pieces;
}

std::vector<chunk> chunks_within(std::span<const piece> pieces, std::span<const chunk> chunks) {
  std::vector<chunk> within(chunks.begin(), chunks.end());
  for (const piece& p : pieces)
    for (chunk& c : std::span(within).subspan(p.first_chunk, p.chunk_count)) {
      c.in_offset -= p.in_begin;
      c.out_offset -= p.out_begin;
    }
  return within;
}

}  // namespace codag::harness
