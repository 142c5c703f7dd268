// piece_copies: a warp copies several matches at once, a line of 16 bytes per lane.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/output_buffer.hpp"
#include "codag/lz/token.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// A piece's whole line is read, even if only a part of it is the match's. So less than this many
/// bytes after the match's source are read: a line, and the rest of its last word. Before the
/// source, up to 15 bytes are read: output_buffer::has_line_before() must be true for it.
inline constexpr std::uint32_t piece_reads_after = line_bytes + 4;

/// Copies the matches of the lanes in `lanes`, at least one. Each copies nothing that is written at
/// the same time. They are laid end to end, in pieces that are lines of the output or parts of
/// lines: each lane takes the next piece, whichever match it belongs to. `mine` and `at` are the
/// lane's match and where it goes; piece_reads_after says what is read. Collective.
template <class Thread>
CODAG_DEVICE void copy_pieces(const simt::warp_group<Thread>& warp, output_buffer<Thread>& out,
                              unsigned lanes, token mine, std::uint32_t at) {
  const unsigned lane = warp.rank();
  // Lane k gets the match with number k.
  const unsigned owner = nth_set_bit(lanes, lane);
  const token match = warp.shuffle(mine, owner);
  const std::uint32_t to = warp.shuffle(at, owner);
  const bool has_match = lane < popcount(lanes);
  std::uint32_t total;
  const std::uint32_t first = warp.exclusive_sum(
      has_match ? (to % line_bytes + number_of(match) + line_bytes - 1) / line_bytes : 0, total);

  unsigned before = 0;  // the matches that begin before this turn
  for (std::uint32_t turn = 0; turn < total; turn += simt::warp_size) {
    // A bit for each piece that a match begins with. The sum has no carries: the bits differ.
    const std::uint32_t offset = first - turn;
    const unsigned starts = warp.reduce(has_match && offset < simt::warp_size ? 1u << offset : 0u);
    const unsigned number = before + popcount(starts & ((2u << lane) - 1)) - 1;
    before += popcount(starts);
    const token its = warp.shuffle(match, number);
    const std::uint32_t its_place = warp.shuffle(to, number);
    const std::uint32_t piece = turn + lane - warp.shuffle(first, number);
    if (turn + lane >= total) continue;
    const std::uint32_t line = its_place / line_bytes * line_bytes + piece * line_bytes;
    const std::uint32_t from = line - distance_of(its);
    std::uint32_t words[5];
    out.get_words(from, words);
    word_quad copied;
    for (unsigned k = 0; k < 4; ++k)
      copied.words[k] = funnel_shift_right(words[k], words[k + 1], 8 * from);
    const std::uint32_t end = its_place + number_of(its);
    out.put_part(line, copied, its_place > line ? its_place : line,
                 end < line + line_bytes ? end : line + line_bytes);
  }
}

}  // namespace codag::lz
