// How the lanes of a warp decode rle_v2's elements of one byte: four values per lane.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/codec/lanes/apart.hpp"
#include "codag/codec/lanes/byte_arithmetic.hpp"
#include "codag/codec/lanes/write_bytes.hpp"
#include "codag/codec/rle_v2/device_decoder.hpp"
#include "codag/codec/rle_v2/little_endian_header.hpp"
#include "codag/codec/rle_v2/packed_bytes.hpp"
#include "codag/codec/rle_v2/packed_deltas.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/rle_v2/width_table.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v2 {

/// A symbol's header says what its up to 512 values are. The lanes of a warp unpack them together,
/// and a lane stores four values at once.
template <class T>
class byte_lanes : public device_decoder<T> {
  using sequential = device_decoder<T>;
  static_assert(sizeof(T) == 1);

 public:
  using typename sequential::element;
  /// Decodes what a walker has passed.
  using after_walk = byte_lanes;

  using scratch = typename sequential::scratch;
  /// A direct run of 512 values of 8 bits; a patched base has 2 + 8 bytes more, and a patch list.
  static constexpr std::uint32_t window_bytes = 4 + 8 + max_run + 8 * max_patches;

  template <class Warp, class Window, class Output>
  static CODAG_DEVICE status decode_by_lanes(const Warp& warp, Window& in, Output& out,
                                             scratch& /*scratch*/) {
    typename sequential::one_symbol state;
    for (std::uint32_t room; (room = out.begin_symbol()) >= sizeof(T);) {
      in.look(window_bytes);
      const std::uint32_t begin = in.position();
      const std::uint32_t taken = decode_whole(warp, in, out, room);
      if (taken != 0)
        in.seek(begin + 8 * taken);
      else if (!decode_apart<typename sequential::one_symbol>(in, out, state))
        return state.refused;
    }
    return sequential::status_at_end(in, state.malformed);
  }

 private:
  /// Decodes the next symbol, if it is all there and its values fit into bytes. Returns the bytes
  /// of the input that it has; 0 if it wrote nothing.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE std::uint32_t decode_whole(const Warp& warp, Window& in, Output& out,
                                                 std::uint32_t room) {
    const next_bytes window = in.next_bytes();
    const std::uint32_t head = window.word(0);
    const auto kind = static_cast<encoding>(head >> 6 & 3);
    if (kind == encoding::short_repeat) {
      const std::uint32_t length = (head & 7) + min_repeat;
      if ((head & 0x38) != 0 || !in.has(2) || length > room) return 0;  // one byte
      write_byte_run(warp, out, length, sequential::to_element(head >> 8 & 0xff), 0);
      return 2;
    }
    const std::uint32_t length = run_length(head);
    const unsigned code = width_code(head);
    if (length > room) return 0;
    if (kind == encoding::delta) return decode_delta(warp, in, out, length, code);
    const packed_bytes values(window, decode_width(code));
    if (values.width > 8) return 0;
    if (kind == encoding::direct) {
      const std::uint32_t taken = 2 + values.bytes_of(length);
      if (!in.has(taken)) return 0;
      write_packed(warp, out, length, values, 16, [](std::uint32_t v) { return to_elements(v); });
      return taken;
    }
    return decode_patched(warp, in, out, values, length);
  }

  /// A run whose first value and first step are varints of one byte or two.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE std::uint32_t decode_delta(const Warp& warp, Window& in, Output& out,
                                                 std::uint32_t length, unsigned code) {
    const next_bytes window = in.next_bytes();
    std::uint32_t taken = 2, first = 0, step = 0;
    if (!take_varint(window, taken, first) || !take_varint(window, taken, step)) return 0;
    step = step >> 1 ^ (0 - (step & 1));
    const std::uint32_t init = sequential::to_element(first);
    if (code == 0) {
      if (!in.has(taken)) return 0;
      write_byte_run(warp, out, length, init, step);
      return taken;
    }
    const std::uint32_t begin = in.position();
    const packed_deltas deltas{decode_width(code), begin + 8 * taken, step >> 31 != 0};
    if (length < 2 || deltas.width > packed_deltas::max_width) return 0;
    taken = (deltas.end_bit(length) - begin) / 8;
    if (!in.has(taken)) return 0;
    out.begin_batch(length);
    deltas.template write<element>(warp, in, out, length, static_cast<element>(init),
                                   static_cast<element>(step));
    out.end_batch();
    return taken;
  }

  /// A run of a base and small values, of which a few are patched.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE std::uint32_t decode_patched(const Warp& warp, const Window& in, Output& out,
                                                   const packed_bytes& values,
                                                   std::uint32_t length) {
    const next_bytes window = in.next_bytes();
    const std::uint32_t head = window.word(2);
    const std::uint32_t base_bytes = (head >> 5 & 7) + 1, patch_width = decode_width(head & 0x1f);
    const std::uint32_t gap_width = (head >> 13 & 7) + 1, patches = head >> 8 & 0x1f;
    const std::uint32_t entry_width = closest_width(gap_width + patch_width);
    const std::uint32_t values_at = 4 + base_bytes;
    const std::uint32_t patches_at = values_at + values.bytes_of(length);
    const std::uint32_t taken = patches_at + (patches * entry_width + 7) / 8;
    // A longer base or entry fits into no byte, so no encoder writes it.
    if (base_bytes > 1 || entry_width > 24 || !in.has(taken)) return 0;
    const std::uint32_t base_byte = window.byte(4);
    const std::uint32_t base = (base_byte & 0x80) != 0 ? 0 - (base_byte & 0x7f) : base_byte;

    // A lane per entry. No gap is wider than its bits, no value is patched twice, and none after
    // the run's end.
    const bool mine = warp.rank() < patches;
    const std::uint32_t entry =
        mine ? window.high_first(8 * patches_at + warp.rank() * entry_width) >> (32 - entry_width)
             : 0;
    const std::uint32_t gap = entry >> patch_width;
    const std::uint32_t at = warp.inclusive_sum(gap);
    const bool right = gap >> gap_width == 0 && at < length && (gap != 0 || warp.rank() == 0);
    if (warp.any(mine && !right)) return 0;

    const std::uint32_t bases = (base & 0xff) * 0x01010101;
    const std::uint32_t from = 8 * values_at, to = out.position();
    write_packed(warp, out, length, values, from,
                 [bases](std::uint32_t v) { return add_bytes(v, bases); });
    if (patches == 0) return taken;
    // All values are written before a patched one replaces its unpatched version.
    warp.sync();
    if (mine) {
      const std::uint32_t patch = entry & ((1u << patch_width) - 1);
      out.template elements_at<std::uint8_t>(to + at).put(
          0, static_cast<std::uint8_t>(base + (values.one(from, at) | patch << values.width)));
    }
    return taken;
  }

  /// Writes `length` values, which are packed from bit `begin` on. `to_elements(v)` makes elements
  /// of the bytes of v, each of which is a value.
  template <class Warp, class Output, class ToElements>
  static CODAG_DEVICE void write_packed(const Warp& warp, Output& out, std::uint32_t length,
                                        const packed_bytes& values, std::uint32_t begin,
                                        const ToElements& to_elements) {
    struct rows {
      packed_bytes::quads values;
      const ToElements& to_elements;
      CODAG_DEVICE std::uint32_t next() { return to_elements(values.next()); }
    };
    write_byte_rows<max_run>(
        warp, out, length,
        [&](std::uint32_t i) {
          return rows{values.quads_from(begin, i), to_elements};
        },
        [&](std::uint32_t i) {
          return static_cast<std::uint8_t>(to_elements(values.one(begin, i)));
        });
  }

  /// Takes a varint of one byte or two from byte `at` on. Returns false if it is longer.
  static CODAG_DEVICE bool take_varint(const next_bytes& window, std::uint32_t& at,
                                       std::uint32_t& varint) {
    const std::uint32_t bytes = window.word(at);
    const bool two = (bytes & 0x80) != 0;
    if (two && (bytes & 0x8000) != 0) return false;
    varint = (bytes & 0x7f) | (two ? bytes >> 1 & 0x3f80 : 0);
    at += two ? 2 : 1;
    return true;
  }

  /// Undoes zigzag of four values, for a signed T.
  static CODAG_DEVICE std::uint32_t to_elements(std::uint32_t v) {
    return std::is_signed_v<T> ? unzigzag_bytes(v) : v;
  }
};

}  // namespace codag::rle_v2
