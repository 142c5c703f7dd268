#include "codag/codec/gompresso_bit/prefix_code.hpp"

#include <algorithm>
#include <iterator>

namespace codag::gompresso_bit {
namespace {

/// A symbol, or several that were packed together.
struct package {
  std::uint64_t weight;
  std::vector<std::uint16_t> symbols;
};

/// Joins the packages two by two; one that is left over is dropped.
std::vector<package> in_pairs(const std::vector<package>& packages) {
  std::vector<package> pairs;
  for (std::size_t i = 0; i + 1 < packages.size(); i += 2) {
    package pair = packages[i];
    pair.weight += packages[i + 1].weight;
    std::ranges::copy(packages[i + 1].symbols, std::back_inserter(pair.symbols));
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace

std::vector<std::uint8_t> limited_lengths(std::span<const std::uint64_t> counts,
                                          unsigned most_bits) {
  std::vector<package> leaves;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) leaves.push_back({counts[i], {static_cast<std::uint16_t>(i)}});
  std::vector<std::uint8_t> lengths(counts.size());
  if (leaves.size() == 1) lengths[leaves[0].symbols[0]] = 1;
  if (leaves.size() < 2) return lengths;
  std::ranges::stable_sort(leaves, {}, &package::weight);
  std::vector<package> packages = leaves;
  for (unsigned bits = 1; bits < most_bits; ++bits) {
    const std::vector<package> pairs = in_pairs(packages);
    packages.clear();
    std::ranges::merge(leaves, pairs, std::back_inserter(packages), {}, &package::weight,
                       &package::weight);
  }
  // Each of the lightest packages makes the codewords of its symbols a bit longer.
  packages.resize(2 * leaves.size() - 2);
  for (const package& p : packages)
    for (const std::uint16_t symbol : p.symbols) ++lengths[symbol];
  return lengths;
}

prefix_code::prefix_code(std::span<const std::uint8_t> lengths, unsigned most_bits) {
  for (const std::uint8_t length : lengths) {
    acceptable_ = acceptable_ && length <= most_bits;
    if (acceptable_ && length > 0) ++count[length];
  }
  if (!acceptable_) return;
  std::uint32_t used = 0, next = 0, symbols = 0;
  for (unsigned length = 1; length <= max_code_bits; ++length) {
    next <<= 1;
    first[length] = next;
    index[length] = symbols;
    next += count[length];
    symbols += count[length];
    used += count[length] << (max_code_bits - length);
    for (std::size_t i = 0; i < lengths.size(); ++i)
      if (lengths[i] == length) sorted.push_back(static_cast<std::uint16_t>(i));
  }
  acceptable_ = used == 1u << max_code_bits || used == 0 || (symbols == 1 && count[1] == 1);
}

std::vector<std::uint16_t> prefix_code::codewords(std::size_t symbols) const {
  std::vector<std::uint16_t> words(symbols);
  for (unsigned length = 1; length <= max_code_bits; ++length)
    for (std::uint32_t k = 0; k < count[length]; ++k)
      for (unsigned bit = 0; bit < length; ++bit)
        if (((first[length] + k) >> bit & 1) != 0)
          words[sorted[index[length] + k]] |= static_cast<std::uint16_t>(1u << (length - 1 - bit));
  return words;
}

}  // namespace codag::gompresso_bit
