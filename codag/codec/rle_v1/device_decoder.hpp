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
        if (!literals(in, out, length)) return status::malformed_symbol;
        // Once a group: behind the chunk's end there are only zeros, which are in bounds.
        if (in.overrun()) return status::truncated_input;
      }
    }
    return in.at_end() ? status::ok : status::trailing_input;
  }

 private:
  static CODAG_DEVICE std::uint64_t from_varint(std::uint64_t v) {
    if constexpr (std::is_signed_v<T>) return unzigzag(v);
    return v;
  }

  /// The 7-bit groups of 4 varint bytes, put together.
  static CODAG_DEVICE std::uint32_t groups(std::uint32_t bytes) {
    return (bytes & 0x7f) | (bytes >> 1 & 0x3f80) | (bytes >> 2 & 0x1fc000) |
           (bytes >> 3 & 0xfe00000);
  }
  /// The high bit of each byte that ends a varint.
  static CODAG_DEVICE std::uint32_t ends(std::uint32_t bytes) { return ~bytes & 0x80808080u; }

  /// `length` literals. A word of the input holds up to four whole ones: they are taken out of a
  /// register, and the stream moves once.
  template <class Input, class Output>
  static CODAG_DEVICE bool literals(Input& in, Output& out, std::uint32_t length) {
    while (length > 0) {
      std::uint32_t bytes = in.peek_bits(32);
      if (ends(bytes) == 0) {  // longer than a word
        std::uint64_t value;
        if (!fetch_varint(in, value)) return false;
        out.write_value(static_cast<element>(value));
        --length;
        continue;
      }
      unsigned used = 0;
      for (std::uint32_t last = ends(bytes); last != 0 && length > 0; --length) {
        const std::uint32_t own =
            last ^ (last - 1);  // the bits up to its end, all of them if that is bit 31
        out.write_value(static_cast<element>(from_varint(groups(bytes & own))));
        const unsigned bits = count_trailing_zeros(last) + 1;  // 8, 16, 24 or 32
        used += bits;
        // Two shifts: one by 32 would be undefined.
        bytes = bytes >> (bits - 1) >> 1;
        last = last >> (bits - 1) >> 1;
      }
      in.skip_bits(used);
    }
    return true;
  }

  /// A varint and, for a signed T, its zigzag undone. False if it is longer than 64 bits.
  template <class Input>
  static CODAG_DEVICE bool fetch_varint(Input& in, std::uint64_t& value) {
    value = 0;
    // Four bytes a turn, 28 bits; the third turn holds bytes 9 and 10.
    for (unsigned shift = 0; shift < 3 * 28; shift += 28) {
      const std::uint32_t bytes = in.peek_bits(32);
      const std::uint32_t last = ends(bytes);
      const unsigned count = last == 0 ? 4 : count_trailing_zeros(last) / 8 + 1;
      const bool too_long = shift == 56 && (count > 2 || (count == 2 && (bytes >> 8 & 0x7f) > 1));
      if (too_long) return false;
      value |= static_cast<std::uint64_t>(groups(bytes) & ((1u << 7 * count) - 1)) << shift;
      in.skip_bits(8 * count);
      if (last != 0) {
        value = from_varint(value);
        return true;
      }
    }
    return false;
  }
};

}  // namespace codag::rle_v1
