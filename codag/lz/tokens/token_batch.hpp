// token_batch: 32 consecutive tokens, one per lane.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/output/output_buffer.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// A lane's token of a batch, where its bytes go, and what it copies.
struct token_batch {
  /// Matches of up to this many bytes are copied by the lane that has them, if possible.
  static constexpr std::uint32_t short_match = 12;
  /// The words that hold its source.
  static constexpr unsigned early_words = short_match / 4 + 1;

  token mine;
  std::uint32_t bytes;  ///< that the lane's token gives; 0: it has none
  std::uint32_t start;  ///< of these bytes, from the batch's first
  std::uint32_t total;  ///< the bytes of all tokens
  /// If `early`: the words of a short match's source. They are loaded before they are needed.
  std::uint32_t words[early_words];
  std::uint32_t early;  // a word: as a bool, it takes more instructions

  /// Lanes after the last token have none. Collective.
  template <class Warp>
  static CODAG_DEVICE token_batch of(const Warp& warp, token mine, bool has_token) {
    token_batch batch{};
    batch.mine = mine;
    batch.bytes = has_token ? bytes_of(mine) : 0;
    batch.start = warp.exclusive_sum(batch.bytes, batch.total);
    return batch;
  }

  /// Whether a match begins before the chunk, of which `written` bytes precede the batch.
  template <class Warp>
  CODAG_DEVICE bool reaches_before(const Warp& warp, std::uint32_t written) const {
    return warp.any(bytes > 0 && distance_of(mine) > written + start);
  }
  /// Loads what is in memory already; the batch is going to begin at `position`.
  template <class Thread>
  CODAG_DEVICE void load_early(const output_buffer<Thread>& out, std::uint32_t position) {
    const std::uint32_t source = position + start - distance_of(mine);
    early = 0;
    if (!is_match(mine) || bytes == 0 || !out.template in_memory<early_words>(source)) return;
    if (bytes <= short_match) {
      out.load_words(source, words);
      early = 1;
    } else {
      out.prefetch(source);
    }
  }
};

}  // namespace codag::lz
