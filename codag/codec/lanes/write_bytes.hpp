// How the lanes of a warp write consecutive bytes, most of them as whole words.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/lanes/byte_arithmetic.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// Where a stretch of output bytes has whole words in memory: after `head` bytes there are `words`
/// aligned words, and then fewer than four bytes.
struct word_places {
  std::uint32_t head, words;

  /// Of `length` bytes from the output's position on.
  template <class Output>
  static CODAG_DEVICE word_places of(const Output& out, std::uint32_t length) {
    const std::uint32_t head = (0 - (out.misalignment(4) + out.position())) & 3;
    if (length < head) return {length, 0};
    return {head, (length - head) / 4};
  }

  // The bytes in no whole word: lanes 0 to 2 write those before the words, 4 to 6 those after them.

  /// Whether there are any.
  [[nodiscard]] CODAG_DEVICE bool leaves_bytes(std::uint32_t length) const {
    return head != 0 || 4 * words != length;
  }
  [[nodiscard]] CODAG_DEVICE std::uint32_t byte_of(std::uint32_t lane) const {
    return lane < 4 ? lane : head + 4 * words + lane - 4;
  }
  [[nodiscard]] CODAG_DEVICE bool has_byte(std::uint32_t lane, std::uint32_t length) const {
    return lane < 4 ? lane < head : byte_of(lane) < length;
  }
  /// Writes the lane's, if it has one: byte i is byte_at(i).
  template <class Output, class ByteOf>
  CODAG_DEVICE void write_others(Output& out, std::uint32_t lane, std::uint32_t length,
                                 const ByteOf& byte_at) const {
    if (!leaves_bytes(length) || !has_byte(lane, length)) return;
    const std::uint32_t i = byte_of(lane);
    out.template elements_at<std::uint8_t>(out.position() + i).put(0, byte_at(i));
  }
};

/// Writes the next `length` bytes, which fit. `word_of(i)` gives the four bytes from byte i on,
/// `byte_of(i)` byte i: each lane calls them for other bytes. Collective over the warp.
template <class Warp, class Output, class WordOf, class ByteOf>
CODAG_DEVICE void write_bytes(const Warp& warp, Output& out, std::uint32_t length,
                              const WordOf& word_of, const ByteOf& byte_of) {
  out.begin_batch(length);
  const std::uint32_t lane = warp.rank();
  const word_places at = word_places::of(out, length);
  const auto words = out.template elements_at<std::uint32_t>(out.position() + at.head);
  for (std::uint32_t w = lane; w < at.words; w += simt::warp_size)
    words.put(static_cast<std::int32_t>(w), word_of(at.head + 4 * w));
  at.write_others(out, lane, length, byte_of);
  out.end_batch();
}

/// The same for at most MaxLength bytes. A lane calls words_from(i) once, and the next() of what it
/// returns for each word: that gives the four bytes from byte i on, then those from byte i + 128
/// on, and so on.
template <std::uint32_t MaxLength, class Warp, class Output, class WordsFrom, class ByteOf>
CODAG_DEVICE void write_byte_rows(const Warp& warp, Output& out, std::uint32_t length,
                                  const WordsFrom& words_from, const ByteOf& byte_of) {
  constexpr std::uint32_t rows = MaxLength / (4 * simt::warp_size);
  static_assert(MaxLength % (4 * simt::warp_size) == 0);
  out.begin_batch(length);
  const std::uint32_t lane = warp.rank();
  const word_places at = word_places::of(out, length);
  const auto words = out.template elements_at<std::uint32_t>(out.position() + at.head);
  auto mine = words_from(at.head + 4 * lane);
  CODAG_UNROLL
  for (std::uint32_t row = 0; row < rows; ++row) {
    const std::uint32_t w = row * simt::warp_size + lane;
    if (w >= at.words) break;
    words.put(static_cast<std::int32_t>(w), mine.next());
  }
  at.write_others(out, lane, length, byte_of);
  out.end_batch();
}

/// Writes a run of `length` bytes init, init + delta, ..., which fit. Collective over the warp.
template <class Warp, class Output>
CODAG_DEVICE void write_byte_run(const Warp& warp, Output& out, std::uint32_t length,
                                 std::uint32_t init, std::uint32_t delta) {
  const std::uint32_t steps = four_steps(delta);
  const auto byte_of = [&](std::uint32_t i) { return static_cast<std::uint8_t>(init + i * delta); };
  write_bytes(
      warp, out, length, [&](std::uint32_t i) { return run_word(byte_of(i), steps); }, byte_of);
}

}  // namespace codag
