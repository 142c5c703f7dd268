// The code in shared memory, in the form that lookback_kernel looks codewords up in.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/vle/vle.hpp"
#include "codag/encode/vle/workspace.hpp"

namespace codag::vle {

/// For codes whose longest codeword has at most 24 bits, which is nearly every one. An entry is a
/// single word. Several copies of the table lie side by side, and each lane uses one of them: so
/// fewer lanes wait for the same bank of shared memory.
struct short_code_table {
  static constexpr unsigned thread_quads = 2;  ///< of values, per thread
  static constexpr unsigned length_bits = 8;
  static constexpr unsigned longest = 30 - length_bits;
  static constexpr unsigned copies = 16;
  /// The length of a symbol that has no codeword: longer than any codeword, and than a word.
  static constexpr std::uint32_t lacking = 33;
  using entry = std::uint32_t;  ///< from its low bits on: the length, the codeword

  entry entries[symbols][copies];

  template <class Thread>
  CODAG_DEVICE void fill(const Thread& t, const codebook& book) {
    for (unsigned i = t.thread_index(); i < symbols * copies; i += t.block_threads()) {
      const std::uint32_t length = t.load(&book.lengths[i / copies]);
      entries[i / copies][i % copies] =
          length == 0 ? lacking : t.load(&book.codewords[i / copies]) << length_bits | length;
    }
  }
  /// The lane's copy: find(copy, symbol) is the symbol's entry.
  CODAG_DEVICE const entry* copy_of(unsigned lane) const { return &entries[0][lane % copies]; }
  static CODAG_DEVICE entry find(const entry* copy, std::uint32_t symbol) {
    return copy[symbol * copies];
  }
  static CODAG_DEVICE std::uint32_t length(entry e) { return e % (1u << length_bits); }
  static CODAG_DEVICE std::uint32_t codeword(entry e) { return e >> length_bits; }
};

/// For any code.
struct long_code_table {
  static constexpr unsigned thread_quads = 1;
  static constexpr unsigned longest = max_code_bits;
  static constexpr std::uint32_t lacking = short_code_table::lacking;
  static_assert(longest < lacking);
  using entry = std::uint64_t;  ///< the length in the low half, the codeword in the high one

  entry entries[symbols];

  template <class Thread>
  CODAG_DEVICE void fill(const Thread& t, const codebook& book) {
    for (unsigned i = t.thread_index(); i < symbols; i += t.block_threads()) {
      const std::uint32_t length = t.load(&book.lengths[i]);
      entries[i] =
          length == 0 ? lacking : static_cast<entry>(t.load(&book.codewords[i])) << 32 | length;
    }
  }
  CODAG_DEVICE const entry* copy_of(unsigned /*lane*/) const { return entries; }
  static CODAG_DEVICE entry find(const entry* copy, std::uint32_t symbol) { return copy[symbol]; }
  static CODAG_DEVICE std::uint32_t length(entry e) { return static_cast<std::uint32_t>(e); }
  static CODAG_DEVICE std::uint32_t codeword(entry e) {
    return static_cast<std::uint32_t>(e >> 32);
  }
};

}  // namespace codag::vle
