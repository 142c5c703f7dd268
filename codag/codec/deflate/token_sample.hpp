// What the tokens of a window seem to be: a few of them are looked at.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/token_lists.hpp"
#include "codag/lz/tokens/period_change.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::deflate {

/// Whether the tokens of a window seem to have 64 bytes or more on average: each lane looks at the
/// first one of its list. A block_match_writer writes those fast. Collective.
template <class Thread>
CODAG_DEVICE bool are_long(const Thread& t, const std::byte* window) {
  constexpr std::uint32_t long_token = 64;
  const auto mine = token_list::list_range::of(t, window);
  std::uint32_t bytes = 0;
  if (mine.count > 0) bytes = lz::bytes_of(t.load(token_list::place(window, t.lane(), mine.first)));
  const simt::warp_group<Thread> warp(t);
  return warp.reduce(bytes) >= long_token * popcount(t.ballot(mine.count > 0));
}

/// Counts tokens that the lanes look at, one each at a time.
struct repeat_count {
  unsigned matches = 0, others = 0;  ///< others: what a block_period_writer cannot write

  /// Collective.
  template <class Thread>
  CODAG_DEVICE void add(const Thread& t, lz::token its) {
    matches += popcount(t.ballot(lz::is_match(its)));
    others += popcount(t.ballot(!lz::period_change::is_made_by(its)));
  }
  /// Whether more than seven of eight matches repeat values.
  [[nodiscard]] CODAG_DEVICE bool repeats() const { return 8 * others < matches; }
};

/// Whether most matches repeat values (lz::block_period_writer), among up to 64 tokens of a window:
/// each lane looks at the first two of its list. Collective.
template <class Thread>
CODAG_DEVICE bool repeats_values(const Thread& t, const std::byte* window) {
  constexpr unsigned looks = 2;
  const auto mine = token_list::list_range::of(t, window);
  repeat_count count;
  for (unsigned k = 0; k < looks; ++k) {
    lz::token its = lz::make_literal(0);
    if (k < mine.count) its = t.load(token_list::place(window, t.lane(), mine.first + k));
    count.add(t, its);
  }
  return count.repeats();
}

/// What the tokens of a chunk seem to be: 64 of its first dense window are looked at.
struct token_sample {
  std::uint32_t bytes_per_token;
  bool repeats;  ///< most matches repeat values (lz::block_period_writer)

  /// All warps find the same. Collective.
  template <class Thread>
  static CODAG_DEVICE token_sample of(const Thread& t, const std::byte* window,
                                      std::uint32_t windows) {
    for (; windows > 0 && token_list::kind_of(t, window) != token_list::kind_dense; --windows)
      window += token_list::header_bytes;
    if (windows == 0) return {.bytes_per_token = 0, .repeats = false};
    const std::uint32_t total = t.load(reinterpret_cast<const std::uint32_t*>(window));
    const auto* const all = reinterpret_cast<const lz::token*>(window + token_list::header_bytes);
    constexpr unsigned looks = 2;
    std::uint32_t bytes = 0;
    unsigned looked = 0;
    repeat_count count;
    for (unsigned k = 0; k < looks; ++k) {
      const auto at =
          static_cast<std::uint32_t>(std::uint64_t{total} * t.lane() / simt::warp_size) + k;
      const bool has = at < total;
      const lz::token its = has ? t.load(all + at) : lz::make_literal(0);
      bytes += has ? lz::bytes_of(its) : 0;
      looked += popcount(t.ballot(has));
      count.add(t, its);
    }
    const simt::warp_group<Thread> warp(t);
    return {.bytes_per_token = warp.reduce(bytes) / looked, .repeats = count.repeats()};
  }
};

}  // namespace codag::deflate
