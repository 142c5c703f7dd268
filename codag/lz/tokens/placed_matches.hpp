// placed_matches: matches whose place in the output is known, while literals are written around
// them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/lz/tokens/token.hpp"
#include "codag/simt/count_up_to.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::lz {

/// A match, and the position in the output that it goes to.
struct alignas(8) placed_match {
  std::uint32_t position;
  token match;

  [[nodiscard]] CODAG_DEVICE std::uint32_t end() const { return position + number_of(match); }
  /// Where its source begins. It ends before the match, also if the match repeats itself.
  [[nodiscard]] CODAG_DEVICE std::uint32_t source() const { return position - distance_of(match); }
  [[nodiscard]] CODAG_DEVICE std::uint32_t source_end() const {
    const std::uint32_t length = number_of(match), distance = distance_of(match);
    return source() + (length < distance ? length : distance);
  }
};

/// The lanes of a warp list matches in memory, each in the order of their positions; those of a
/// lane come before those of the next lane. When all other bytes are written, the warp copies them.
template <class Thread>
class placed_matches {
 public:
  /// `memory` has `bytes` bytes, and is aligned to 8.
  CODAG_DEVICE placed_matches(const simt::warp_group<Thread>& warp, const Thread& t,
                              std::byte* memory, std::uint64_t bytes)
      : warp_(warp),
        thread_(t),
        lists_(reinterpret_cast<placed_match*>(memory)),
        room_(static_cast<std::uint32_t>(bytes / sizeof(placed_match) / simt::warp_size)) {}

  /// Of each lane.
  CODAG_DEVICE std::uint32_t room() const { return room_; }
  /// Lists the lane's match number `number`, which is below room().
  CODAG_DEVICE void put(std::uint32_t number, const placed_match& its) const {
    thread_.store(list_of(warp_.rank()) + number, its);
  }

  /// Copies the first `mine` matches of each lane to `out`, from which positions are counted.
  /// Returns false, in all lanes, if one begins before `begin`. The warp has synced since other
  /// bytes were written. Collective.
  CODAG_DEVICE bool copy(std::uint8_t* out, std::uint32_t begin, std::uint32_t mine) const {
    std::uint32_t total;
    const std::uint32_t end = warp_.inclusive_sum(mine, total);
    for (std::uint32_t first = 0; first < total; first += simt::warp_size) {
      const std::uint32_t number = first + warp_.rank();
      // The first list that ends after it; the last one if none does.
      const unsigned list = simt::count_up_to(warp_, end, number);
      const std::uint32_t before = warp_.shuffle(end - mine, list);
      const bool has = number < total;
      placed_match its{};
      if (has) its = thread_.load(list_of(list) + (number - before));
      if (warp_.any(has && distance_of(its.match) > its.position - begin)) return false;
      copy_batch(out, its, has);
    }
    return true;
  }

 private:
  CODAG_DEVICE placed_match* list_of(unsigned lane) const { return lists_ + lane * room_; }

  /// A longer match is copied by all lanes. The number is an estimate.
  static constexpr std::uint32_t most_bytes_of_lane = 16;

  /// Copies up to 32 matches, one of each lane, in the order of the lanes. A match waits for others
  /// that write its source.
  CODAG_DEVICE void copy_batch(std::uint8_t* out, const placed_match& its, bool has) const {
    // Lanes without a match come last.
    const std::uint32_t last = ~std::uint32_t{0};
    const unsigned from = simt::count_up_to(warp_, has ? its.end() : last, its.source());
    const unsigned to = simt::count_up_to(warp_, has ? its.position : last, its.source_end() - 1);
    const unsigned sources = low_bits(to) & ~low_bits(from);
    for (unsigned pending = warp_.ballot(has); pending != 0;) {
      const bool ready = (pending >> warp_.rank() & 1) != 0 && (sources & pending) == 0;
      const bool is_long = number_of(its.match) > most_bytes_of_lane;
      if (ready && !is_long) copy_by_lane(out, its);
      for (unsigned left = warp_.ballot(ready && is_long); left != 0; left &= left - 1)
        copy_by_warp(out, warp_.shuffle(its.position, lowest_bit(left)),
                     warp_.shuffle(its.match, lowest_bit(left)));
      pending &= ~warp_.ballot(ready);
      // These bytes are there before later matches copy them.
      warp_.sync();
    }
  }
  CODAG_DEVICE void copy_by_lane(std::uint8_t* out, const placed_match& its) const {
    constexpr unsigned at_once = 4;
    const std::uint32_t length = number_of(its.match), distance = distance_of(its.match);
    const std::uint8_t* const source = out + its.source();
    std::uint32_t from = 0;
    CODAG_NO_UNROLL
    for (std::uint32_t first = 0; first < length; first += at_once) {
      std::uint8_t bytes[at_once];
      CODAG_UNROLL
      for (unsigned k = 0; k < at_once; ++k) {
        if (first + k < length) bytes[k] = thread_.load(source + from);
        // A match that is longer than its distance repeats itself.
        from = from + 1 == distance ? 0 : from + 1;
      }
      CODAG_UNROLL
      for (unsigned k = 0; k < at_once; ++k)
        if (first + k < length) thread_.store(out + its.position + first + k, bytes[k]);
    }
  }
  CODAG_DEVICE void copy_by_warp(std::uint8_t* out, std::uint32_t position, token match) const {
    const std::uint32_t length = number_of(match), distance = distance_of(match);
    const std::uint8_t* const source = out + (position - distance);
    for (std::uint32_t i = warp_.rank(); i < length; i += simt::warp_size)
      thread_.store(out + position + i, thread_.load(source + i % distance));
  }

  const simt::warp_group<Thread>& warp_;
  const Thread& thread_;
  placed_match* lists_;
  std::uint32_t room_;
};

}  // namespace codag::lz
