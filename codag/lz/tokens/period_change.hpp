// period_change: what tokens do to the newest eight bytes of the output.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/tokens/token.hpp"

namespace codag::lz {

/// The newest eight bytes of an output, whose byte at place p is number p % 8.
struct newest_bytes {
  std::uint32_t low, high;

  /// The same, if all places were that many bytes later.
  [[nodiscard]] CODAG_DEVICE newest_bytes later_by(std::uint32_t places) const {
    const bool swaps = places % 8 >= 4;
    const std::uint32_t a = swaps ? high : low, b = swaps ? low : high;
    const unsigned shift = 8 * (places % 4);
    return {funnel_shift_left(a, b, shift), funnel_shift_left(b, a, shift)};
  }
};

/// A change of the newest eight bytes: each of them becomes one of the old ones, or a constant.
/// Such changes are made by literals, and by matches whose distance divides eight: their output
/// repeats itself with that period. One change after another is a change, too.
class period_change {
 public:
  period_change() = default;

  /// Whether a token makes such a change.
  static CODAG_HOST_DEVICE constexpr bool is_made_by(token t) {
    // A literal has no distance.
    return distance_of(t) <= period && (distance_of(t) & (distance_of(t) - 1)) == 0;
  }

  /// Leaves all bytes as they are.
  static CODAG_DEVICE period_change none() { return {{first_four, last_four}, {0, 0}}; }
  /// That of a token whose output begins at `place`.
  static CODAG_DEVICE period_change made_by(token t, std::uint32_t place) {
    if (!is_match(t)) return literal(number_of(t), place);
    if (distance_of(t) == period) return none();
    return match(number_of(t), distance_of(t), place);
  }

  /// The bytes after this change.
  [[nodiscard]] CODAG_DEVICE newest_bytes applied_to(const newest_bytes& old) const {
    return {new_word(old, from_.low, bytes_.low), new_word(old, from_.high, bytes_.high)};
  }
  /// This change, and `next` after it.
  [[nodiscard]] CODAG_DEVICE period_change then(const period_change& next) const {
    return {{new_word(from_, next.from_.low, next.from_.low),
             new_word(from_, next.from_.high, next.from_.high)},
            next.applied_to(bytes_)};
  }
  /// The same, if all places were that many bytes later.
  [[nodiscard]] CODAG_DEVICE period_change later_by(std::uint32_t places) const {
    const newest_bytes from = from_.later_by(places);
    const std::uint32_t more = places % period * each;
    const auto moved = [&](std::uint32_t word) {
      return (word & constant * each) | ((word + more) & numbers * each);
    };
    return {{moved(from.low), moved(from.high)}, bytes_.later_by(places)};
  }
  /// The change of the lane `distance` below this one. Collective over the warp.
  template <class Warp>
  [[nodiscard]] CODAG_DEVICE period_change shuffle_up(const Warp& warp, unsigned distance) const {
    const auto up = [&](std::uint32_t word) { return warp.shuffle_up(word, distance); };
    return {{up(from_.low), up(from_.high)}, {up(bytes_.low), up(bytes_.high)}};
  }

 private:
  static constexpr std::uint32_t period = 8, numbers = period - 1;
  static constexpr std::uint32_t each = 0x01010101;
  static constexpr std::uint32_t first_four = 0x03020100, last_four = 0x07060504;
  /// The number that stands for a byte that becomes a constant.
  static constexpr std::uint32_t constant = 0x80;

  CODAG_DEVICE period_change(const newest_bytes& from, const newest_bytes& bytes)
      : from_(from), bytes_(bytes) {}

  static CODAG_DEVICE period_change literal(std::uint32_t byte, std::uint32_t place) {
    period_change made = none();
    const unsigned shift = 8 * (place % 4);
    std::uint32_t& from = place % period < 4 ? made.from_.low : made.from_.high;
    std::uint32_t& bytes = place % period < 4 ? made.bytes_.low : made.bytes_.high;
    from |= constant << shift;
    bytes = byte << shift;
    return made;
  }

  static CODAG_DEVICE period_change match(std::uint32_t length, std::uint32_t distance,
                                          std::uint32_t place) {
    const std::uint32_t covers = length < period ? length : period;
    const auto from = [&](std::uint32_t four) {
      // How far each byte is after the place. `beyond`: it is past the match's end.
      const std::uint32_t after = (four + (0 - place) % period * each) & numbers * each;
      const std::uint32_t beyond = all_if(after + (constant - covers) * each);
      const std::uint32_t source =
          ((after & (distance - 1) * each) + (place - distance) % period * each) & numbers * each;
      return (source & ~beyond) | (four & beyond);
    };
    return {{from(first_four), from(last_four)}, {0, 0}};
  }

  /// In each byte: 0xff if its high bit is set, or else 0.
  static CODAG_DEVICE std::uint32_t all_if(std::uint32_t word) {
    return byte_permute(word, 0, 0xba98);
  }
  /// Four of the bytes: those of `old` with the numbers in `from`, or constants.
  static CODAG_DEVICE std::uint32_t new_word(const newest_bytes& old, std::uint32_t from,
                                             std::uint32_t constants) {
    // Four numbers of four bits each.
    const std::uint32_t pairs = (from & numbers * each) | (from & numbers * each) >> 4;
    const std::uint32_t chosen = byte_permute(old.low, old.high, byte_permute(pairs, 0, 0x4420));
    const std::uint32_t is_constant = all_if(from);
    return (chosen & ~is_constant) | (constants & is_constant);
  }

  newest_bytes from_;   // the number of an old byte; without meaning if `constant` is set, too
  newest_bytes bytes_;  // the constants; any value in other bytes
};

}  // namespace codag::lz
