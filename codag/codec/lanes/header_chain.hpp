// Follows a chain of headers through a window, all lanes of a warp together.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// A window has 256 places where a header may be: bytes of RLE v2, bits of Deflate's code lengths.
/// First each lane notes, for each of its places, where the next header would be if one were there.
/// Then the lanes note where the second and the fourth one would be. The warp follows the notes of
/// fourth headers from the window's first place on, and each lane finds one of the headers between
/// these. In shared memory.
class header_chain {
 public:
  static constexpr std::uint32_t places_per_lane = 8;
  static constexpr std::uint32_t window_places = places_per_lane * simt::warp_size;
  /// The note of a place whose next header is not before this place. No header follows the last
  /// place.
  static constexpr std::uint32_t stop = window_places - 1;
  static_assert(stop <= 0xff, "a byte holds a note");

  /// The notes of a lane's places; the first one has the lowest byte of the first word.
  using notes_of_lane = std::uint32_t[places_per_lane / 4];
  /// Notes, for place k of a lane, where the next header would be. All notes are 0 before.
  static CODAG_DEVICE void note(notes_of_lane& notes, unsigned k, std::uint32_t next) {
    notes[k / 4] |= (next < stop ? next : stop) << 8 * (k % 4);
  }

  /// Follows the notes of all lanes from the window's first place on. Returns how many headers
  /// there are, up to 32, for which whole(end) holds: that of lane k is at `begin`, and the next
  /// one is at `end`; both are 0 in other lanes. Where whole() is false, it is false for larger
  /// ends, too. Collective over the warp.
  template <class Warp, class Whole>
  CODAG_DEVICE std::uint32_t follow(const Warp& warp, const notes_of_lane& notes,
                                    std::uint32_t& begin, std::uint32_t& end, const Whole& whole) {
    note_fourth(warp, notes);
    // Each step only waits for the note before it. Steps after the last header stay there.
    begin = 0;
    std::uint32_t at = 0;
    for (unsigned k = 1; k < simt::warp_size / 4; ++k) {
      at = fourth_[at];
      if (warp.rank() / 4 == k) begin = at;
    }
    if ((warp.rank() & 2) != 0) begin = second_[begin];
    if ((warp.rank() & 1) != 0) begin = next_[begin];
    end = next_[begin];
    const unsigned right = warp.ballot(end != stop && whole(end));
    // The notes of the next window are written after all lanes have followed these.
    warp.sync();
    const std::uint32_t count = warp.first_of(~right);
    if (warp.rank() >= count) begin = end = 0;
    return count;
  }

  /// Where a chain leads.
  struct end_of_chain {
    std::uint32_t last;   ///< the last header before `limit`
    std::uint32_t after;  ///< the header after it; `stop` if the notes end there
  };
  /// Follows the notes of all lanes from place k on, in lane k, to the first header at `limit` or
  /// after it; `limit` is less than `stop`. Calls pass(place) with most of the headers on the way.
  /// Collective over the warp.
  template <class Warp, class Pass>
  CODAG_DEVICE end_of_chain follow_to(const Warp& warp, const notes_of_lane& notes,
                                      std::uint32_t limit, const Pass& pass) {
    note_fourth(warp, notes);
    std::uint32_t place = warp.rank();
    CODAG_NO_UNROLL
    for (std::uint32_t after = fourth_[place]; after < limit; after = fourth_[place]) {
      const std::uint32_t second = second_[place];
      pass(next_[place]);
      pass(second);
      pass(next_[second]);
      pass(after);
      place = after;
    }
    if (const std::uint32_t after = second_[place]; after < limit) place = after;
    if (const std::uint32_t after = next_[place]; after < limit) place = after;
    const end_of_chain end{place, next_[place]};
    // The notes of the next window are written after all lanes have followed these.
    warp.sync();
    return end;
  }

 private:
  using notes_of_all = std::uint8_t[window_places];

  /// Stores the notes of all lanes, and where they lead after two headers and after four.
  template <class Warp>
  CODAG_DEVICE void note_fourth(const Warp& warp, const notes_of_lane& notes) {
    notes_of_lane mine = {notes[0], notes[1]};
    store(warp, next_, mine);
    jump(warp, next_, second_, mine);
    jump(warp, second_, fourth_, mine);
  }

  /// Stores this lane's notes. Afterwards, every lane reads those of all.
  template <class Warp>
  static CODAG_DEVICE void store(const Warp& warp, notes_of_all& to, const notes_of_lane& mine) {
    struct alignas(8) pair {
      std::uint32_t low, high;
    };
    reinterpret_cast<pair*>(to)[warp.rank()] = {mine[0], mine[1]};
    // All notes are there before a lane follows those of others.
    warp.sync();
  }
  /// Makes this lane's notes lead over twice as many headers, and stores them in `to`.
  template <class Warp>
  static CODAG_DEVICE void jump(const Warp& warp, const notes_of_all& from, notes_of_all& to,
                                notes_of_lane& mine) {
    const auto after = [&](std::uint32_t header) -> std::uint32_t { return from[header]; };
    for (std::uint32_t& four : mine)
      four = after(byte_of<0>(four)) | after(byte_of<1>(four)) << 8 |
             after(byte_of<2>(four)) << 16 | after(byte_of<3>(four)) << 24;
    store(warp, to, mine);
  }

  alignas(8) notes_of_all next_, second_, fourth_;
};

}  // namespace codag
