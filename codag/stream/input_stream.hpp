// input_stream: the bits of a compressed chunk, one after the other (CODAG Table I).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"

namespace codag {

/// Words that an input_stream takes from its Source before it gives their bits.
inline constexpr std::uint32_t input_words_ahead = 2;

/// The two next words that `Source` hands out and a bit position in the first: a peek is one funnel
/// shift. Bits are taken from the low end of each byte, as Deflate packs them; 8 bits at a byte
/// boundary are that byte.
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
template <class Source>
class input_stream {
 public:
  CODAG_DEVICE explicit input_stream(Source& source)
      : source_(source),
        low_(source.next_word()),
        high_(source.next_word()),
        offset_(source.begin_bit() % 32) {}

  /// The next n bits (0 to 32), left in the stream.
  CODAG_DEVICE std::uint32_t peek_bits(unsigned n) {
    const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << n) - 1);
    return funnel_shift_right(low_, high_, offset_) & mask;
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
    low_ = high_;
    high_ = source_.next_word();
  }

  /// Drops the bits up to the next byte's beginning, 0 to 7.
  CODAG_DEVICE void align_to_byte() { skip_bits((0 - offset_) % 8); }

  /// The next n bits (0 to 32), taken from the stream.
  CODAG_DEVICE std::uint32_t fetch_bits(unsigned n) {
    const std::uint32_t bits = peek_bits(n);
    skip_bits(n);
    return bits;
  }

  /// Bits taken, and those before the chunk's first: counted from word 0. 32 bits hold every
  /// position, as max_chunk_bytes is 2^27.
  CODAG_DEVICE std::uint32_t position() const {
    return (source_.taken() - input_words_ahead) * 32 + offset_;
  }
  /// Goes on at `bit`, which is no earlier than position().
  CODAG_DEVICE void seek(std::uint32_t bit) {
    const std::uint32_t words = bit / 32 - position() / 32;
    offset_ = bit % 32;
    if (words >= input_words_ahead) {
      source_.jump(bit / 32);
      low_ = source_.next_word();
      high_ = source_.next_word();
    } else if (words == 1) {  // a Source need not go back to a word that it has handed out
      skip_word();
    }
  }
  /// Reads words without taking them: see Source.
  CODAG_DEVICE auto words() const { return source_.words(); }

  /// Whether more bits were taken than the chunk has.
  CODAG_DEVICE bool overrun() const { return position() > source_.end_bit(); }
  /// Whether exactly the chunk's bits were taken.
  CODAG_DEVICE bool at_end() const { return position() == source_.end_bit(); }

 private:
  Source& source_;
  std::uint32_t low_, high_;  // the words at the position
  std::uint32_t offset_;      // bits of low_ already taken: 0 to 31
};

}  // namespace codag
