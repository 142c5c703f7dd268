// piece_copies: a warp copies several matches at once, eight bytes per lane.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/output_buffer.hpp"
#include "codag/lz/token.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// Copies the matches of the lanes in `lanes`, at least one. Each copies nothing that is written at
/// the same time. They are laid end to end, in pieces of eight bytes: each lane takes the next
/// piece, whichever match it belongs to. `mine` and `at` are the lane's match and where it goes.
/// Collective.
template <class Thread>
CODAG_DEVICE void copy_pieces(const simt::warp_group<Thread>& warp, output_buffer<Thread>& out,
                              unsigned lanes, token mine, std::uint32_t at) {
  constexpr std::uint32_t piece_bytes = 8;
  const unsigned lane = warp.rank();
  // Lane k gets the match with number k.
  const unsigned owner = nth_set_bit(lanes, lane);
  const token match = warp.shuffle(mine, owner);
  const std::uint32_t to = warp.shuffle(at, owner);
  const bool has_match = lane < popcount(lanes);
  std::uint32_t total;
  const std::uint32_t first = warp.exclusive_sum(
      has_match ? (to % piece_bytes + number_of(match) + piece_bytes - 1) / piece_bytes : 0, total);

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
    // The match may begin and end within a piece.
    const std::uint32_t head = its_place % piece_bytes;
    const std::uint32_t begin = piece == 0 ? 0 : piece * piece_bytes - head;
    const std::uint32_t place = its_place + begin, from = place - distance_of(its);
    std::uint32_t words[3];
    out.get_words(from, words);
    const std::uint32_t low = funnel_shift_right(words[0], words[1], 8 * from);
    const std::uint32_t high = funnel_shift_right(words[1], words[2], 8 * from);
    const std::uint32_t room = piece_bytes - (piece == 0 ? head : 0);
    const std::uint32_t left = number_of(its) - begin;
    const std::uint32_t count = left < room ? left : room;
    if (count == piece_bytes) {
      out.put_word(place, low);
      out.put_word(place + 4, high);
    } else {
      out.put_low(place, low, count);
      out.put_low(place + 4, high, count > 4 ? count - 4 : 0);
    }
  }
}

}  // namespace codag::lz
