// How the lanes of a warp decode rle_v1's elements of 2, 4 or 8 bytes: headers that are found
// together.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/bits.hpp"
#include "codag/codec/integer/varint.hpp"
#include "codag/codec/lanes/attempts.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/lanes/run_batch.hpp"
#include "codag/codec/lanes/varint_ends.hpp"
#include "codag/codec/lanes/word_varint.hpp"
#include "codag/codec/rle_v1/device_decoder.hpp"
#include "codag/codec/rle_v1/run_headers.hpp"
#include "codag/simt/simt.hpp"

namespace codag::rle_v1 {

/// Lane k's run begins after the last bytes of k runs, if the symbols before it are runs without a
/// negative delta. A lane whose guess is wrong sees that it has no such run.
template <class T>
class wide_lanes : public device_decoder<T> {
  using sequential = device_decoder<T>;

 public:
  using typename sequential::element;
  /// Decodes what a walker has passed.
  using after_walk = wide_lanes;

  struct scratch {
    run_headers headers;
    varint_ends ends;
    run_batch<element, simt::warp_size * max_run> runs;
  };
  /// A header at the window's last byte, with all of its run.
  static constexpr std::uint32_t window_bytes =
      varint_ends::window_bytes + 2 + integer::max_varint_bytes;
  static_assert(varint_ends::window_bytes == run_headers::window_bytes);

  template <class Warp, class Window, class Output>
  static CODAG_DEVICE status decode_by_lanes(const Warp& warp, Window& in, Output& out,
                                             scratch& shared) {
    bool malformed = false;
    // Lanes store whole elements. A chunk table may place a chunk at any byte.
    const bool aligned = out.misalignment(sizeof(T)) == 0;
    attempts tries;
    const low_byte_choice choice(warp.rank());
    shared.runs.clear(warp);
    for (std::uint32_t room; (room = out.begin_symbol()) >= sizeof(T);) {
      if (aligned && tries.is_due()) {
        const unsigned symbols = decode_window(warp, in, out, shared, choice, malformed);
        tries.note(symbols >= worth_a_window);
        if (symbols > 0) continue;
        // Every lane has read the headers or ends, which the next window replaces.
        warp.sync();
      } else {
        tries.skip();
      }
      if (!sequential::decode_symbol(in, out, room, malformed))
        return sequential::refusal(in, malformed);
    }
    return sequential::status_at_end(in, malformed);
  }

 private:
  /// A window costs as much as a few symbols that are decoded sequentially.
  static constexpr unsigned worth_a_window = 3;
  /// A group of fewer literals than this costs less if it is decoded sequentially, which takes up
  /// to four at once.
  static constexpr std::uint32_t few_literals = 12;

  /// Decodes the symbols that one window shows: runs, or a group of literals. Returns how many
  /// symbols of the sequential decoder that was (a literal is a part of one), 0 for nothing.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE unsigned decode_window(const Warp& warp, Window& in, Output& out,
                                             scratch& shared, const low_byte_choice& choice,
                                             bool& malformed) {
    in.look(window_bytes);
    const next_bytes window = in.next_bytes();
    if (const std::uint32_t head = window.byte(0); head >= 0x80)
      return literals(warp, in, out, shared, choice, 0x100 - head, malformed);
    const std::uint32_t ends = shared.headers.find(warp, window, choice);
    // All headers are written before any lane reads those of others.
    warp.sync();

    // Lane k's symbol, if all before it are runs without a negative delta.
    const std::uint32_t lane = warp.rank();
    const std::uint32_t header = shared.headers.header(lane);
    std::uint32_t end = shared.headers.header(lane + 1);
    std::uint32_t bytes[3];
    window.words(header, bytes);
    // Four bytes of an element's varint are in its first word, and the fifth in `bytes[1]`.
    const std::uint32_t varint[3] = {
        funnel_shift_right(bytes[0], bytes[1], 16),
        sizeof(T) == 8 ? funnel_shift_right(bytes[1], bytes[2], 16) : bytes[1] >> 16,
        bytes[2] >> 16};
    const bool falling = (bytes[0] & 0x8000) != 0, seen = run_headers::seen(lane, falling, ends);
    if (falling && seen) end = header + 2 + varint_length(varint);
    bool whole = false;
    const element init =
        sequential::to_element(word_varint<raw_varint>(varint, end - header - 2, whole));
    const bool run = (bytes[0] & 0x80) == 0 && seen && whole && in.has(end);
    std::uint32_t count = run_headers::right(warp, run, falling);
    if (count == 0) return 0;
    const std::uint32_t length = (bytes[0] & 0xff) + min_run;
    const auto delta = static_cast<element>(static_cast<std::int8_t>(bytes[0] >> 8));
    // The next window's headers are written after all lanes have taken theirs: write() has
    // barriers, and the caller has one if it writes nothing.
    if (shared.runs.template write<max_run>(warp, out, count, length, init, delta) == 0) return 0;
    in.seek(in.position() + 8 * warp.shuffle(end, count - 1));
    return count;
  }

  /// Decodes a group of `length` literals after a header, in as many windows as it takes.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE unsigned literals(const Warp& warp, Window& in, Output& out, scratch& shared,
                                        const low_byte_choice& choice, std::uint32_t length,
                                        bool& malformed) {
    if (length > out.room() / sizeof(T)) return 0;
    const std::uint8_t* ends = shared.ends.places;
    unsigned windows = 0;
    for (std::uint32_t begin = 1;; begin = 0) {
      const std::uint32_t total = shared.ends.find(warp, in.next_bytes(), choice).total;
      // All ends are written before any lane reads those of others.
      warp.sync();
      const std::uint32_t taken =
          write_literals(warp, in, out, ends, begin, total < length ? total : length);
      if (taken == 0) break;
      ++windows;
      length -= taken;
      in.seek(in.position() + 8 * (ends[taken - 1] + 1u));
      // Every lane has read the ends.
      warp.sync();
      if (length == 0) return windows == 1 && taken < few_literals ? 1 : worth_a_window;
      in.look(window_bytes);
    }
    // What is left of the group, from here on: after a header, if there was no window yet.
    if (windows == 0) return 0;
    // Every lane has read the ends, which the next window replaces.
    warp.sync();
    sequential::literals(in, out, length, malformed);
    return 1;
  }

  /// Writes up to `count` literals of the window, whose first begins at byte `begin`. Returns how
  /// many: those before the first one that is not whole, or fewer.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE std::uint32_t write_literals(const Warp& warp, Window& in, Output& out,
                                                   const std::uint8_t* ends, std::uint32_t begin,
                                                   std::uint32_t count) {
    if (count == 0 || !in.has(ends[count - 1] + 1u)) return 0;
    const next_bytes window = in.next_bytes();
    // How many values of a lane stay in registers.
    constexpr unsigned per_lane = sizeof(T) == 8 ? 2 : 4;
    constexpr std::uint32_t together = per_lane * simt::warp_size;
    for (std::uint32_t first = 0; first < count; first += together) {
      element values[per_lane];
      bool all_whole = true;
      for (unsigned k = 0; k < per_lane; ++k) {
        const std::uint32_t i = first + k * simt::warp_size + warp.rank();
        if (i >= count) continue;
        const std::uint32_t from = i == 0 ? begin : ends[i - 1] + 1u;
        std::uint32_t bytes[3];
        window.words(from, bytes);
        bool whole = false;
        values[k] =
            sequential::to_element(word_varint<raw_varint>(bytes, ends[i] + 1u - from, whole));
        all_whole = all_whole && whole;
      }
      if (!warp.all(all_whole)) return first;
      const std::uint32_t left = count - first < together ? count - first : together;
      out.begin_batch(left * static_cast<std::uint32_t>(sizeof(T)));
      const auto elements = out.template elements_at<element>(out.position());
      for (unsigned k = 0; k < per_lane; ++k)
        if (const std::uint32_t i = k * simt::warp_size + warp.rank(); i < left)
          elements.put(static_cast<std::int32_t>(i), values[k]);
      out.end_batch();
    }
    return count;
  }

  /// What holds the varint of any element that an encoder wrote.
  using raw_varint = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
};

}  // namespace codag::rle_v1
