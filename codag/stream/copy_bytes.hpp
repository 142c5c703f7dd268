// copy_bytes: a warp copies bytes of a chunk's input as they are.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"
#include "codag/stream/compressed_words.hpp"

namespace codag {

/// Copies `count` bytes of the input, from its byte `from` on, to `out`. The input has them.
/// Collective over the warp.
///
/// The warp copies rows of 128 bytes, each to one cache line. A lane stores a word, whose bytes are
/// in two words of the input: its own and that of the next lane. The loads of all rows of a turn
/// are under way together.
template <class Thread>
CODAG_DEVICE void copy_bytes(const Thread& t, const compressed_words& in, std::uint32_t from,
                             std::uint8_t* out, std::uint32_t count) {
  constexpr std::int32_t rows = 16, row_words = words_per_line, turn_words = rows * row_words;
  const simt::warp_group<Thread> warp(t);
  // Bytes are counted from the input's word 0. What is copied by words begins at a word of the
  // output, and with a whole word of the input.
  const std::uint32_t begin = in.begin_bit() / 8, first_byte = begin + from;
  std::uint32_t head = (0 - static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(out))) % 4;
  if ((first_byte + head) / 4 * 4 < begin) head += 4;
  if (head > count) head = count;
  const std::uint32_t source = first_byte + head, whole_words = in.end_bit() / 32;
  // Each word needs the two words of the input that its bytes lie in.
  const std::uint32_t has = whole_words > source / 4 ? whole_words - source / 4 - 1 : 0;
  const std::uint32_t asked = (count - head) / 4;
  const auto words = static_cast<std::int32_t>(asked < has ? asked : has);

  auto* const to = reinterpret_cast<std::uint32_t*>(out + head);
  const auto* const words_in = in.whole_words() + source / 4;
  // The first row may begin with words that are not copied, so that rows are lines.
  const auto skipped =
      static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(to) % cache_line_bytes / 4);
  const unsigned next_lane = (warp.rank() + 1) % simt::warp_size;
  CODAG_NO_UNROLL
  for (std::int32_t turn = -skipped; turn < words; turn += turn_words) {
    const std::int32_t mine = turn + static_cast<std::int32_t>(warp.rank());
    std::uint32_t loaded[rows + 1];
    CODAG_UNROLL
    for (int r = 0; r <= rows; ++r) {
      // One more word than those that are copied: it has the last bytes of the last one. Of the row
      // after the last one, only the first word is needed.
      const bool needed = (r > 0 || mine >= 0) && mine + r * row_words <= words && words > 0 &&
                          (r < rows || warp.rank() == 0);
      loaded[r] = needed ? t.load(words_in + mine + r * row_words) : 0;
    }
    std::uint32_t next = warp.shuffle(loaded[0], next_lane);
    CODAG_UNROLL
    for (int r = 0; r < rows; ++r) {
      // The last lane's next word is in the next row.
      const std::uint32_t next_in_row = next;
      next = warp.shuffle(loaded[r + 1], next_lane);
      const std::uint32_t word =
          funnel_shift_right(loaded[r], next_lane == 0 ? next : next_in_row, 8 * source);
      if ((r > 0 || mine >= 0) && mine + r * row_words < words)
        t.store(to + mine + r * row_words, word);
    }
  }
  // At most 7 bytes before the words, and 7 after them.
  const std::uint32_t tail = head + 4 * static_cast<std::uint32_t>(words);
  const std::uint32_t rank = warp.rank();
  if (rank < head) t.store(out + rank, in.load_byte(t, first_byte + rank));
  if (rank < count - tail) t.store(out + tail + rank, in.load_byte(t, first_byte + tail + rank));
}

}  // namespace codag
