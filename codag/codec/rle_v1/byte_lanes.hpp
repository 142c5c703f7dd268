// How the lanes of a warp decode rle_v1's elements of one byte: whole groups of literals at once.
#pragma once

#include <cstdint>

#include "codag/codec/lanes/attempts.hpp"
#include "codag/codec/lanes/byte_choice.hpp"
#include "codag/codec/lanes/unfinished_word.hpp"
#include "codag/codec/rle_v1/device_decoder.hpp"
#include "codag/codec/rle_v1/full_groups.hpp"
#include "codag/codec/rle_v1/lane_literals.hpp"
#include "codag/codec/rle_v1/one_byte_groups.hpp"
#include "codag/codec/rle_v1/two_byte_varints.hpp"
#include "codag/simt/simt.hpp"

namespace codag::rle_v1 {

/// A symbol's header says how many bytes of output it is, at most 130, and its lanes decode it
/// together. A byte's varint has one byte or two. In most columns, consecutive groups are full and
/// their varints have one byte each: then the headers' places are known, and four groups are
/// decoded at once.
///
/// After a walk, equal runs of max_run values, which make up a longer run, are written
/// together.
template <class T, bool AfterWalk = false>
class byte_lanes : public device_decoder<T> {
  using sequential = device_decoder<T>;
  static_assert(sizeof(T) == 1);

 public:
  using typename sequential::element;
  /// Decodes what a walker has passed.
  using after_walk = byte_lanes<T, true>;

  using scratch = typename sequential::scratch;
  static constexpr std::uint32_t window_bytes = one_byte_groups::window_bytes;
  static_assert(window_bytes >= 1 + lane_bytes::window_bytes);

  template <class Warp, class Window, class Output>
  static CODAG_DEVICE status decode_by_lanes(const Warp& warp, Window& in, Output& out,
                                             scratch& /*shared*/) {
    unfinished_word newest(out);
    const status result = decode_all(warp, in, out, newest);
    newest.flush(warp, out);
    return result;
  }

 private:
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE status decode_all(const Warp& warp, Window& in, Output& out,
                                        unfinished_word& newest) {
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
        const std::uint32_t head = in.next_bytes().word(0);
        const std::uint32_t header = head & 0xff;
        std::uint32_t taken = 0;  // bytes of the input; 0: nothing was proved
        if (header < 0x80) {
          taken = write_run(warp, in, out, newest, head, room);
        } else {
          const std::uint32_t length = 0x100 - header;
          if (length > room) return sequential::refusal(in, malformed);
          if (!two_bytes)
            taken = one_byte_groups::write_next<T>(warp, in, out, newest, header, room);
          if (taken == 0 && (two_bytes || tries.due())) {
            groups = two_bytes && length == max_literals;
            if (groups) break;
            const bool expected = two_bytes;
            taken = two_byte_varints::write<T>(warp, in, out, newest, 1, length, choice);
            two_bytes = taken != 0 && taken != 1 + length;
            if (!expected || taken == 0) tries.note(taken != 0);
          }
        }
        if (taken != 0) {
          in.seek(in.position() + 8 * taken);
        } else {
          newest.flush(warp, out);
          const bool decoded = sequential::decode_symbol(in, out, room, malformed);
          newest.restart(out);
          if (!decoded) return sequential::refusal(in, malformed);
        }
      }
      if (!groups) return sequential::status_at_end(in, malformed);
      two_bytes = write_short_groups(warp, in, out, newest, choice, malformed);
    }
  }

  /// Full groups of short varints, one or more: the first one fits. Returns whether the last one's
  /// varints were short.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE bool write_short_groups(const Warp& warp, Window& in, Output& out,
                                              unfinished_word& newest,
                                              const high_byte_choice& choice, bool& malformed) {
    newest.flush(warp, out);
    const std::int32_t left = full_groups::write<T>(warp, in, out, choice);
    newest.restart(out);
    if (left == 0) return true;
    // The only group, or the rest of one whose header has been read.
    const std::uint32_t begin = left < 0 ? 1 : 0;
    const std::uint32_t length = left < 0 ? max_literals : static_cast<std::uint32_t>(left);
    in.look(window_bytes);
    const std::uint32_t taken =
        two_byte_varints::write<T>(warp, in, out, newest, begin, length, choice);
    if (taken != 0) {
      in.seek(in.position() + 8 * taken);
      return taken != begin + length;
    }
    in.seek(in.position() + 8 * begin);
    // No bytes wait since restart().
    sequential::literals(in, out, length, malformed);
    newest.restart(out);
    return false;
  }

  /// Writes a run, whose header, delta and varint are in `head` if the varint has one byte or two.
  /// Returns the bytes of the input that it is, or writes nothing and returns 0.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE std::uint32_t write_run(const Warp& warp, const Window& in, Output& out,
                                              unfinished_word& newest, std::uint32_t head,
                                              std::uint32_t room) {
    const std::uint32_t length = (head & 0xff) + min_run;
    const bool two = (head & 0x800000) != 0;
    const std::uint32_t taken = two ? 4 : 3;
    if (length > room || !in.has(taken) || (head & 0x80800000) == 0x80800000) return 0;
    const std::uint32_t varint = (head >> 16 & 0x7f) | (two ? head >> 24 << 7 : 0);
    const auto init = sequential::to_element(varint);
    // Not with one warp per chunk: there, joining equal runs cost 1 % on TPC and 4 % on bytes in
    // runs of ten, on an H200.
    if constexpr (AfterWalk) {
      if (!two && (head & 0xffff) == max_run - min_run && next_is(in, head)) {
        const std::uint32_t equal = equal_runs(warp, in, head, room);
        write_equal(warp, out, newest, equal * max_run, init);
        return equal * taken;
      }
    }
    newest.template write_run<2>(warp, out, length, init, head >> 8);
    return taken;
  }

  static constexpr std::uint32_t short_run_bytes = 3;  ///< of a run whose varint has one byte
  static CODAG_DEVICE bool is_same(std::uint32_t word, std::uint32_t head) {
    return ((word ^ head) & 0xffffff) == 0;
  }
  /// Whether a run with this head, which has short_run_bytes bytes, seems to be followed by
  /// another.
  template <class Window>
  static CODAG_DEVICE bool next_is(const Window& in, std::uint32_t head) {
    return is_same(in.next_bytes().word(short_run_bytes), head);
  }
  /// How many runs of most values next to each other have this head: the first one, and up to 31
  /// that fit.
  template <class Warp, class Window>
  static CODAG_DEVICE std::uint32_t equal_runs(const Warp& warp, const Window& in,
                                               std::uint32_t head, std::uint32_t room) {
    const std::uint32_t end = warp.rank() + 1;
    const bool equal = is_same(in.next_bytes().word(short_run_bytes * warp.rank()), head);
    return warp.first_of(
        ~warp.ballot(equal && in.has(short_run_bytes * end) && max_run * end <= room));
  }
  /// Writes `length` equal bytes.
  template <class Warp, class Output>
  static CODAG_DEVICE void write_equal(const Warp& warp, Output& out, unfinished_word& newest,
                                       std::uint32_t length, std::uint32_t byte) {
    constexpr unsigned rows = 4;
    constexpr std::uint32_t most = rows * 4 * simt::warp_size;
    CODAG_NO_UNROLL
    for (std::uint32_t now; length > 0; length -= now) {
      now = length < most ? length : most;
      newest.template write_run<rows>(warp, out, now, byte, 0);
    }
  }
};

}  // namespace codag::rle_v1
