// The kinds of codewords of vle (codag/codec/vle/format.md).
#pragma once

#include <algorithm>

#include "codag/codec/vle/vle.hpp"
#include "tests/support/kinds/kind_counts.hpp"

namespace codag::test {

inline kind_list kinds_of_vle() {
  return {"code without codewords",      "code of one codeword",      "code of several codewords",
          "codeword of 1 bit",           "codeword of 2 to 10 bits",  "codeword of 11 to 16 bits",
          "codeword of 17 to 22 bits",   "codeword of 23 to 31 bits", "codeword of 32 bits",
          "stream that fills its words", "stream that ends in a word"};
}

/// Counts the codewords of a chunk that the reference decoder has given `raw` for.
inline void count_vle(std::span<const std::byte> in, std::span<const std::byte> raw,
                      kind_counts& seen) {
  const auto codewords = std::count_if(in.begin(), in.begin() + vle::header_bytes,
                                       [](std::byte length) { return length != std::byte{0}; });
  seen.note(codewords == 0   ? "code without codewords"
            : codewords == 1 ? "code of one codeword"
                             : "code of several codewords");
  std::uint64_t bits = 0;
  for (const std::byte symbol : raw) {
    const unsigned length = byte_at(in, std::to_integer<std::size_t>(symbol));
    seen.note(length == 1    ? "codeword of 1 bit"
              : length <= 10 ? "codeword of 2 to 10 bits"
              : length <= 16 ? "codeword of 11 to 16 bits"
              : length <= 22 ? "codeword of 17 to 22 bits"
              : length <= 31 ? "codeword of 23 to 31 bits"
                             : "codeword of 32 bits");
    bits += length;
  }
  if (bits > 0)
    seen.note(bits % 32 == 0 ? "stream that fills its words" : "stream that ends in a word");
}

}  // namespace codag::test
