// rle_v1's device decoder: one sequential decoder for every schedule.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/bits.hpp"
#include "codag/codec/integer/device_varint.hpp"
#include "codag/codec/integer/varint.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"

namespace codag::rle_v1 {

/// Decodes elements of T's width. For a signed T, it undoes zigzag. Returns the same status as the
/// reference decoder, for any bytes.
template <class T>
struct device_decoder {
  using element = std::make_unsigned_t<T>;

  /// The largest symbol is a group of literals.
  static constexpr std::uint32_t max_symbol_bytes = 1 + max_literals * integer::max_varint_bytes;
  static constexpr std::uint32_t max_symbol_values = max_literals;

  struct scratch {};                          ///< it needs no shared memory
  using computed_run = void;                  ///< it has no runs that a warp must compute
  static constexpr bool copies = false;       ///< symbols do not copy earlier output
  static constexpr bool looks_ahead = false;  ///< it does not use look_ahead()
  static constexpr std::uint32_t max_symbol_units = 1;

  /// The most values per byte are in a run: max_run in a header, a delta and a base of one byte.
  static CODAG_DEVICE constexpr std::uint64_t most_values(std::uint32_t in_bytes) {
    return (in_bytes / 3 + std::uint64_t{1}) * max_run;
  }

  /// Scratch may be that of a decoder that derives from this one.
  template <class Team, class Input, class Output, class Scratch>
  static CODAG_DEVICE status decode(const Team& /*team*/, Input& in, Output& out,
                                    Scratch& /*scratch*/) {
    // Errors that cannot lead outside the chunk are reported at the end, not where they occur: that
    // saves a branch per symbol. Past the chunk's end there are zeros, which are runs of 3: a
    // truncated chunk fills its output with them.
    bool malformed = false;
    for (std::uint32_t room; (room = out.begin_symbol()) >= sizeof(T);)
      if (!decode_symbol(in, out, room, malformed)) return refusal(in, malformed);
    return status_at_end(in, malformed);
  }

 protected:
  /// Decodes one symbol, if it fits into `room` bytes.
  template <class Input, class Output>
  static CODAG_DEVICE bool decode_symbol(Input& in, Output& out, std::uint32_t room,
                                         bool& malformed) {
    const std::uint32_t head = in.peek_bits(16);  // a symbol's header, and a run's delta
    const std::uint32_t header = head & 0xff;
    const bool run = header < 0x80;
    const std::uint32_t length = run ? header + min_run : 0x100 - header;
    if (length > room / sizeof(T)) return false;
    if (run) {
      in.skip_bits(16);
      const element init = to_element(integer::fetch_varint(in, malformed));
      out.write_run(init, length, static_cast<element>(static_cast<std::int8_t>(head >> 8)));
    } else {
      in.skip_bits(8);
      literals(in, out, length, malformed);
    }
    return true;
  }

  /// The status of a chunk whose next symbol does not fit.
  template <class Input>
  static CODAG_DEVICE status refusal(const Input& in, bool malformed) {
    if (malformed) return status::malformed_symbol;
    return in.at_end() || in.overrun() ? status::truncated_input : status::output_overflow;
  }

  /// The status of a chunk whose output is full.
  template <class Input>
  static CODAG_DEVICE status status_at_end(const Input& in, bool malformed) {
    if (malformed) return status::malformed_symbol;
    if (in.overrun()) return status::truncated_input;
    return in.at_end() ? status::ok : status::trailing_input;
  }

  /// Undoes zigzag for a signed T. `v` has 32 bits if they hold the whole varint, else 64.
  template <class Varint>
  static CODAG_DEVICE element to_element(Varint v) {
    if constexpr (std::is_signed_v<T>) {
      const auto value = static_cast<Varint>((v >> 1) ^ (0 - (v & 1)));
      return static_cast<element>(static_cast<std::make_signed_t<Varint>>(value));
    }
    return static_cast<element>(v);
  }

  /// Decodes `length` literals. A word of the input holds up to four whole ones. They are taken
  /// from a register without a branch, and then the streams move once.
  template <class Input, class Output>
  static CODAG_DEVICE void literals(Input& in, Output& out, std::uint32_t length, bool& malformed) {
    out.template begin_literals<element>(length);
    while (length > 0) {
      const std::uint32_t bytes = in.peek_bits(32);
      const std::uint32_t last = integer::varint_ends(bytes);
      element values[4];
      if (length >= 4 && last == high_bits) {
        for (unsigned k = 0; k < 4; ++k) values[k] = to_element(bytes >> 8 * k & 0x7f);
        out.write_values(values, high_bits);
        in.skip_word();
        length -= 4;
      } else if (length >= 4 && last != 0) {
        std::uint32_t varint = 0;
        unsigned shift = 0, used = 0;
        for (unsigned k = 0; k < 4; ++k) {
          varint |= (bytes >> 8 * k & 0x7f) << shift;
          values[k] = to_element(varint);
          const bool end = (last >> (8 * k + 7) & 1) != 0;
          varint = end ? 0 : varint;
          shift = end ? 0 : shift + 7;
          used = end ? 8 * (k + 1) : used;
        }
        out.write_values(values, last);
        in.skip_bits(used);
        length -= (last >> 7) * 0x01010101u >> 24;  // the sum of the four flags
      } else {
        out.write_value(to_element(integer::fetch_varint(in, malformed)));
        --length;
      }
    }
  }
};

}  // namespace codag::rle_v1
