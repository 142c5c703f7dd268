// copy_matches: a warp copies several matches at once, a vector of 16 bytes per lane.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/output/output_buffer.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// A whole vector is read, even if only some of its bytes are the match's. So less than this many
/// bytes after the match's source are read: a vector, and the rest of its last word. Before the
/// source, up to 15 bytes are read: output_buffer::has_vector_before() must be true for it.
inline constexpr std::uint32_t reads_after_copies = vector_bytes + 4;

/// Copies the matches of the lanes in `lanes`, at least one. Each copies nothing that is written at
/// the same time. A lane takes the next vector of the output, whichever match it belongs to; the
/// first and the last vector of a match may be filled only in part. `mine` and `at` are the lane's
/// match and where it goes; reads_after_copies says what is read. Collective.
template <class Thread>
CODAG_DEVICE void copy_matches(const simt::warp_group<Thread>& warp, output_buffer<Thread>& out,
                               unsigned lanes, token mine, std::uint32_t at) {
  const unsigned lane = warp.rank();
  // Lane k gets the match with number k.
  const unsigned owner = nth_set_bit(lanes, lane);
  const token match = warp.shuffle(mine, owner);
  const std::uint32_t to = warp.shuffle(at, owner);
  const bool has_match = lane < popcount(lanes);
  std::uint32_t total;
  const std::uint32_t first = warp.exclusive_sum(
      has_match ? (to % vector_bytes + number_of(match) + vector_bytes - 1) / vector_bytes : 0,
      total);

  unsigned before = 0;  // the matches that begin before this turn
  for (std::uint32_t turn = 0; turn < total; turn += simt::warp_size) {
    // A bit for each match, at the first of its vectors. The sum has no carries: the bits differ.
    const std::uint32_t offset = first - turn;
    const unsigned starts = warp.reduce(has_match && offset < simt::warp_size ? 1u << offset : 0u);
    const unsigned number = before + popcount(starts & ((2u << lane) - 1)) - 1;
    before += popcount(starts);
    const token its = warp.shuffle(match, number);
    const std::uint32_t its_place = warp.shuffle(to, number);
    const std::uint32_t number_in_match = turn + lane - warp.shuffle(first, number);
    if (turn + lane >= total) continue;
    const std::uint32_t vector =
        its_place / vector_bytes * vector_bytes + number_in_match * vector_bytes;
    const std::uint32_t from = vector - distance_of(its);
    std::uint32_t words[5];
    out.get_words(from, words);
    word_quad copied;
    for (unsigned k = 0; k < 4; ++k)
      copied.words[k] = funnel_shift_right(words[k], words[k + 1], 8 * from);
    const std::uint32_t end = its_place + number_of(its);
    out.put_part(vector, copied, its_place > vector ? its_place : vector,
                 end < vector + vector_bytes ? end : vector + vector_bytes);
  }
}

}  // namespace codag::lz
