// input_stream: the bits of a compressed chunk, in order (CODAG Table I).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/stream/look_ahead.hpp"
#include "codag/stream/source.hpp"

namespace codag {

/// An input (see the concept) that holds the next words of its Source, and a bit position in the
/// first of them. It holds two words, so that a peek is one funnel shift, or three for a decoder
/// that looks_ahead.
///
/// Reading past the chunk is harmless and yields zeros; overrun() then stays true.
template <source Source, bool LooksAhead = false>
class input_stream {
 public:
  /// How many words it takes from its Source before it gives their bits.
  static constexpr std::uint32_t words_held = LooksAhead ? 3 : 2;

  CODAG_DEVICE explicit input_stream(Source& source)
      : source_(source), offset_(source.begin_bit() % 32) {
    load_words();
  }

  CODAG_DEVICE std::uint32_t peek_bits(unsigned n) {
    const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << n) - 1);
    return funnel_shift_right(words_[0], words_[1], offset_) & mask;
  }

  CODAG_DEVICE void skip_bits(unsigned n) {
    offset_ += n;
    if (offset_ >= 32) {
      offset_ -= 32;
      skip_word();
    }
  }

  CODAG_DEVICE void skip_word() {
    CODAG_UNROLL
    for (unsigned i = 1; i < words_held; ++i) words_[i - 1] = words_[i];
    words_[words_held - 1] = source_.next_word();
  }

  CODAG_DEVICE void align_to_byte() { skip_bits((0 - offset_) % 8); }

  CODAG_DEVICE std::uint32_t fetch_bits(unsigned n) {
    const std::uint32_t bits = peek_bits(n);
    skip_bits(n);
    return bits;
  }

  CODAG_DEVICE codag::look_ahead look_ahead() const
    requires LooksAhead
  {
    return {words_, offset_};
  }
  CODAG_DEVICE void follow(const codag::look_ahead& ahead) {
    for (offset_ += ahead.skipped(); offset_ >= 32; offset_ -= 32) skip_word();
  }

  /// 32 bits hold every position, because max_chunk_bytes is 2^27.
  CODAG_DEVICE std::uint32_t position() const { return word() * 32 + offset_; }
  /// The index of the word that holds the next bit.
  CODAG_DEVICE std::uint32_t word() const { return source_.taken() - words_held; }
  CODAG_DEVICE void seek(std::uint32_t bit)
    requires seekable_source<Source>
  {
    const std::uint32_t words = bit / 32 - word();
    offset_ = bit % 32;
    if (words >= words_held) {
      source_.jump(bit / 32);
      load_words();
    } else {  // the Source cannot go back to a word that it has handed out
      for (std::uint32_t i = 1; i < words_held; ++i)
        if (i <= words) skip_word();
    }
  }
  CODAG_DEVICE auto words() const
    requires seekable_source<Source>
  {
    return source_.words();
  }

  CODAG_DEVICE bool overrun() const { return position() > source_.end_bit(); }
  CODAG_DEVICE bool at_end() const { return position() == source_.end_bit(); }

 private:
  CODAG_DEVICE void load_words() {
    CODAG_UNROLL
    for (auto& word : words_) word = source_.next_word();
  }

  Source& source_;
  std::uint32_t words_[words_held];  // from the next bit on
  std::uint32_t offset_;             // bits of the first word that are already taken: 0 to 31
};

}  // namespace codag
