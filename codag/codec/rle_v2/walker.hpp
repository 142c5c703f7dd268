// Finds the symbols of an rle_v2 chunk without decoding their values.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/integer/varint.hpp"
#include "codag/codec/lanes/attempts.hpp"
#include "codag/codec/lanes/equal_symbols.hpp"
#include "codag/codec/lanes/seek_bytes.hpp"
#include "codag/codec/lanes/word_varint.hpp"
#include "codag/codec/rle_v2/find_short.hpp"
#include "codag/codec/rle_v2/kept_headers.hpp"
#include "codag/codec/rle_v2/lane_headers.hpp"
#include "codag/codec/rle_v2/little_endian_header.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/rle_v2/width_table.hpp"
#include "codag/stream/next_bytes.hpp"
#include "codag/stream/shared_window.hpp"

namespace codag::rle_v2 {

/// A symbol_walker (see the concept) for elements of any width. A header says how many bytes its
/// symbol has, except for a delta's two varints. Short repeats and fixed deltas are found up to 32
/// at once, as wide_lanes finds them; and so are direct runs of most values whose width is the
/// same. What is found at once is kept for wide_lanes.
class walker {
  /// The most bytes of a symbol that say how long it is: those of a delta.
  static constexpr std::uint32_t header_bytes = lane_headers::most_bytes;

 public:
  struct scratch {
    kept_headers headers;
  };
  /// To walk over fewer costs as much as to look for a beginning.
  static constexpr std::uint32_t least_section_bytes = 256;
  static constexpr std::uint32_t bytes_before_section = followed_bytes;
  /// All that a window shows.
  static constexpr std::uint32_t window_bytes = most_window_bytes;
  static_assert(window_bytes >= lane_headers::window_bytes + header_bytes);

  template <class Warp>
  static CODAG_DEVICE void forget(const Warp& warp, scratch& shared) {
    shared.headers.forget(warp);
  }

  template <class Warp, class Window, class Reached>
  static CODAG_DEVICE void walk(const Warp& warp, Window& in, scratch& shared,
                                std::uint32_t section_values, const Reached& reached) {
    attempts tries, equal_runs;
    // A short symbol after a long one is probably alone, as all of TPC's are.
    bool after_short = true;
    std::uint32_t values = 0, reported = 0, last_head = 0;
    do {
      reported = values;
      do {
        in.look(window_bytes);
        const next_bytes window = in.next_bytes();
        std::uint32_t head = window.word(0);
        if (is_full_direct(head) && same_header(head, last_head) && equal_runs.due()) {
          const std::uint32_t wanted = reported + section_values - values;
          const std::uint32_t bytes = one_symbol(window, 0, head).bytes;
          std::uint32_t count = equal_symbols(
              warp, in, bytes, [&](std::uint32_t word) { return same_header(word, head); });
          equal_runs.note(count >= worth_a_wait);
          if (count * max_run > wanted) count = (wanted + max_run - 1) / max_run;
          in.seek(in.position() + 8 * count * bytes);
          values += count * max_run;
          continue;
        }
        if (after_short && lane_headers::is_short(head & 0xff) && tries.due()) {
          std::uint32_t begin = 0, end = 0;
          const std::uint32_t count = shared.headers.find_and_keep(warp, in, begin, end);
          tries.note(count >= worth_a_window);
          if (count == 0) continue;  // the next attempt has to wait
          values += warp.reduce(warp.rank() < count ? lane_headers::length(window.word(begin)) : 0);
          in.seek(in.position() + 8 * warp.shuffle(end, count - 1));
          continue;
        }
        const std::uint32_t left = in.bytes_left();
        const std::uint32_t limit = left < last_header ? left : last_header;
        std::uint32_t at = 0;
        do {
          const symbol next = one_symbol(window, at, head);
          last_head = head;
          after_short = lane_headers::is_short(head & 0xff);
          values += next.length;
          at += next.bytes;
          if (at >= limit || values - reported >= section_values) break;
          head = window.word(at);
        } while (!(after_short && lane_headers::is_short(head & 0xff) && tries.due()));
        in.seek(in.position() + 8 * at);
      } while (values - reported < section_values && in.bytes_left() > 0);
    } while (reached(in.position(), values));
  }

  /// Looks for short symbols, as find_short() says, and then for long ones.
  template <class Warp, class Window>
  static CODAG_DEVICE bool find_symbol(const Warp& warp, Window& in, scratch& shared,
                                       std::uint32_t bytes) {
    return find_short(warp, in, window_bytes, shared.headers) || find_full(warp, in, bytes);
  }

 private:
  /// Finding the headers costs as much as a few symbols that are found one by one.
  static constexpr std::uint32_t worth_a_window = 4;
  /// Headers in global memory cost a wait, which is as long as a few windows with two runs each.
  static constexpr std::uint32_t worth_a_wait = 4;
  /// Up to here, the window shows all of a header.
  static constexpr std::uint32_t last_header = window_bytes - header_bytes;

  struct symbol {
    std::uint32_t length;  ///< in values
    std::uint32_t bytes;
  };

  /// The symbol that begins at byte `at` of the window, with the word `head`.
  static CODAG_DEVICE symbol one_symbol(const next_bytes& window, std::uint32_t at,
                                        std::uint32_t head) {
    const auto kind = static_cast<encoding>(head >> 6 & 3);
    if (kind == encoding::short_repeat) return {lane_headers::length(head), 2 + (head >> 3 & 7)};
    const std::uint32_t length = run_length(head);
    const std::uint32_t width = decode_width(width_code(head));
    if (kind == encoding::direct) return {length, 2 + bytes_of(length * width)};
    if (kind == encoding::patched_base) {
      const std::uint32_t base_bytes = (head >> 21 & 7) + 1;
      const std::uint32_t patch_width = decode_width(head >> 16 & 0x1f);
      const std::uint32_t gap_width = (head >> 29) + 1;
      const std::uint32_t patches = head >> 24 & 0x1f;
      return {length, 4 + base_bytes + bytes_of(length * width) +
                          bytes_of(patches * closest_width(gap_width + patch_width))};
    }
    std::uint32_t bytes[3];
    window.words(at + 2, bytes);
    std::uint32_t end = 2 + varint_length(bytes);
    window.words(at + end, bytes);
    end += varint_length(bytes);
    // Without packed deltas, all values are one step apart; with them, only the first two are.
    const bool packed = width_code(head) != 0 && length > 2;
    return {length, end + (packed ? bytes_of((length - 2) * width) : 0)};
  }

  static CODAG_DEVICE std::uint32_t bytes_of(std::uint32_t bits) { return (bits + 7) / 8; }

  /// Whether these words begin with one header of two bytes.
  static CODAG_DEVICE bool same_header(std::uint32_t a, std::uint32_t b) {
    return ((a ^ b) & 0xffff) == 0;
  }
  /// Whether a word begins with the header of a direct run of most values.
  static CODAG_DEVICE bool is_full_direct(std::uint32_t head) { return (head & 0xffc1) == 0xff41; }

  /// Looks for bytes that may be the header of a direct or delta run of max_run values, with a run
  /// after it that has the same encoding, and the same width or max_run values, too. Supposes that
  /// a symbol begins with that second run.
  template <class Warp, class Window>
  static CODAG_DEVICE bool find_full(const Warp& warp, Window& in, std::uint32_t bytes) {
    const std::uint32_t end = in.position() + 8 * bytes;
    const auto is_full = [](std::uint32_t word) { return (word & 0xff41) == 0xff41; };
    while (seek_bytes(warp, in, end, is_full)) {
      in.look(header_bytes);
      const std::uint32_t head = in.next_bytes().word(0);
      in.seek(in.position() + 8 * one_symbol(in.next_bytes(), 0, head).bytes);
      in.look(2);
      if (!in.has(2)) continue;
      const std::uint32_t other = in.next_bytes().word(0) ^ head;
      if ((other & 0xfe) == 0 || (other & 0xffc1) == 0) return true;
    }
    return false;
  }
};

}  // namespace codag::rle_v2
