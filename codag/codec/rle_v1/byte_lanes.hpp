// How the lanes of a warp decode rle_v1's elements of one byte: whole groups of literals at once.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/bits.hpp"
#include "codag/codec/integer/device_varint.hpp"
#include "codag/codec/lanes/attempts.hpp"
#include "codag/codec/lanes/byte_arithmetic.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/lanes/write_bytes.hpp"
#include "codag/codec/rle_v1/device_decoder.hpp"
#include "codag/codec/rle_v1/full_groups.hpp"
#include "codag/codec/rle_v1/lane_literals.hpp"
#include "codag/codec/rle_v1/two_byte_varints.hpp"
#include "codag/simt/simt.hpp"

namespace codag::rle_v1 {

/// A symbol's header says how many bytes of output it is, at most 130, and its lanes decode it
/// together. A byte's varint has one byte or two. In most columns, consecutive groups are full and
/// their varints have one byte each: then the headers' places are known, and four groups are
/// decoded at once.
template <class T>
class byte_lanes : public device_decoder<T> {
  using sequential = device_decoder<T>;
  static_assert(sizeof(T) == 1);

 public:
  using typename sequential::element;

  using scratch = typename sequential::scratch;
  static constexpr std::uint32_t window_bytes = 4 * full_group;
  static_assert(window_bytes >= 1 + lane_bytes::window_bytes);

  template <class Warp, class Window, class Output>
  static CODAG_DEVICE status decode_by_lanes(const Warp& warp, Window& in, Output& out,
                                             scratch& /*shared*/) {
    bool malformed = false;
    bool two_bytes = false;  // whether the last group had varints of two bytes
    attempts tries;
    const high_byte_choice choice(warp.rank());
    // The inner loop has what most columns need. Full groups of short varints have no place in it:
    // on an H100, they would make its other symbols 5 % slower.
    while (true) {
      bool groups = false;  // whether such a group is next
      for (std::uint32_t room; (room = out.begin_symbol()) >= sizeof(T);) {
        in.look(window_bytes);
        const next_bytes window = in.next_bytes();
        const std::uint32_t head = window.word(0);
        const std::uint32_t header = head & 0xff;
        std::uint32_t taken = 0;  // bytes of the input; 0: nothing was proved
        if (header < 0x80) {
          taken = write_run(warp, in, out, head, room);
        } else {
          const std::uint32_t length = 0x100 - header;
          if (length > room) return sequential::refusal(in, malformed);
          if (!two_bytes) {
            if (length == max_literals) taken = write_one_byte_groups(warp, in, out, window, room);
            if (taken == 0) taken = write_one_byte_literals(warp, in, out, window, length);
          }
          if (taken == 0 && (two_bytes || tries.due())) {
            groups = two_bytes && length == max_literals;
            if (groups) break;
            const bool expected = two_bytes;
            taken = two_byte_varints::write<T>(warp, in, out, 1, length, choice);
            two_bytes = taken != 0 && taken != 1 + length;
            if (!expected || taken == 0) tries.note(taken != 0);
          }
        }
        if (taken != 0)
          in.seek(in.position() + 8 * taken);
        else if (!sequential::decode_symbol(in, out, room, malformed))
          return sequential::refusal(in, malformed);
      }
      if (!groups) return sequential::status_at_end(in, malformed);
      two_bytes = write_short_groups(warp, in, out, choice, malformed);
    }
  }

 private:
  /// Full groups of short varints, one or more: the first one fits. Returns whether the last one's
  /// varints were short.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE bool write_short_groups(const Warp& warp, Window& in, Output& out,
                                              const high_byte_choice& choice, bool& malformed) {
    const std::int32_t left = full_groups::write<T>(warp, in, out, choice);
    if (left == 0) return true;
    // The only group, or the rest of one whose header has been read.
    const std::uint32_t begin = left < 0 ? 1 : 0;
    const std::uint32_t length = left < 0 ? max_literals : static_cast<std::uint32_t>(left);
    in.look(window_bytes);
    const std::uint32_t taken = two_byte_varints::write<T>(warp, in, out, begin, length, choice);
    if (taken != 0) {
      in.seek(in.position() + 8 * taken);
      return taken != begin + length;
    }
    in.seek(in.position() + 8 * begin);
    sequential::literals(in, out, length, malformed);
    return false;
  }

  // Each of these returns the bytes of the input that it has decoded, or 0 if it wrote nothing.

  /// A run, whose header, delta and varint are in `head` if the varint has one byte or two.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE std::uint32_t write_run(const Warp& warp, const Window& in, Output& out,
                                              std::uint32_t head, std::uint32_t room) {
    const std::uint32_t length = (head & 0xff) + min_run;
    const bool two = (head & 0x800000) != 0;
    const std::uint32_t taken = two ? 4 : 3;
    if (length > room || !in.has(taken) || (head & 0x80800000) == 0x80800000) return 0;
    const std::uint32_t varint = (head >> 16 & 0x7f) | (two ? head >> 24 << 7 : 0);
    write_byte_run(warp, out, length, sequential::to_element(varint), head >> 8);
    return taken;
  }

  /// Four full groups of literals with varints of one byte, or two.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE std::uint32_t write_one_byte_groups(const Warp& warp, const Window& in,
                                                          Output& out, const next_bytes& window,
                                                          std::uint32_t room) {
    const unsigned full = warp.ballot(window.byte(full_group * (warp.rank() % 4)) == full_header);
    if (full == simt::full_mask && room >= 4 * max_literals && in.has(4 * full_group))
      return write_groups<4>(warp, out, window);
    if ((full & 3) == 3 && room >= 2 * max_literals && in.has(2 * full_group))
      return write_groups<2>(warp, out, window);
    return 0;
  }

  template <unsigned Groups, class Warp, class Output>
  static CODAG_DEVICE std::uint32_t write_groups(const Warp& warp, Output& out,
                                                 const next_bytes& window) {
    static_assert(max_literals == 4 * simt::warp_size, "a group is a word per lane");
    // The groups' output begins `late` bytes after a word of memory. Lane j writes word j of each
    // group, counted from there. A group's first word begins in the group before: lane 0 chooses
    // its bytes from both sides of the header. The first group has none before it.
    const std::uint32_t lane = warp.rank();
    const std::uint32_t late = (out.misalignment(4) + out.position()) & 3;
    const std::uint32_t from = lane == 0 ? 0 - late : 4 * lane + 1 - late;
    const std::uint32_t selector = 0x3210 + (lane == 0 ? 0x1111u << 4 * late & 0xffff : 0);
    const bool part = lane == 0 && late != 0;
    std::uint32_t words[Groups];
    words[0] = window.chosen(part ? 0 : from, selector);
    for (unsigned g = 1; g < Groups; ++g) words[g] = window.chosen(from + g * full_group, selector);
    // The bytes outside the whole words: 4 - late at the beginning, and late at the end.
    std::uint32_t edge_at = 0, edge = 0;
    if (late != 0 && lane < 4) {
      edge_at = lane < 4 - late ? lane : Groups * max_literals - 4 + lane;
      edge = window.byte(1 + edge_at + edge_at / max_literals);
    }
    std::uint32_t all = edge;
    for (unsigned g = 0; g < Groups; ++g) all |= g == 0 && part ? 0 : words[g];
    if (warp.any((all & high_bits) != 0)) return 0;
    out.begin_batch(Groups * max_literals);
    // Counted from word 1: word 0 may begin before the chunk.
    const auto places = out.template elements_at<std::uint32_t>(out.position() - late + 4);
    for (unsigned g = 0; g < Groups; ++g)
      if (g > 0 || !part)
        places.put(static_cast<std::int32_t>(g * simt::warp_size + lane) - 1,
                   four_literals(words[g]));
    if (late != 0 && lane < 4)
      out.template elements_at<std::uint8_t>(out.position() + edge_at)
          .put(0, static_cast<std::uint8_t>(four_literals(edge)));
    out.end_batch();
    return Groups * full_group;
  }

  /// A group of literals with varints of one byte.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE std::uint32_t write_one_byte_literals(const Warp& warp, const Window& in,
                                                            Output& out, const next_bytes& window,
                                                            std::uint32_t length) {
    const std::uint32_t first = 4 * warp.rank();
    std::uint32_t own = window.word(1 + first);
    // Only the group's bytes count.
    if (first + 4 > length) own &= first >= length ? 0 : (1u << 8 * (length - first)) - 1;
    if (!in.has(1 + length) || warp.any((own & high_bits) != 0)) return 0;
    write_own_bytes(warp, out, length, four_literals(own));
    return 1 + length;
  }

  /// Undoes zigzag of four literals below 0x80, for a signed T.
  static CODAG_DEVICE std::uint32_t four_literals(std::uint32_t v) {
    return std::is_signed_v<T> ? unzigzag_bytes(v) : v;
  }
};

}  // namespace codag::rle_v1
