// The newest bytes of an output, which do not fill a word of memory yet.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/lanes/byte_arithmetic.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// Lanes write the bytes of an output as whole words of memory. Bytes that do not fill a word wait
/// in a register for those after them, until flush() stores them.
///
/// In a batch of the output, words are counted from the one that its position is in.
class unfinished_word {
 public:
  template <class Output>
  CODAG_DEVICE explicit unfinished_word(const Output& out) {
    restart(out);
  }

  /// How many bytes of word 0 are before the position.
  [[nodiscard]] CODAG_DEVICE std::uint32_t late() const { return state_ / one_late; }

  /// The words of the batch, counted from word 1: word 0 may begin before the chunk.
  template <class Output>
  CODAG_DEVICE auto words(const Output& out) const {
    return out.template elements_at<std::uint32_t>(out.position() - late() + 4);
  }
  /// Stores word 0, whose first late() bytes do not count. For one lane.
  template <class Output>
  CODAG_DEVICE void store_first(Output& out, std::uint32_t word) const {
    word = joined(word);
    if (foreign() != 0)
      put_bytes(out, 4, word);
    else
      words(out).put(-1, word);
  }
  /// Ends a batch of `length` bytes, whose whole words have been stored. `last` is the word in
  /// which the batch ends, unless it ends at a word's end. Called by all lanes.
  template <class Output>
  CODAG_DEVICE void end_batch(Output& out, std::uint32_t length, std::uint32_t last) {
    const std::uint32_t end = late() + length;
    // Bytes still wait if the end is in word 0.
    const std::uint32_t others = end < 4 ? foreign() : 0;
    if (end < 4) last = joined(last);
    const std::uint32_t rest = end & 3;
    state_ = (last & low_bits(8 * rest)) | others * one_foreign | rest * one_late;
    out.end_batch();
  }

  /// Writes the next `length` bytes, at most 128 Rows, which fit. Lane j has word 32 g + j for each
  /// row g: word_of_row(g) gives it, and is called in order, as long as the row has whole words.
  /// `last` is as in end_batch(). Collective over the warp.
  template <unsigned Rows, class Warp, class Output, class WordOfRow>
  CODAG_DEVICE void write(const Warp& warp, Output& out, std::uint32_t length, std::uint32_t last,
                          const WordOfRow& word_of_row) {
    const std::uint32_t whole = (late() + length) / 4;
    out.begin_batch(length);
    const auto words = this->words(out);
    CODAG_UNROLL
    for (unsigned g = 0; g < Rows; ++g) {
      if (g > 0 && g * 4 * simt::warp_size >= length) break;
      const std::uint32_t w = g * simt::warp_size + warp.rank();
      std::uint32_t word = word_of_row(g);
      bool put = w < whole;
      if (g == 0) {
        // Not store_first(): a branch for lane 0 would part the warp for each batch.
        const std::uint32_t first = joined(word);
        word = w == 0 ? first : word;
        if (foreign() != 0 && w == 0) {
          if (put) put_bytes(out, 4, word);
          put = false;
        }
      }
      if (put) words.put(static_cast<std::int32_t>(w) - 1, word);
    }
    end_batch(out, length, last);
  }
  /// Writes a run of `length` bytes init, init + delta, ..., at most 128 Rows, which fit.
  /// Collective over the warp.
  template <unsigned Rows, class Warp, class Output>
  CODAG_DEVICE void write_run(const Warp& warp, Output& out, std::uint32_t length,
                              std::uint32_t init, std::uint32_t delta) {
    const std::uint32_t steps = four_steps(delta);
    const auto word = [&](std::uint32_t w) {
      return run_word(init + (4 * w - late()) * delta, steps);
    };
    write<Rows>(warp, out, length, word((late() + length) / 4),
                [&](unsigned g) { return word(g * simt::warp_size + warp.rank()); });
  }

  /// Stores the bytes that wait. They still wait, too.
  template <class Warp, class Output>
  CODAG_DEVICE void flush(const Warp& warp, Output& out) const {
    if (warp.rank() == 0) put_bytes(out, late(), state_);
  }
  /// What is before the position has been stored already, or is not the output's.
  template <class Output>
  CODAG_DEVICE void restart(const Output& out) {
    state_ = ((out.misalignment(4) + out.position()) & 3) * (one_late + one_foreign);
  }

 private:
  // The bytes that wait are in the low 24 bits, where they belong in their word. Above them, there
  // is the number of bytes of that word which have been stored already or are not this output's,
  // and then late().
  static constexpr std::uint32_t one_foreign = 1u << 24, one_late = 1u << 28;

  [[nodiscard]] CODAG_DEVICE std::uint32_t foreign() const { return state_ / one_foreign & 3; }
  /// Word 0 with the bytes that wait.
  [[nodiscard]] CODAG_DEVICE std::uint32_t joined(std::uint32_t word) const {
    return (word & ~low_bits(8 * late())) | (state_ & (one_foreign - 1));
  }
  /// Stores the bytes of word 0 before byte `end`, except for the foreign ones. Of one lane.
  template <class Output>
  CODAG_DEVICE void put_bytes(Output& out, std::uint32_t end, std::uint32_t word) const {
    CODAG_NO_UNROLL
    for (std::uint32_t k = foreign(); k < end; ++k)
      out.template elements_at<std::uint8_t>(out.position() + k - late())
          .put(0, static_cast<std::uint8_t>(word >> 8 * k));
  }

  std::uint32_t state_;
};

}  // namespace codag
