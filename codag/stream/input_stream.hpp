// input_stream: the bits of a compressed chunk, one after the other (CODAG Table I).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/stream/look_ahead.hpp"
#include "codag/stream/source.hpp"

namespace codag {

/// The next words that `Source` hands out and a bit position in the first: two words, so that a
/// peek is one funnel shift; three for a decoder that looks_ahead. Bits are taken from the low end
/// of each byte, as Deflate packs them; 8 bits at a byte boundary are that byte.
///
/// A Source has, with words counted as in compressed_words:
///     std::uint32_t next_word();               // 0 behind the chunk's end
///     std::uint32_t taken() const;             // index of the word behind the last handed out
///     std::uint32_t begin_bit(), end_bit();    // of the chunk, counted from word 0
///     void jump(std::uint32_t index);          // next_word() goes on there: taken() or later
///     Words words() const;                     // words()(index), of any lane by itself: a word of
///                                              // the current symbol, 0 behind the chunk's end
///
/// Reading past the chunk is harmless and yields zeros; overrun() then stays true.
template <source Source, bool LooksAhead = false>
class input_stream {
 public:
  /// Words that it takes from its Source before it gives their bits.
  static constexpr std::uint32_t words_held = LooksAhead ? 3 : 2;

  CODAG_DEVICE explicit input_stream(Source& source)
      : source_(source), offset_(source.begin_bit() % 32) {
    load_words();
  }

  /// The next n bits (0 to 32), left in the stream.
  CODAG_DEVICE std::uint32_t peek_bits(unsigned n) {
    const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << n) - 1);
    return funnel_shift_right(words_[0], words_[1], offset_) & mask;
  }

  /// Drops n bits (0 to 32).
  CODAG_DEVICE void skip_bits(unsigned n) {
    offset_ += n;
    if (offset_ >= 32) {
      offset_ -= 32;
      skip_word();
    }
  }

  /// Drops 32 bits.
  CODAG_DEVICE void skip_word() {
    for (unsigned i = 1; i < words_held; ++i) words_[i - 1] = words_[i];
    words_[words_held - 1] = source_.next_word();
  }

  /// Drops the bits up to the next byte's beginning, 0 to 7.
  CODAG_DEVICE void align_to_byte() { skip_bits((0 - offset_) % 8); }

  /// The next n bits (0 to 32), taken from the stream.
  CODAG_DEVICE std::uint32_t fetch_bits(unsigned n) {
    const std::uint32_t bits = peek_bits(n);
    skip_bits(n);
    return bits;
  }

  /// The next 64 bits, left in the stream.
  CODAG_DEVICE codag::look_ahead look_ahead() const requires LooksAhead {
    return {words_, offset_};
  }
  /// Drops what was skipped since look_ahead().
  CODAG_DEVICE void follow(const codag::look_ahead& ahead) {
    for (offset_ += ahead.skipped(); offset_ >= 32; offset_ -= 32) skip_word();
  }

  /// Bits taken, and those before the chunk's first: counted from word 0. 32 bits hold every
  /// position, as max_chunk_bytes is 2^27.
  CODAG_DEVICE std::uint32_t position() const { return word() * 32 + offset_; }
  /// The index of the word that position() is in.
  CODAG_DEVICE std::uint32_t word() const { return source_.taken() - words_held; }
  /// Goes on at `bit`, which is no earlier than position().
  CODAG_DEVICE void seek(std::uint32_t bit) requires seekable_source<Source> {
    const std::uint32_t words = bit / 32 - word();
    offset_ = bit % 32;
    if (words >= words_held) {
      source_.jump(bit / 32);
      load_words();
    } else {  // a Source need not go back to a word that it has handed out
      for (std::uint32_t i = 1; i < words_held; ++i)
        if (i <= words) skip_word();
    }
  }
  /// Reads words without taking them: see Source.
  CODAG_DEVICE auto words() const requires seekable_source<Source> { return source_.words(); }

  /// Whether more bits were taken than the chunk has.
  CODAG_DEVICE bool overrun() const { return position() > source_.end_bit(); }
  /// Whether exactly the chunk's bits were taken.
  CODAG_DEVICE bool at_end() const { return position() == source_.end_bit(); }

 private:
  CODAG_DEVICE void load_words() {
    for (auto& word : words_) word = source_.next_word();
  }

  Source& source_;
  std::uint32_t words_[words_held];  // from the position on
  std::uint32_t offset_;             // bits of the first already taken: 0 to 31
};

}  // namespace codag
