// token_walk: one lane decodes tokens from a bit of a window on.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/table_entry.hpp"
#include "codag/lz/token.hpp"

namespace codag::deflate {

/// The most bits of a token: a length's codeword with its extra bits, and a distance's.
inline constexpr unsigned max_token_bits = 2 * max_code_bits + length_extra_bits(length_codes - 2) +
                                           distance_extra_bits(distance_codes - 1);

/// What a step has decoded.
struct walked {
  lz::token token;      ///< without meaning if it is special
  table_entry special;  ///< not 0: the block's end, or bits that are no token
  bool bad;             ///< of these, the latter
};

/// A lane's place in a window. Three words of it are in registers, from the one that holds the
/// place on. The third one is loaded before it is needed.
class token_walk {
 public:
  CODAG_DEVICE token_walk(const std::uint32_t* staged, std::uint32_t bit)
      : staged_(staged), bit_(bit) {
    const std::uint32_t i = bit / 32;
    for (unsigned k = 0; k < 3; ++k) words_[k] = staged[i + k];
  }

  CODAG_DEVICE std::uint32_t bit() const { return bit_; }

  /// Decodes the token here and moves to the next. Bits that are no token take at least one bit.
  ///
  /// Nothing here depends on what the token is, except for the look-up of a distance: the lanes
  /// stay together.
  CODAG_DEVICE walked step(const block_tables& tables) {
    const std::uint32_t bits = funnel_shift_right(words_[0], words_[1], bit_);
    const table_entry number = tables.literals.find(bits);
    const std::uint32_t middle = bit_ + total_of(number);
    const bool crosses = (middle ^ bit_) >= 32;
    const std::uint32_t more = funnel_shift_right(crosses ? words_[1] : words_[0],
                                                  crosses ? words_[2] : words_[1], middle);
    const table_entry distance = is_number(number) ? tables.distances.find(more) : 0;
    const std::uint32_t end = middle + total_of(distance);
    // A token is shorter than two words.
    static_assert(max_token_bits < 64);
    std::uint32_t word = bit_ / 32;
    if (word != end / 32) {
      next_word(word++);
      if (word != end / 32) next_word(word);
    }
    bit_ = end;
    return {lz::make_token(number + (extra_of(number, bits) << 16), number_of(distance, more)),
            (number | distance) & special_bit,
            (distance & special_bit) != 0 || kind_of(number) == entry_kind::none};
  }

 private:
  /// An entry that is the block's end, or no codeword, has this bit.
  static constexpr auto special_bit = static_cast<table_entry>(entry_kind::end);
  static_assert((static_cast<table_entry>(entry_kind::end) &
                 static_cast<table_entry>(entry_kind::none)) ==
                    static_cast<table_entry>(entry_kind::end),
                "one bit says either");
  static_assert((static_cast<table_entry>(entry_kind::end) &
                 (static_cast<table_entry>(entry_kind::number) |
                  static_cast<table_entry>(entry_kind::longer))) == 0);

  CODAG_DEVICE void next_word(std::uint32_t word) {
    words_[0] = words_[1];
    words_[1] = words_[2];
    words_[2] = staged_[word + 3];
  }

  const std::uint32_t* staged_;
  std::uint32_t bit_;
  std::uint32_t words_[3];
};

}  // namespace codag::deflate
