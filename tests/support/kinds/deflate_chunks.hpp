// Chunks of Deflate with every kind of block and token: zlib's, and blocks written token by token.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "codag/codec/deflate/deflate.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/deflate_block_writer.hpp"
#include "tests/support/kinds/stored_chunk.hpp"
#include "tests/support/zlib_deflate.hpp"

namespace codag::test {

/// Writes a stream block by block.
class deflate_writer {
 public:
  void stored(const bytes& raw) {
    begin(deflate::block_type::stored);
    bits_.align_to_byte();
    bits_.put(static_cast<unsigned>(raw.size()), 16);
    bits_.put(static_cast<unsigned>(raw.size()) ^ 0xffff, 16);
    for (const std::byte b : raw) bits_.put(std::to_integer<unsigned>(b), 8);
    values_ += raw.size();
  }
  void begin_fixed(bool last = false) {
    begin(deflate::block_type::fixed, last);
    literals_.clear();
    for (unsigned i = 0; i < deflate::fixed_literal_symbols; ++i)
      literals_.push_back(deflate::fixed_code_length(i));
    distances_.assign(deflate::fixed_distance_symbols, 5);
  }
  void begin_dynamic(const code_lengths& literals, const code_lengths& distances,
                     bool last = false) {
    begin(deflate::block_type::dynamic, last);
    literals_ = literals;
    distances_ = distances;
    bits_.put(static_cast<unsigned>(literals.size() - 257), 5);
    bits_.put(static_cast<unsigned>(distances.size() - 1), 5);
    bits_.put(deflate::meta_symbols - 4, 4);
    code_lengths both = literals;
    both.insert(both.end(), distances.begin(), distances.end());
    std::mt19937_64 random(1);
    put_code_lengths(bits_, both, false, random);
  }
  void literal(unsigned byte) {
    bits_.put_symbol(literals_, byte);
    ++values_;
  }
  void match(unsigned length, unsigned distance) {
    unsigned code = deflate::length_codes - 1;
    while (deflate::length_base(code) > length) --code;
    bits_.put_symbol(literals_, deflate::end_of_block + 1 + code);
    bits_.put(length - deflate::length_base(code), deflate::length_extra_bits(code));
    code = deflate::distance_codes - 1;
    while (deflate::distance_base(code) > distance) --code;
    bits_.put_symbol(distances_, code);
    bits_.put(distance - deflate::distance_base(code), deflate::distance_extra_bits(code));
    values_ += length;
  }
  void end() { bits_.put_symbol(literals_, deflate::end_of_block); }

  [[nodiscard]] stored_chunk chunk() const { return {bits_.bytes(), values_}; }

 private:
  void begin(deflate::block_type type, bool last = false) {
    bits_.put(last ? 1 : 0, 1);
    bits_.put(static_cast<unsigned>(type), 2);
  }

  bit_writer bits_;
  std::size_t values_ = 0;
  code_lengths literals_, distances_;  // of the block
};

/// A code in which each symbol has one bit more than the one before; the last two have the same.
inline code_lengths lopsided_code(std::size_t symbols, const std::vector<unsigned>& used) {
  code_lengths lengths(symbols);
  for (std::size_t i = 0; i < used.size(); ++i)
    lengths.at(used[i]) = static_cast<std::uint8_t>(i + 1 < used.size() ? i + 1 : i);
  return lengths;
}

/// Matches of 2 bits each: the lanes have no room for their lists.
inline stored_chunk dense_matches(unsigned matches) {
  code_lengths literals(deflate::end_of_block + 2);
  literals[7] = literals[deflate::end_of_block] = 2;
  literals.back() = 1;
  deflate_writer w;
  w.begin_dynamic(literals, {1, 1}, true);
  for (unsigned i = 0; i < 3; ++i) w.literal(7);
  for (unsigned i = 0; i < matches; ++i) w.match(3, 1 + i % 2);
  w.end();
  return w.chunk();
}

/// Blocks that zlib does not write: without tokens, and with codewords of any length.
inline stored_chunk blocks_of_every_kind() {
  deflate_writer w;
  w.stored(random_bytes(40, 256, 1));
  w.begin_fixed();
  for (unsigned i = 0; i < 40; ++i) w.literal('a' + i % 7);
  w.match(3, 80);
  w.match(258, 70);
  w.match(100, 1);
  w.match(20, 7);
  w.match(13, 40);
  w.end();
  w.stored({});
  w.begin_fixed();
  w.end();
  // One codeword, for the end of the block.
  w.begin_dynamic(lopsided_code(257, {256, 'x'}), {0});
  w.end();
  // Lengths 10, 3, 16 and 227 have codewords of 2, 8, 11 and 13 bits; 'z' has one of 12.
  const code_lengths literals = lopsided_code(
      286, {'a', 264, 'b', 'c', 'd', 'e', 'f', 257, 256, 'g', 267, 'z', 284, 'h', 'i', 'j'});
  const code_lengths distances = lopsided_code(30, {3, 6, 5, 9, 11, 7, 13, 16, 15, 17});
  w.begin_dynamic(literals, distances);
  for (const unsigned byte : {'a', 'b', 'z', 'j', 'i', 'h', 'a', 'a'}) w.literal(byte);
  w.match(10, 4);    // a distance of 1 bit
  w.match(16, 257);  // one of 8 bits
  w.match(3, 385);   // one of 9 bits
  w.match(227, 200);
  w.literal('g');
  w.end();
  // One distance.
  w.begin_dynamic(lopsided_code(286, {'a', 285, 256}), {0, 1});
  w.literal('a');
  for (unsigned i = 0; i < 16; ++i) w.match(258, 2);
  w.end();
  w.begin_fixed(true);
  w.match(60, 4500);
  w.match(33, 33);
  w.end();
  return w.chunk();
}

/// Stored blocks between matches that copy from them: from the newest bytes, and from far before.
inline stored_chunk long_stored_blocks() {
  deflate_writer w;
  w.stored(random_bytes(37, 256, 3));
  w.stored(random_bytes(2600, 256, 4));
  w.begin_fixed();
  w.match(258, 2630);
  w.match(20, 300);
  w.literal('a');
  w.match(9, 1);
  w.end();
  w.stored(random_bytes(1100, 256, 5));
  w.begin_fixed(true);
  w.match(50, 3);
  w.match(100, 1200);
  w.match(258, 3900);
  w.end();
  return w.chunk();
}

inline std::vector<stored_chunk> chunks_of_deflate() {
  std::string text;
  for (unsigned i = 0; text.size() < 600; ++i)
    text += "a run of words, number " + std::to_string(i * i % 97) + "; ";
  bytes raw = joined(from_text(text), random_bytes(100, 30, 2));
  raw.resize(raw.size() + 300, std::byte{'='});
  std::vector<stored_chunk> chunks = {blocks_of_every_kind(), long_stored_blocks()};
  for (const int strategy : {Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED})
    chunks.push_back({zlib_deflate(raw, {.level = 9, .strategy = strategy}), raw.size()});
  return chunks;
}

}  // namespace codag::test
