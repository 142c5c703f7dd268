#include "codag/codec/vle/encoder.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "codag/codec/vle/huffman_tree.hpp"

namespace codag::vle {

symbol_counts count_symbols(std::span<const std::byte> raw) {
  symbol_counts counts{};
  for (const std::byte symbol : raw) ++counts[std::to_integer<std::size_t>(symbol)];
  return counts;
}

code_lengths lengths_for(const symbol_counts& counts) {
  std::vector<std::uint8_t> leaves;  // the symbols that occur, the rarest first
  for (unsigned symbol = 0; symbol < symbols; ++symbol)
    if (counts[symbol] > 0) leaves.push_back(static_cast<std::uint8_t>(symbol));
  std::ranges::stable_sort(leaves, {}, [&](std::uint8_t symbol) { return counts[symbol]; });

  const auto leaf_count = static_cast<unsigned>(leaves.size());
  huffman_tree tree{};
  for (unsigned leaf = 0; leaf < leaf_count; ++leaf) tree.weights[leaf] = counts[leaves[leaf]];
  tree.join(leaf_count);
  length_counts by_length{};
  for (unsigned leaf = 0; leaf < leaf_count; ++leaf)
    ++by_length.of[tree.length_of(leaf, leaf_count)];
  fit_limited_lengths(by_length);

  code_lengths lengths{};
  for (unsigned leaf = 0; leaf < leaf_count; ++leaf)
    lengths[leaves[leaf]] = static_cast<std::uint8_t>(length_at(by_length, leaf_count - 1 - leaf));
  return lengths;
}

codebook codebook_of(const code_lengths& lengths) {
  length_counts counts{};
  for (const unsigned length : lengths) ++counts.of[length];
  std::uint32_t next[max_code_bits + 1];
  first_codewords(counts, next);
  codebook book{};
  for (unsigned symbol = 0; symbol < symbols; ++symbol) {
    const unsigned length = lengths[symbol];
    book.lengths[symbol] = length;
    if (length > 0) book.codewords[symbol] = in_stream_order(next[length]++, length);
  }
  return book;
}

std::uint64_t code_bits(std::span<const std::byte> raw, const codebook& book) {
  std::uint64_t bits = 0;
  for (const std::byte symbol : raw) bits += book.lengths[std::to_integer<std::size_t>(symbol)];
  return bits;
}

std::uint32_t put_codewords(std::span<const std::byte> raw, const codebook& book, std::uint64_t bit,
                            std::span<std::byte> words) {
  static_assert(std::endian::native == std::endian::little, "words are stored as they are");
  std::size_t word = bit / 32;
  auto used = static_cast<unsigned>(bit % 32);
  bool begun_before = used > 0;
  std::uint32_t head = 0;
  std::uint64_t next = 0;  // the bits of the word that is not full yet
  const auto put = [&] {
    const auto value = static_cast<std::uint32_t>(next);
    if (begun_before)
      head = value;
    else
      std::memcpy(words.data() + word * word_bytes, &value, sizeof value);
    begun_before = false;
  };
  for (const std::byte symbol : raw) {
    const auto index = std::to_integer<std::size_t>(symbol);
    next |= std::uint64_t{book.codewords[index]} << used;
    used += book.lengths[index];
    if (used < 32) continue;
    put();
    ++word;
    next >>= 32;
    used -= 32;
  }
  if (used > 0) put();
  return head;
}

std::uint64_t encode(std::span<const std::byte> raw, element_type /*type*/,
                     std::vector<std::byte>& out) {
  const code_lengths lengths = lengths_for(count_symbols(raw));
  const codebook book = codebook_of(lengths);
  const std::size_t begin = out.size();
  out.resize(begin + chunk_bytes_of(code_bits(raw, book)));
  std::memcpy(out.data() + begin, lengths.data(), header_bytes);
  put_codewords(raw, book, 0, std::span(out).subspan(begin + header_bytes));
  return raw.size();
}

}  // namespace codag::vle
