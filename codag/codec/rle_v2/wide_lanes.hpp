// How the lanes of a warp decode rle_v2's elements of 2, 4 or 8 bytes: many short symbols at once,
// or the values of one long symbol.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/bits.hpp"
#include "codag/codec/integer/varint.hpp"
#include "codag/codec/lanes/apart.hpp"
#include "codag/codec/lanes/attempts.hpp"
#include "codag/codec/lanes/run_batch.hpp"
#include "codag/codec/lanes/word_varint.hpp"
#include "codag/codec/rle_v2/device_decoder.hpp"
#include "codag/codec/rle_v2/kept_headers.hpp"
#include "codag/codec/rle_v2/lane_headers.hpp"
#include "codag/codec/rle_v2/little_endian_header.hpp"
#include "codag/codec/rle_v2/next_headers.hpp"
#include "codag/codec/rle_v2/packed_deltas.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/rle_v2/width_table.hpp"
#include "codag/simt/simt.hpp"
#include "codag/stream/next_bytes.hpp"

namespace codag::rle_v2 {

/// Short repeats and fixed deltas have few bytes, and no data is needed to find the end of one. So
/// up to 32 of them are found in a window, parsed by a lane each, and written together. The lanes
/// unpack direct runs and packed deltas one symbol at a time. A patched base is decoded
/// sequentially.
template <class T, class Headers = next_headers>
class wide_lanes : public device_decoder<T> {
  using sequential = device_decoder<T>;

 public:
  using typename sequential::element;

  /// Decodes what a walker has passed.
  using after_walk = wide_lanes<T, kept_headers>;

  struct scratch {
    Headers headers;
    run_batch<element, 8 * max_run> runs;
  };
  /// The two varints of a delta, and then its packed values of up to 8 bits.
  static constexpr std::uint32_t window_bytes = 2 + 2 * integer::max_varint_bytes + max_run;
  static_assert(window_bytes >= lane_headers::window_bytes + 2 + 2 * integer::max_varint_bytes &&
                window_bytes >= packed_deltas::window_bytes);

  template <class Warp, class Window, class Output>
  static CODAG_DEVICE status decode_by_lanes(const Warp& warp, Window& in, Output& out,
                                             scratch& shared) {
    typename sequential::one_symbol state;
    // Lanes store whole elements. A chunk table may place a chunk at any byte.
    const bool aligned = out.misalignment(sizeof(T)) == 0;
    attempts tries;
    shared.runs.clear(warp);
    for (std::uint32_t room; (room = out.begin_symbol()) >= sizeof(T);) {
      in.look(window_bytes);
      if (aligned && decode_together(warp, in, out, shared, tries, room)) continue;
      if (!decode_apart<typename sequential::one_symbol>(in, out, state)) return state.refused;
    }
    return sequential::status_at_end(in, state.malformed);
  }

 private:
  /// Finding the headers costs as much as a few symbols that are decoded sequentially.
  static constexpr std::uint32_t worth_a_window = 4;

  using wide = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

  /// Decodes the symbols that the lanes can decode from the position on; returns whether there were
  /// any.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE bool decode_together(const Warp& warp, Window& in, Output& out,
                                           scratch& shared, attempts& tries, std::uint32_t room) {
    const next_bytes window = in.next_bytes();
    const std::uint32_t head = window.word(0);
    if (!lane_headers::is_short(head & 0xff)) {
      const auto kind = static_cast<encoding>(head >> 6 & 3);
      if (kind == encoding::direct) return unpack_direct(warp, in, out, head, room);
      return kind == encoding::delta && unpack_deltas(warp, in, out, window, head, room);
    }
    if (!tries.due()) return decode_one_short(warp, in, out, window, room);
    const std::uint32_t symbols = decode_short(warp, in, out, window, shared);
    tries.note(symbols >= worth_a_window);
    return symbols > 0;
  }

  /// Decodes short repeats and fixed deltas from the position on; returns how many.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE std::uint32_t decode_short(const Warp& warp, Window& in, Output& out,
                                                 const next_bytes& window, scratch& shared) {
    std::uint32_t begin = 0, end = 0;
    std::uint32_t count = shared.headers.find(warp, in, begin, end);
    const short_symbol symbol = parse_short<true>(window, begin, end);
    // The symbols before the first that only the sequential decoder can judge.
    const std::uint32_t good = warp.first_of(~warp.ballot(symbol.whole));
    if (good < count) count = good;
    if (count == 0) return 0;
    count = shared.runs.template write<max_run>(warp, out, count, symbol.length,
                                                sequential::to_element(symbol.init),
                                                static_cast<element>(symbol.step));
    if (count > 0) in.seek(in.position() + 8 * warp.shuffle(end, count - 1));
    return count;
  }

  /// Decodes the short symbol at the position. Where they come one by one, between symbols of other
  /// kinds, that costs a fraction of looking for more of them. Returns false, and writes nothing,
  /// if only the sequential decoder can judge it.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE bool decode_one_short(const Warp& warp, Window& in, Output& out,
                                            const next_bytes& window, std::uint32_t room) {
    const short_symbol symbol = parse_short<false>(window, 0, 0);
    if (!symbol.whole || symbol.length > room / sizeof(T) || !in.has(symbol.end)) return false;
    out.begin_batch(symbol.length * static_cast<std::uint32_t>(sizeof(T)));
    const auto elements = out.template elements_at<element>(out.position());
    const element init = sequential::to_element(symbol.init);
    for (std::uint32_t i = warp.rank(); i < symbol.length; i += simt::warp_size)
      elements.put(static_cast<std::int32_t>(i), static_cast<element>(init + symbol.step * i));
    out.end_batch();
    in.seek(in.position() + 8 * symbol.end);
    return true;
  }

  /// A short repeat or a fixed delta: init, init + step, ...
  struct short_symbol {
    std::uint32_t length;
    std::uint32_t end;  ///< the byte after it
    wide init, step;    ///< as stored; the step without its zigzag
    bool whole;  ///< whether `wide` holds both: if not, only the sequential decoder can judge
  };

  /// Parses the short symbol that begins at byte `begin`. It ends before byte `end`; 0 if that is
  /// not known yet.
  template <bool KnowsEnd>
  static CODAG_DEVICE short_symbol parse_short(const next_bytes& window, std::uint32_t begin,
                                               std::uint32_t end) {
    short_symbol symbol{.length = 0, .end = end, .init = 0, .step = 0, .whole = true};
    std::uint32_t bytes[3];
    window.words(begin, bytes);
    if ((bytes[0] & 0x80) == 0) {
      const std::uint32_t value_bytes = (bytes[0] >> 3 & 7) + 1;
      symbol.length = (bytes[0] & 7) + min_repeat;
      symbol.init = big_endian(bytes, value_bytes, symbol.whole);
      if constexpr (!KnowsEnd) symbol.end = begin + 1 + value_bytes;
      return symbol;
    }
    symbol.length = run_length(bytes[0]);
    const std::uint32_t varint[3] = {funnel_shift_right(bytes[0], bytes[1], 16),
                                     funnel_shift_right(bytes[1], bytes[2], 16), bytes[2] >> 16};
    const std::uint32_t init_bytes = varint_length(varint);
    symbol.init = word_varint<wide>(varint, init_bytes, symbol.whole);
    bool step_whole = false;
    std::uint32_t step_bytes[3];
    const std::uint32_t step_at = begin + 2 + init_bytes;
    window.words(step_at, step_bytes);
    if constexpr (!KnowsEnd) symbol.end = step_at + varint_length(step_bytes);
    const auto step = word_varint<wide>(step_bytes, symbol.end - step_at, step_whole);
    symbol.step = static_cast<wide>(step >> 1 ^ (0 - (step & 1)));
    symbol.whole = symbol.whole && step_whole && step_at < symbol.end;
    return symbol;
  }

  /// A short repeat's value, 1 to 8 bytes after the header. `whole` becomes whether it fits.
  static CODAG_DEVICE wide big_endian(const std::uint32_t (&bytes)[3], std::uint32_t count,
                                      bool& whole) {
    const std::uint32_t high = byte_swap(funnel_shift_right(bytes[0], bytes[1], 8));
    if constexpr (sizeof(T) == 8) {
      const std::uint32_t low = byte_swap(funnel_shift_right(bytes[1], bytes[2], 8));
      return (static_cast<std::uint64_t>(high) << 32 | low) >> (64 - 8 * count);
    } else {
      whole = count <= 4;
      return whole ? high >> (32 - 8 * count) : 0;
    }
  }

  /// Writes a direct run, 32 values at a time.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE bool unpack_direct(const Warp& warp, Window& in, Output& out,
                                         std::uint32_t head, std::uint32_t room) {
    const std::uint32_t length = run_length(head);
    const std::uint32_t width = decode_width(width_code(head));
    const std::uint32_t bytes = 2 + (length * width + 7) / 8;
    if (length > room / sizeof(T) || !in.has(bytes)) return false;
    const std::uint32_t end = in.position() + 8 * bytes;
    in.seek(in.position() + 16);
    out.begin_batch(length * static_cast<std::uint32_t>(sizeof(T)));
    const auto elements = out.template elements_at<element>(out.position());
    // As many at once as the window surely has: 32 values are whole bytes.
    const std::uint32_t at_once = width <= 8 ? max_run : width <= 32 ? 128 : 64;
    static_assert(window_bytes >= 64 * 8 && window_bytes >= 128 * 4 && window_bytes >= max_run);
    for (std::uint32_t first = 0; first < length; first += at_once) {
      in.look(window_bytes);
      const next_bytes window = in.next_bytes();
      const std::uint32_t last = length - first < at_once ? length : first + at_once;
      for (std::uint32_t i = first + warp.rank(); i < last; i += simt::warp_size) {
        const std::uint32_t bit = (i - first) * width;
        const std::uint32_t high = window.high_first(bit);
        std::uint64_t value = high >> (32 - (width < 32 ? width : 32));
        if (width > 32)
          value = (static_cast<std::uint64_t>(high) << 32 | window.high_first(bit + 32)) >>
                  (64 - width);
        elements.put(static_cast<std::int32_t>(i), sequential::to_element(value));
      }
      if (last < length) in.seek(in.position() + at_once * width);
    }
    out.end_batch();
    in.seek(end);
    return true;
  }

  /// Writes a run of packed deltas.
  template <class Warp, class Window, class Output>
  static CODAG_DEVICE bool unpack_deltas(const Warp& warp, Window& in, Output& out,
                                         const next_bytes& window, std::uint32_t head,
                                         std::uint32_t room) {
    const std::uint32_t length = run_length(head);
    if (length < 2 || length > room / sizeof(T)) return false;
    std::uint32_t bytes[3];
    window.words(2, bytes);
    const std::uint32_t first_bytes = varint_length(bytes);
    bool first_whole = false, step_whole = false;
    const wide first = word_varint<wide>(bytes, first_bytes, first_whole);
    window.words(2 + first_bytes, bytes);
    const std::uint32_t step_bytes = varint_length(bytes);
    const wide zigzag = word_varint<wide>(bytes, step_bytes, step_whole);
    const packed_deltas deltas{decode_width(width_code(head)),
                               in.position() + 8 * (2 + first_bytes + step_bytes),
                               (zigzag & 1) != 0};
    const std::uint32_t end = deltas.end_bit(length);
    if (!first_whole || !step_whole || deltas.width > packed_deltas::max_width || in.overrun() ||
        end > in.end_bit())
      return false;
    out.begin_batch(length * static_cast<std::uint32_t>(sizeof(T)));
    deltas.template write<element>(warp, in, out, length, sequential::to_element(first),
                                   static_cast<element>(zigzag >> 1 ^ (0 - (zigzag & 1))));
    out.end_batch();
    in.seek(end);
    return true;
  }
};

}  // namespace codag::rle_v2
