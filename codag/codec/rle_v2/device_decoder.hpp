// rle_v2's device decoder: it decodes headers sequentially. A warp unpacks the bit-packed values
// after a header.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/bits.hpp"
#include "codag/codec/integer/device_varint.hpp"
#include "codag/codec/integer/varint.hpp"
#include "codag/codec/integer/zigzag.hpp"
#include "codag/codec/rle_v2/packed_run.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/status.hpp"

namespace codag::rle_v2 {

/// Decodes elements of T's width. For a signed T, it undoes zigzag. Returns the same status as the
/// reference decoder, for any bytes.
template <class T>
class device_decoder {
 public:
  using element = std::make_unsigned_t<T>;

  /// The largest symbol is a patched base of 64-bit values. A packed delta is two units.
  static constexpr std::uint32_t max_symbol_bytes = 4 + 8 + max_run * 8 + max_patches * 8;
  static_assert(max_symbol_bytes >= 2 + 2 * integer::max_varint_bytes + (max_run - 2) * 8);
  static constexpr std::uint32_t max_symbol_values =
      0;                                      // it has no literals: every value is in a run
  static constexpr bool copies = false;       ///< symbols do not copy earlier output
  static constexpr bool looks_ahead = false;  ///< it does not use look_ahead()
  static constexpr std::uint32_t max_symbol_units = 2;

  /// The most values per byte are in a fixed delta: max_run in a header of two bytes, a base and a
  /// delta of one byte each.
  static CODAG_DEVICE constexpr std::uint64_t most_values(std::uint32_t in_bytes) {
    return (in_bytes / 4 + std::uint64_t{1}) * max_run;
  }

  struct scratch {};  ///< it needs no shared memory
  using computed_run = packed_run<T>;

  /// Scratch may be that of a decoder that derives from this one.
  template <class Team, class Input, class Output, class Scratch>
  static CODAG_DEVICE status decode(const Team& /*team*/, Input& in, Output& out,
                                    Scratch& /*scratch*/) {
    // Past the chunk's end there are zeros, which are short repeats: a truncated chunk fills its
    // output with them, and is recognised at the end.
    bool malformed = false;
    status refused = status::ok;
    for (std::uint32_t room; (room = out.begin_symbol()) >= sizeof(T);)
      if (!decode_symbol(in, out, room, malformed, refused)) return refused;
    return status_at_end(in, malformed);
  }

 protected:
  /// A symbol that is decoded apart (see decode_apart).
  struct one_symbol {
    bool malformed = false;
    status refused = status::ok;

    template <class Input, class Output>
    static CODAG_DEVICE bool run(Input& in, Output& out, one_symbol& state) {
      return decode_symbol(in, out, out.begin_symbol(), state.malformed, state.refused);
    }
  };

  /// Decodes one symbol, which may have `room` bytes. Returns false, with the status in `refused`,
  /// where the chunk cannot be decoded any further.
  template <class Input, class Output>
  static CODAG_DEVICE bool decode_symbol(Input& in, Output& out, std::uint32_t room,
                                         bool& malformed, status& refused) {
    const auto refuse_as = [&](status s) {
      refused = refuse(in, malformed, s);
      return false;
    };
    const std::uint32_t head = byte_swap(in.peek_bits(32));  // the first byte is the highest
    const auto kind = static_cast<encoding>(head >> 30);
    const bool repeat = kind == encoding::short_repeat;
    const std::uint32_t length =
        repeat ? (head >> 24 & 0x7) + min_repeat : (head >> 16 & 0x1ff) + 1;
    in.skip_bits(repeat ? 8 : kind == encoding::patched_base ? 32 : 16);
    if (length > room / sizeof(T)) return refuse_as(status::output_overflow);
    const unsigned code = head >> 25 & 0x1f;
    if (repeat) {
      const std::uint64_t value = big_endian(in, (head >> 27 & 0x7) + 1);
      out.write_run(to_element(value), length, element{0});
    } else if (kind == encoding::direct) {
      unpack(in, out, run_of(packing::direct, code, 0), length);
    } else if (kind == encoding::delta) {
      // Without packed deltas, all values are one step apart. With them, only the first two are.
      const bool packed = code != 0;
      if (packed && length < 2) return refuse_as(status::malformed_symbol);
      const std::uint64_t first = from_stored(integer::fetch_varint(in, malformed));
      const std::uint64_t step = integer::unzigzag(integer::fetch_varint(in, malformed));
      out.write_run(static_cast<element>(first), packed ? 2 : length, static_cast<element>(step));
      if (packed)
        unpack(in, out,
               run_of(step >> 63 == 0 ? packing::rising : packing::falling, code, first + step),
               length - 2);
    } else if (!patched_base(in, out, head, length)) {
      return refuse_as(status::malformed_symbol);
    }
    return true;
  }

  /// The status of a chunk whose output is full.
  template <class Input>
  static CODAG_DEVICE status status_at_end(const Input& in, bool malformed) {
    return refuse(in, malformed, in.at_end() ? status::ok : status::trailing_input);
  }

  static CODAG_DEVICE std::uint64_t from_stored(std::uint64_t v) {
    if constexpr (std::is_signed_v<T>) return integer::unzigzag(v);
    return v;
  }
  static CODAG_DEVICE element to_element(std::uint64_t v) {
    return static_cast<element>(from_stored(v));
  }

 private:
  /// `otherwise`, unless an earlier error takes precedence.
  template <class Input>
  static CODAG_DEVICE status refuse(const Input& in, bool malformed, status otherwise) {
    if (malformed) return status::malformed_symbol;
    return in.overrun() ? status::truncated_input : otherwise;
  }

  /// Takes 1 to 8 bytes, the most significant first.
  template <class Input>
  static CODAG_DEVICE std::uint64_t big_endian(Input& in, unsigned bytes) {
    std::uint64_t value = 0;
    if (bytes > 4) {
      value = byte_swap(in.peek_bits(32));
      in.skip_word();
      bytes -= 4;
    }
    const std::uint32_t low = byte_swap(in.peek_bits(32)) >> (32 - 8 * bytes);
    in.skip_bits(8 * bytes);
    return value << (8 * bytes) | low;
  }

  static CODAG_DEVICE computed_run run_of(packing kind, unsigned width_code, std::uint64_t base) {
    return {.kind = kind,
            .width = static_cast<std::uint8_t>(decode_width(width_code)),
            .patches = 0,
            .patch_width = 0,
            .gap_width = 0,
            .begin_bit = 0,
            .base = base};
  }

  /// Writes `length` values that are packed from the position on, and continues after them.
  template <class Input, class Output>
  static CODAG_DEVICE void unpack(Input& in, Output& out, computed_run run, std::uint32_t length) {
    run.begin_bit = in.position();
    out.template write_computed<element>(run, length, in.words());
    in.seek(run.end_bit(length));
  }

  /// Returns false if the symbol is malformed.
  template <class Input, class Output>
  static CODAG_DEVICE bool patched_base(Input& in, Output& out, std::uint32_t head,
                                        std::uint32_t length) {
    computed_run run = run_of(packing::patched, head >> 25 & 0x1f, 0);
    run.patches = head & 0x1f;
    run.patch_width = static_cast<std::uint8_t>(decode_width(head >> 8 & 0x1f));
    run.gap_width = static_cast<std::uint8_t>((head >> 5 & 0x7) + 1);
    // The specification limits an entry to 64 bits. A value of 64 bits leaves no bit to patch.
    if (run.gap_width + run.patch_width > 64 || run.width == 64) return false;
    const unsigned base_bytes = (head >> 13 & 0x7) + 1;
    const std::uint64_t base = big_endian(in, base_bytes);
    const std::uint64_t sign = std::uint64_t{1} << (8 * base_bytes - 1);
    run.base = (base & sign) != 0 ? 0 - (base ^ sign) : base;

    // No gap is wider than its bits, no value is patched twice, and none after the run's end. Past
    // the chunk's end the gaps are 0; the caller distinguishes that from a wrong list.
    run.begin_bit = in.position();
    const auto words = in.words();
    std::uint32_t position = 0;
    bool right = true;
    for (unsigned i = 0; i < run.patches; ++i) {
      const std::uint32_t gap =
          run.gap_of(packed_value(words, run.entry_bit(length, i), run.entry_width()));
      position += gap;
      right = right && gap >> run.gap_width == 0 && position < length && (gap != 0 || i == 0);
    }
    if (right) {
      unpack(in, out, run, length);
    } else {
      in.seek(run.end_bit(length));
    }
    return right;
  }
};

}  // namespace codag::rle_v2
