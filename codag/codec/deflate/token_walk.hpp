// token_walk: one lane decodes tokens from a bit of a window on.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/stage_words.hpp"
#include "codag/codec/deflate/table_entry.hpp"
#include "codag/lz/tokens/token.hpp"

namespace codag::deflate {

/// The most bits of a codeword with its extra bits: a literal's or a length's, and a distance's.
inline constexpr unsigned max_number_bits = max_code_bits + length_extra_bits(length_codes - 2);
inline constexpr unsigned max_distance_bits =
    max_code_bits + distance_extra_bits(distance_codes - 1);
inline constexpr unsigned max_token_bits = max_number_bits + max_distance_bits;

/// What a step has decoded.
struct walked {
  lz::token token;      ///< without meaning if it is special
  table_entry special;  ///< not 0: the block's end, or bits that are no token
  bool bad;             ///< of these, the latter
};

/// A lane's place in a window. The stream's next 64 bits are in registers.
///
/// A step waits for two entries of tables, one after the other, and for little else. Nothing in it
/// depends on what the token is, so the lanes stay together.
class token_walk {
 public:
  CODAG_DEVICE token_walk(const std::uint32_t* staged, std::uint32_t bit)
      : staged_(staged),
        bit_(bit),
        bits_(staged_bits(staged, bit)),
        more_bits_(staged_bits(staged, bit + 32)) {}

  CODAG_DEVICE std::uint32_t bit() const { return bit_; }

  /// Decodes the token here and moves to the next. Bits that are no token take at least one bit.
  CODAG_DEVICE walked step(const block_tables& tables) {
    const table_entry number = tables.literals.find(bits_);
    static_assert(max_number_bits < 32 && max_distance_bits < 32, "each takes one funnel shift");
    const std::uint32_t middle = bit_ + total_of(number);
    const std::uint32_t bits = funnel_shift_right(bits_, more_bits_, total_of(number));
    // These bits arrive while the distance is looked up.
    const std::uint32_t* const words = staged_ + word_of(middle);
    const std::uint32_t after = funnel_shift_right(words[1], words[2], middle);
    const std::uint32_t later = funnel_shift_right(words[2], words[3], middle);
    // A literal has no distance, and what its next bits mean is not used.
    const table_entry found = tables.distances.find(bits);
    const table_entry distance = is_number(number) ? found : 0;
    const walked result{
        lz::make_token(number + (extra_of(number, bits_) << 16), number_of(distance, bits)),
        (number | distance) & special_bit,
        (distance & special_bit) != 0 || kind_of(number) == entry_kind::none};
    bit_ = middle + total_of(distance);
    bits_ = funnel_shift_right(bits, after, total_of(distance));
    more_bits_ = funnel_shift_right(after, later, total_of(distance));
    return result;
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

  const std::uint32_t* staged_;
  std::uint32_t bit_;
  std::uint32_t bits_, more_bits_;  // from bit_ on
};

}  // namespace codag::deflate
