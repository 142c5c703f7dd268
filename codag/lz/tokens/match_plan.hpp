// match_planner: a warp decides which tokens a batch of a block_match_writer has, and which of them
// copy which others.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// A batch of a block_match_writer, in shared memory. Each of its tokens has a bit in masks.
struct match_plan {
  struct alignas(16) summary {
    std::uint32_t tokens;      ///< how many it has; 0 if none is left, or if they cannot be written
    std::uint32_t end;         ///< the place after its last byte
    std::uint32_t matches;     ///< a mask
    std::uint32_t first_pass;  ///< the matches that copy only bytes from before the batch
  };
  struct alignas(16) placed {
    token its;
    std::uint32_t begin;   ///< the place of its first byte
    std::uint32_t source;  ///< where a match is copied from; before the batch, places are negative
    std::uint32_t copied;  ///< the tokens that are copied, in whole or in part: a mask
  };

  summary of_all;
  placed tokens[simt::warp_size];
};

/// Copies of whole words.
struct word_copy {
  static constexpr std::uint32_t bytes = 8;

  /// Whether a match is copied by words from so many bytes before it: if it does not repeat itself,
  /// and the words that its source lies in, and one more, end before it. Then nobody changes them
  /// while they are read.
  static CODAG_DEVICE bool takes(token match, std::uint32_t before) {
    return distance_of(match) >= bytes_of(match) && before >= bytes_of(match) + 2 * bytes;
  }
};

/// Where a batch begins.
struct batch_begin {
  std::uint32_t begun;    ///< how many bytes of its first vector are written: its first place
  std::uint32_t written;  ///< the chunk's bytes before it
  std::uint32_t left;     ///< the chunk's other bytes
};

/// Plans one batch after the other, in two steps: take() and store().
template <class Thread>
class match_planner {
 public:
  CODAG_DEVICE explicit match_planner(const simt::warp_group<Thread>& warp) : warp_(warp) {}

  /// Takes as many of the next tokens as a batch of `most_bytes` has room for. The lane brings its
  /// own one of the `available` ones. It takes none if a match begins before the chunk, or if a
  /// token ends after it. Collective over the warp.
  CODAG_DEVICE void take(token mine, std::uint32_t available, const batch_begin& batch,
                         std::uint32_t most_bytes) {
    mine_ = mine;
    const bool is_token = warp_.rank() < available;
    end_ = batch.begun + warp_.inclusive_sum(is_token ? bytes_of(mine_) : 0);
    begin_ = end_ - bytes_of(mine_);
    const bool fits = is_token && end_ <= most_bytes;
    tokens_ = popcount(warp_.ballot(fits));
    matches_ = warp_.ballot(fits && is_match(mine_));
    batch_end_ = tokens_ > 0 ? warp_.shuffle(end_, tokens_ - 1) : batch.begun;
    const std::uint32_t bytes = batch_end_ - batch.begun;
    const bool is_bad = fits && distance_of(mine_) > batch.written + (begin_ - batch.begun);
    if (warp_.any(is_bad) || bytes > batch.left) tokens_ = 0;
    follow();
  }

  /// How many it has taken.
  CODAG_DEVICE std::uint32_t tokens() const { return tokens_; }

  /// Stores the plan of the batch. Collective over the warp.
  CODAG_DEVICE void store(match_plan& plan) const {
    // The places that are read: whole words, or all of the distance.
    constexpr std::uint32_t word = word_copy::bytes;
    const std::uint32_t length = bytes_of(mine_);
    const bool words = word_copy::takes(mine_, begin_ - source_);
    const std::uint32_t first = words ? source_ / word * word : source_;
    const std::uint32_t end =
        words ? (source_ + length) / word * word + word : source_ + distance_of(mine_);
    const unsigned first_pass = warp_.ballot(static_cast<std::int32_t>(end) <= 0) & matches_;
    const unsigned copied =
        low_bits(tokens_before(begin_, end)) & ~low_bits(tokens_before(end_, first + 1));
    plan.tokens[warp_.rank()] = {mine_, begin_, source_, copied};
    if (warp_.rank() == 0) plan.of_all = {tokens_, batch_end_, matches_, first_pass};
  }

 private:
  /// If the whole source of a match lies in one other match of the batch, and that one does not
  /// repeat itself, the match is copied from the other one's source instead. This shortens chains
  /// of matches. Collective over the warp.
  CODAG_DEVICE void follow() {
    source_ = begin_ - distance_of(mine_);
    const std::uint32_t distance = distance_of(mine_), length = bytes_of(mine_);
    const std::uint32_t bytes = length < distance ? length : distance;
    const unsigned which = tokens_before(end_, source_ + 1);
    const token its = warp_.shuffle(mine_, which);
    const std::uint32_t begin = warp_.shuffle(begin_, which);
    const bool is_inside = static_cast<std::int32_t>(source_) >= static_cast<std::int32_t>(begin) &&
                           source_ + bytes <= begin + bytes_of(its);
    if (is_inside && distance_of(its) >= bytes_of(its)) source_ -= distance_of(its);
  }

  /// The number of tokens whose `place` is before this one; 31 if it is 32. Collective.
  CODAG_DEVICE unsigned tokens_before(std::uint32_t place_of_token, std::uint32_t place) const {
    unsigned count = 0;
    for (unsigned step = simt::warp_size / 2; step > 0; step /= 2) {
      const std::uint32_t its = warp_.shuffle(place_of_token, count + step - 1);
      if (static_cast<std::int32_t>(its) < static_cast<std::int32_t>(place)) count += step;
    }
    return count;
  }

  const simt::warp_group<Thread>& warp_;
  token mine_ = 0;                                  // the lane's token of the batch
  std::uint32_t begin_ = 0, end_ = 0, source_ = 0;  // its places
  std::uint32_t tokens_ = 0, matches_ = 0, batch_end_ = 0;
};

}  // namespace codag::lz
