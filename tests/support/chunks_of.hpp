// Chunks of a format of 32-bit words, given word by word.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "codag/codec/codec.hpp"
#include "tests/support/every_decoder.hpp"
#include "tests/support/word_chunks.hpp"

namespace codag::test {

using words = std::vector<std::uint32_t>;

/// A chunk with one word changed.
inline words changed(words chunk, std::size_t word, std::uint32_t value) {
  chunk.at(word) = value;
  return chunk;
}

/// A codec's chunks of one element type.
struct chunks_of {
  const char* codec;
  element_type type = element_type::int32;

  /// The encoder's words.
  [[nodiscard]] words of(const std::vector<std::byte>& values) const {
    std::vector<std::byte> out;
    find_codec(codec)->encode(values, type, out);
    return to_words(out);
  }
  /// Expects a status of every decoder; if it is ok, the values, too.
  void expect(const words& chunk, status expected, const std::vector<std::byte>& values) const {
    expect_from_every_decoder(codec, type, of_words(chunk), expected, values);
  }
  /// Expects the encoder to write these words, and every decoder to read them.
  void are(const std::vector<std::byte>& values, const words& chunk) const {
    EXPECT_EQ(of(values), chunk);
    expect(chunk, status::ok, values);
  }
};

}  // namespace codag::test
