// Chunks of vle with every kind of codeword.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "codag/codec/vle/encoder.hpp"
#include "codag/codec/vle/vle.hpp"
#include "tests/support/kinds/stored_chunk.hpp"

namespace codag::test {

/// A code with a codeword of every length up to `longest`, which no counts of a small column give.
inline vle::codebook code_up_to(unsigned longest) {
  vle::code_lengths lengths{};
  for (unsigned i = 0; i <= longest; ++i)
    lengths[i] = static_cast<std::uint8_t>(std::min(i + 1, longest));
  return vle::codebook_of(lengths);
}

/// The chunk that a column gives with that code.
inline std::vector<std::byte> encoded_with(const vle::codebook& book,
                                           const std::vector<std::byte>& column) {
  std::vector<std::byte> chunk(vle::chunk_bytes_of(vle::code_bits(column, book)));
  for (unsigned i = 0; i < vle::symbols; ++i) chunk[i] = static_cast<std::byte>(book.lengths[i]);
  vle::put_codewords(column, book, 0, std::span(chunk).subspan(vle::header_bytes));
  return chunk;
}

inline std::vector<stored_chunk> chunks_of_vle() {
  std::vector<std::byte> equal(64, std::byte{9}), any_length(500);
  for (std::size_t i = 0; i < any_length.size(); ++i)
    any_length[i] = static_cast<std::byte>(i % 5 == 0 ? i % (vle::max_code_bits + 1) : i % 12);
  stored_chunk nothing, one_symbol{{}, equal.size()};
  vle::encode({}, element_type::uint8, nothing.in);
  vle::encode(equal, element_type::uint8, one_symbol.in);
  return {nothing,
          one_symbol,
          {encoded_with(code_up_to(vle::max_code_bits), any_length), any_length.size()}};
}

}  // namespace codag::test
