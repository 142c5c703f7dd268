// rle_v1's device decoder: one sequential decoder on two streams, for every schedule.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/bits.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"

namespace codag::rle_v1 {

/// Decodes elements of T's width; a signed T undoes zigzag. Gives the same status as the reference
/// decoder on any bytes.
template <class T>
struct device_decoder {
  using element = std::make_unsigned_t<T>;

  template <class Input, class Output>
  static CODAG_DEVICE status decode(Input& in, Output& out) {
    for (std::uint32_t left = out.room() / static_cast<std::uint32_t>(sizeof(T)); left > 0;) {
      const std::uint32_t header = in.fetch_bits(8);
      const bool run = header < 0x80;
      const std::uint32_t length = run ? header + min_run : 0x100 - header;
      if (in.overrun()) return status::truncated_input;
      if (length > left) return status::output_overflow;
      left -= length;
      std::uint64_t value;
      if (run) {
        const auto delta = static_cast<std::int8_t>(in.fetch_bits(8));
        if (!fetch_varint(in, value)) return status::malformed_symbol;
        if (in.overrun()) return status::truncated_input;
        out.write_run(static_cast<element>(value), length, static_cast<element>(delta));
      } else {
        for (std::uint32_t i = 0; i < length; ++i) {
          if (!fetch_varint(in, value)) return status::malformed_symbol;
          out.write_value(static_cast<element>(value));
        }
        // Once a group: behind the chunk's end there are only zeros, which are in bounds.
        if (in.overrun()) return status::truncated_input;
      }
    }
    return in.at_end() ? status::ok : status::trailing_input;
  }

 private:
  /// A varint and, for a signed T, its zigzag undone. False if it is longer than 64 bits.
  template <class Input>
  static CODAG_DEVICE bool fetch_varint(Input& in, std::uint64_t& value) {
    const bool ok = fetch_unsigned(in, value);
    if constexpr (std::is_signed_v<T>) value = unzigzag(value);
    return ok;
  }

  template <class Input>
  static CODAG_DEVICE bool fetch_unsigned(Input& in, std::uint64_t& value) {
    std::uint32_t bytes = in.peek_bits(32);
    if ((bytes & 0x80) == 0) {  // most literals
      value = bytes & 0x7f;
      in.skip_bits(8);
      return true;
    }
    value = 0;
    // Four bytes a turn, 28 bits; the third turn holds bytes 9 and 10.
    for (unsigned shift = 0; shift < 3 * 28; shift += 28) {
      const std::uint32_t last = ~bytes & 0x80808080u;  // set in each byte that ends a varint
      const unsigned count = last == 0 ? 4 : count_trailing_zeros(last) / 8 + 1;
      const bool too_long = shift == 56 && (count > 2 || (count == 2 && (bytes >> 8 & 0x7f) > 1));
      if (too_long) return false;
      const std::uint32_t groups = (bytes & 0x7f) | (bytes >> 1 & 0x3f80) |
                                   (bytes >> 2 & 0x1fc000) | (bytes >> 3 & 0xfe00000);
      value |= static_cast<std::uint64_t>(groups & ((1u << 7 * count) - 1)) << shift;
      in.skip_bits(8 * count);
      if (last != 0) return true;
      bytes = in.peek_bits(32);
    }
    return false;
  }
};

}  // namespace codag::rle_v1
