// The code in shared memory, in the form that lookback_kernel looks codewords up in.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/vle/vle.hpp"
#include "codag/encode/vle/workspace.hpp"
#include "codag/simt/simt.hpp"

namespace codag::vle {

/// For codes whose longest codeword has 27 bits, which is nearly every one. An entry is a single
/// word. Several copies of the table lie side by side, and each lane uses one of them: so fewer
/// lanes wait for the same bank of shared memory.
struct short_code_table {
  static constexpr unsigned length_bits = 5;
  static constexpr unsigned longest = 32 - length_bits;
  static_assert(longest < 1u << length_bits);
  static constexpr unsigned copies = 8;
  using entry = std::uint32_t;  ///< the length, and above it the codeword

  entry entries[symbols][copies];

  template <class Thread>
  CODAG_DEVICE void fill(const Thread& t, const codebook& book) {
    for (unsigned i = t.thread_index(); i < symbols * copies; i += t.block_threads())
      entries[i / copies][i % copies] =
          t.load(&book.codewords[i / copies]) << length_bits | t.load(&book.lengths[i / copies]);
  }
  CODAG_DEVICE entry find(std::uint32_t symbol, unsigned lane) const {
    return entries[symbol][lane % copies];
  }
  static CODAG_DEVICE std::uint32_t length(entry e) { return e % (1u << length_bits); }

  /// Calls append(codewords, bits) for two entries: once, unless they are rare symbols.
  template <class Append>
  static CODAG_DEVICE void join(entry first, entry second, const Append& append) {
    const std::uint32_t low = first >> length_bits, high = second >> length_bits;
    const std::uint32_t bits = length(first) + length(second);
    if (bits <= 32) {
      // A shift by the whole entry is one by its length: only the low five bits count.
      append(low | funnel_shift_left(high, 0, first), bits);
    } else {
      append(low, length(first));
      append(high, length(second));
    }
  }
};

/// For any code.
struct long_code_table {
  static constexpr unsigned longest = max_code_bits;
  using entry = std::uint64_t;  ///< the length, and above it the codeword

  entry entries[symbols];

  template <class Thread>
  CODAG_DEVICE void fill(const Thread& t, const codebook& book) {
    for (unsigned i = t.thread_index(); i < symbols; i += t.block_threads())
      entries[i] =
          static_cast<entry>(t.load(&book.codewords[i])) << longest | t.load(&book.lengths[i]);
  }
  CODAG_DEVICE entry find(std::uint32_t symbol, unsigned /*lane*/) const { return entries[symbol]; }
  static CODAG_DEVICE std::uint32_t length(entry e) { return static_cast<std::uint32_t>(e); }

  template <class Append>
  static CODAG_DEVICE void join(entry first, entry second, const Append& append) {
    append(static_cast<std::uint32_t>(first >> longest), length(first));
    append(static_cast<std::uint32_t>(second >> longest), length(second));
  }
};

}  // namespace codag::vle
