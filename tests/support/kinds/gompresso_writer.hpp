// Writes the sequences of a chunk in the formats of Gompresso, whatever a compressor would choose.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "codag/codec/gompresso/sequence.hpp"
#include "codag/codec/gompresso/words.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/codec/gompresso_bit/prefix_code.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/deflate_block_writer.hpp"
#include "tests/support/gompresso_chunks.hpp"
#include "tests/support/kinds/stored_chunk.hpp"

namespace codag::test {

/// The sequences of a chunk, and the literals of all of them.
struct sequences_of_chunk {
  gompresso::limits limits;
  std::vector<gompresso::sequence> sequences;
  bytes literals;

  [[nodiscard]] std::size_t size() const {
    std::size_t bytes = 0;
    for (const auto& s : sequences) bytes += s.bytes();
    return bytes;
  }
};

inline stored_chunk in_gompresso_byte(const sequences_of_chunk& its) {
  std::vector<gompresso_group> groups;
  std::size_t literal = 0;
  for (const gompresso::sequence& s : its.sequences) {
    if (groups.empty() || groups.back().sequences.size() == gompresso::group_sequences)
      groups.emplace_back();
    groups.back().sequences.push_back(s);
    for (std::uint32_t i = 0; i < s.literals; ++i)
      groups.back().literals.push_back(static_cast<char>(its.literals.at(literal++)));
  }
  return {gompresso_chunk(groups, its.limits), its.size()};
}

inline stored_chunk in_gompresso_bit(const sequences_of_chunk& its,
                                     const gompresso_bit::shape& shape) {
  using namespace gompresso_bit;
  // Calls put(symbol, extra bits, their number). Distances come after literals and lengths.
  const auto each_symbol = [&](const sequence& s, std::size_t literal, const auto& put) {
    for (std::uint32_t i = 0; i < s.literals; ++i)
      put(std::to_integer<unsigned>(its.literals.at(literal + i)), 0u, 0u);
    if (s.length == 0) return put(no_length, 0u, 0u);
    const unsigned length = slot_of(s.length - 1), distance = slot_of(s.distance - 1);
    put(first_length_slot + length, s.length - 1 - slot_begin(length), extra_bits(length));
    put(literal_symbols + distance, s.distance - 1 - slot_begin(distance), extra_bits(distance));
  };
  std::vector<std::uint64_t> counts(all_symbols);
  std::size_t literal = 0;
  for (const sequence& s : its.sequences) {
    each_symbol(s, literal, [&](unsigned symbol, unsigned, unsigned) { ++counts[symbol]; });
    literal += s.literals;
  }
  const auto all = std::span(counts);
  const code_lengths literals = limited_lengths(all.first(literal_symbols), shape.code_bits);
  const code_lengths distances = limited_lengths(all.subspan(literal_symbols), distance_code_bits);
  code_lengths both = literals;
  both.insert(both.end(), distances.begin(), distances.end());
  both.push_back(0);  // half a byte is not used

  bytes out;
  gompresso::put_word(static_cast<std::uint32_t>(its.sequences.size()), out);
  gompresso::put_word(its.limits.word(), out);
  gompresso::put_word(shape.word(), out);
  for (unsigned i = 0; i < all_symbols; i += 2)
    out.push_back(static_cast<std::byte>(both[i] | both[i + 1] << 4));

  bit_writer stream;
  literal = 0;
  for (auto left = std::span(its.sequences); !left.empty();) {
    const auto sub = left.first(std::min<std::size_t>(left.size(), shape.sequences));
    sub_block size{0, 0};
    for (const sequence& s : sub) {
      each_symbol(s, literal, [&](unsigned symbol, unsigned extra, unsigned extra_count) {
        if (symbol < literal_symbols)
          stream.put_symbol(literals, symbol);
        else
          stream.put_symbol(distances, symbol - literal_symbols);
        stream.put(extra, extra_count);
        size.bits += both[symbol] + extra_count;
      });
      literal += s.literals;
      size.bytes += s.bytes();
    }
    gompresso::put_word(size.word(), out);
    left = left.subspan(sub.size());
  }
  return {joined(out, stream.bytes()), its.size()};
}

}  // namespace codag::test
