// The code in shared memory, in the form that lookback_kernel looks codewords up in.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/vle/vle.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/simt.hpp"

namespace codag::vle {

// Each table says how many quads of values a thread of its kernel encodes, so that their entries
// fit into its registers. Both have the length in an entry's low bits, and a flag that says that
// the symbol has no codeword. So the sum of `summed` entries has the sum of their lengths in its
// low bits.

/// For codes whose longest codeword has at most 16 or 23 bits, which is nearly every one. An entry
/// is a single word. Several copies of the table lie side by side, and each lane uses one of them:
/// so fewer lanes wait for the same bank of shared memory.
template <unsigned longest_codeword>
struct short_code_table {
  static constexpr unsigned longest = longest_codeword;
  static constexpr unsigned thread_quads = 2;
  static constexpr unsigned copies = 4;
  static constexpr unsigned summed = 8;
  using entry = std::uint32_t;  ///< from its low bits on: 8 of length, 23 of codeword, the flag

  entry entries[symbols][copies];

  template <class Thread>
  CODAG_DEVICE void fill(const Thread& t, const codebook& book) {
    for (unsigned i = t.thread_index(); i < symbols * copies; i += t.block_threads()) {
      const std::uint32_t length = t.load(&book.lengths[i / copies]);
      entries[i / copies][i % copies] =
          length == 0 ? lacks : t.load(&book.codewords[i / copies]) << length_bits | length;
    }
  }
  /// The lane's copy: find(copy, symbol) is the symbol's entry.
  CODAG_DEVICE const entry* copy_of(unsigned lane) const { return &entries[0][lane % copies]; }
  static CODAG_DEVICE entry find(const entry* copy, std::uint32_t symbol) {
    return copy[symbol * copies];
  }
  /// Of an entry, or of the sum of `summed` entries.
  static CODAG_DEVICE std::uint32_t length(entry e) { return e % (1u << length_bits); }
  /// Whether one of the entries that were ORed has no codeword.
  static CODAG_DEVICE bool any_lacks(entry ored) { return (ored & lacks) != 0; }

  /// Calls append(codewords, bits) for two entries: once, unless they are rare symbols.
  template <class Append>
  static CODAG_DEVICE void join(entry first, entry second, const Append& append) {
    const std::uint32_t low = first >> length_bits, high = second >> length_bits;
    const std::uint32_t bits = length(first + second);
    if (2 * longest <= 32 || bits <= 32) {
      // A shift by the whole entry is one by its length: only the low five bits count.
      append(low | funnel_shift_left(high, 0, first), bits);
    } else {
      append(low, length(first));
      append(high, length(second));
    }
  }

 private:
  static constexpr unsigned length_bits = 8;
  static constexpr entry lacks = entry{1} << 31;
  static_assert(length_bits + longest < 32 && summed * longest < 1u << length_bits);
};

/// For any code.
struct long_code_table {
  static constexpr unsigned longest = max_code_bits;
  static constexpr unsigned thread_quads = 1;
  static constexpr unsigned summed = 8;
  using entry = std::uint64_t;  ///< from its low bits on: 31 of length, the flag, 32 of codeword

  entry entries[symbols];

  template <class Thread>
  CODAG_DEVICE void fill(const Thread& t, const codebook& book) {
    for (unsigned i = t.thread_index(); i < symbols; i += t.block_threads()) {
      const std::uint32_t length = t.load(&book.lengths[i]);
      entries[i] =
          length == 0 ? lacks : static_cast<entry>(t.load(&book.codewords[i])) << 32 | length;
    }
  }
  CODAG_DEVICE const entry* copy_of(unsigned /*lane*/) const { return entries; }
  static CODAG_DEVICE entry find(const entry* copy, std::uint32_t symbol) { return copy[symbol]; }
  static CODAG_DEVICE std::uint32_t length(entry e) {
    return static_cast<std::uint32_t>(e) & ~static_cast<std::uint32_t>(lacks);
  }
  static CODAG_DEVICE bool any_lacks(entry ored) { return (ored & lacks) != 0; }

  template <class Append>
  static CODAG_DEVICE void join(entry first, entry second, const Append& append) {
    append(static_cast<std::uint32_t>(first >> 32), length(first));
    append(static_cast<std::uint32_t>(second >> 32), length(second));
  }

 private:
  static constexpr entry lacks = entry{1} << 31;
};

}  // namespace codag::vle
