// Where the runs of a window begin, found by all lanes at once.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/lanes/varint_ends.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v1 {

/// Only bytes below 0x80 can end a varint. A run has three of them, which are called ends here: its
/// header, its delta unless that is negative, and its varint's last byte. So if a window has runs
/// and no negative deltas, every third end is the last byte of a run. In shared memory.
class run_headers {
 public:
  static constexpr std::uint32_t window_bytes = lane_varint_ends::window_bytes;
  static constexpr std::uint32_t ends_per_run = 3;

  /// Finds every third end of the window. Returns the number of all ends. Collective over the warp.
  /// Lanes ask for headers after the next barrier.
  template <class Warp>
  CODAG_DEVICE std::uint32_t find(const Warp& warp, const next_bytes& window,
                                  const low_byte_choice& choice) {
    const lane_varint_ends mine(warp, window, choice);
    const std::uint32_t runs = mine.before / ends_per_run;
    // This lane's ends that belong to a run which begins in a lane before.
    const std::uint32_t next = ends_per_run - 1 - (mine.before - ends_per_run * runs);
    const std::uint64_t places = mine.places >> 8 * next;
    std::uint8_t* own = last_ + runs + 1;
    constexpr std::uint32_t most =
        (lane_varint_ends::bytes_per_lane + ends_per_run - 1) / ends_per_run;
    for (unsigned k = 0; k < most; ++k)
      if (next + ends_per_run * k < mine.count)
        own[k] = static_cast<std::uint8_t>(places >> 8 * ends_per_run * k);
    return mine.total;
  }

  /// Whether the window has so many of its `ends` that lane k's run may be whole in it, and begins
  /// at header(k) if the symbols before it are runs without a negative delta. `falling` says
  /// whether its own delta is negative: then it does not end at header(k + 1), but after its
  /// varint.
  static CODAG_DEVICE bool seen(std::uint32_t k, bool falling, std::uint32_t ends) {
    return ends_per_run * (k + 1) - (falling ? 1 : 0) <= ends;
  }
  /// How many lanes have guessed right where their runs begin: those before the first lane without
  /// a run. A run with a negative delta is the last right one: it makes the next guess wrong.
  /// Collective over the warp.
  template <class Warp>
  static CODAG_DEVICE std::uint32_t right(const Warp& warp, bool run, bool falling) {
    const unsigned runs = warp.ballot(run);
    const std::uint32_t count = warp.first_of(~warp.ballot(run && !falling));
    return count < simt::warp_size && (runs >> count & 1) != 0 ? count + 1 : count;
  }

  /// Where run k begins, 0 to 32; that is after run k - 1. Anything, if the window has no 3k ends.
  [[nodiscard]] CODAG_DEVICE std::uint32_t header(std::uint32_t k) const {
    return k == 0 ? 0 : last_[k] + 1u;
  }

 private:
  std::uint8_t last_[window_bytes / ends_per_run + 1];  // entry k: of run k - 1
};

}  // namespace codag::rle_v1
