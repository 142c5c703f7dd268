// The codewords of the values that a thread of lookback_kernel encodes, from the time when their
// length is known until the time when their place in the tile is known.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/encode/vle/code_tables.hpp"
#include "codag/encode/vle/codeword_joiner.hpp"
#include "codag/encode/vle/input_words.hpp"

namespace codag::vle {

/// Keeps the codewords in registers, two in a word. Two that do not fit are crowded: they are
/// found again when they are joined. Few codes have such pairs, and they are rare.
class kept_codewords {
 public:
  using table = short_code_table;
  static constexpr unsigned quads = table::thread_quads, values = quads * quad_bytes;

  CODAG_DEVICE kept_codewords() = default;
  CODAG_DEVICE kept_codewords(const table::entry* copy,
                              const std::uint32_t (&words)[quads * quad_words]) {
    for (unsigned i = 0; i < quads * quad_words; ++i) {
      const table::entry entries[word_bytes] = {
          table::find(copy, byte_of<0>(words[i])), table::find(copy, byte_of<1>(words[i])),
          table::find(copy, byte_of<2>(words[i])), table::find(copy, byte_of<3>(words[i]))};
      pairs_[2 * i] = pair_of(entries[0], entries[1]);
      pairs_[2 * i + 1] = pair_of(entries[2], entries[3]);
      const std::uint32_t two_lengths = lengths_of(entries);
      lengths_[i / 2] =
          i % 2 == 0 ? two_lengths : byte_permute(lengths_[i / 2], two_lengths, 0x5410);
    }
  }

  /// Whether bits() and append_to() are of no use: two codewords do not fit into a word, or a
  /// symbol has none.
  [[nodiscard]] CODAG_DEVICE bool crowded() const {
    // A byte of 33 or more gets its bit 7.
    constexpr std::uint32_t bit_7_from_33 = 128 - 33;
    static_assert(2 * table::lacking + bit_7_from_33 < 256, "no byte overflows");
    std::uint32_t any = 0;
    for (const std::uint32_t four : lengths_) any |= four + bit_7_from_33 * 0x01010101u;
    return (any & high_bits) != 0;
  }
  [[nodiscard]] CODAG_DEVICE std::uint32_t bits() const {
    std::uint32_t sum = 0;
    for (const std::uint32_t four : lengths_) sum = sum_of_bytes(four, sum);
    return sum;
  }
  CODAG_DEVICE void append_to(codeword_joiner& joiner) const {
    for (unsigned i = 0; i < values / 2; ++i)
      joiner.append(pairs_[i], lengths_[i / 4] >> 8 * (i % 4));
  }

 private:
  static CODAG_DEVICE std::uint32_t pair_of(table::entry first, table::entry second) {
    // A shift by the whole entry is one by its length: only the low five bits count.
    return table::codeword(first) | funnel_shift_left(table::codeword(second), 0, first);
  }
  /// The lengths of two pairs, in the low two bytes. Two lengths need no more than a byte together.
  static CODAG_DEVICE std::uint32_t lengths_of(const table::entry (&entries)[word_bytes]) {
    return byte_permute(entries[0] + entries[1], entries[2] + entries[3], 0x0040);
  }

  std::uint32_t pairs_[values / 2];
  std::uint32_t lengths_[values / 8];  ///< a byte per pair
};

/// Keeps the values themselves, and looks their codewords up twice: of a code with long codewords,
/// two do not fit into a word.
class kept_values {
 public:
  using table = long_code_table;
  static constexpr unsigned words = table::thread_quads * quad_words;

  CODAG_DEVICE kept_values() = default;
  CODAG_DEVICE kept_values(const table::entry* copy, const std::uint32_t (&values)[words])
      : copy_(copy) {
    for (unsigned i = 0; i < words; ++i) values_[i] = values[i];
    each_entry([&](table::entry e) {
      bits_ += table::length(e);
      crowded_ = crowded_ || table::length(e) == table::lacking;
    });
  }

  /// Whether bits() and append_to() are of no use: a symbol has no codeword.
  [[nodiscard]] CODAG_DEVICE bool crowded() const { return crowded_; }
  [[nodiscard]] CODAG_DEVICE std::uint32_t bits() const { return bits_; }
  CODAG_DEVICE void append_to(codeword_joiner& joiner) const {
    each_entry([&](table::entry e) { joiner.append(table::codeword(e), table::length(e)); });
  }

 private:
  template <class Visit>
  CODAG_DEVICE void each_entry(const Visit& visit) const {
    for (const std::uint32_t word : values_) {
      visit(table::find(copy_, byte_of<0>(word)));
      visit(table::find(copy_, byte_of<1>(word)));
      visit(table::find(copy_, byte_of<2>(word)));
      visit(table::find(copy_, byte_of<3>(word)));
    }
  }

  const table::entry* copy_;
  std::uint32_t values_[words];
  std::uint32_t bits_ = 0;
  bool crowded_ = false;
};

/// What a thread keeps of its values, by the table in which their codewords are.
template <class Table>
using kept_of =
    std::conditional_t<std::is_same_v<Table, kept_codewords::table>, kept_codewords, kept_values>;

/// Calls visit(codeword, its bits) for `count` values from `at` on. A symbol without a codeword has
/// one bit, 0. Returns whether there is such a symbol.
template <class Table, class Thread, class Visit>
CODAG_DEVICE bool for_each_codeword(const Thread& t, const Table& table, const std::byte* at,
                                    std::uint32_t count, const Visit& visit) {
  const auto* const copy = table.copy_of(t.lane());
  bool any_lacks = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto entry = Table::find(copy, static_cast<std::uint32_t>(t.load(at + i)));
    const bool lacks = Table::length(entry) == Table::lacking;
    any_lacks = any_lacks || lacks;
    visit(Table::codeword(entry), lacks ? 1 : Table::length(entry));
  }
  return any_lacks;
}

}  // namespace codag::vle
