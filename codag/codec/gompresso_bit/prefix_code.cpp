#include "codag/codec/gompresso_bit/prefix_code.hpp"

#include <algorithm>
#include <iterator>

namespace codag::gompresso_bit {
namespace {

/// What one step of the package-merge algorithm looks at, by weight: symbols, and pairs of what the
/// step before looked at.
struct packages {
  std::vector<std::uint64_t> weights;
  std::vector<bool> are_symbols;
};

/// The symbols, whose weights are in ascending order, among the pairs; one that is left over is
/// dropped. Of equal weights, symbols come first.
packages merged(std::span<const std::uint64_t> symbols, std::span<const std::uint64_t> to_pair) {
  packages all;
  const std::size_t pairs = to_pair.size() / 2;
  for (std::size_t symbol = 0, pair = 0; symbol < symbols.size() || pair < pairs;) {
    const std::uint64_t weight = pair < pairs ? to_pair[2 * pair] + to_pair[2 * pair + 1] : 0;
    const bool is_symbol = pair == pairs || (symbol < symbols.size() && symbols[symbol] <= weight);
    all.weights.push_back(is_symbol ? symbols[symbol++] : weight);
    all.are_symbols.push_back(is_symbol);
    pair += is_symbol ? 0 : 1;
  }
  return all;
}

}  // namespace

std::vector<std::uint8_t> limited_lengths(std::span<const std::uint64_t> counts,
                                          unsigned most_bits) {
  std::vector<std::size_t> symbols;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i] > 0) symbols.push_back(i);
  std::vector<std::uint8_t> lengths(counts.size());
  if (symbols.size() == 1) lengths[symbols[0]] = 1;
  if (symbols.size() < 2) return lengths;
  const auto count_of = [&](std::size_t symbol) { return counts[symbol]; };
  std::ranges::stable_sort(symbols, {}, count_of);
  std::vector<std::uint64_t> weights;
  std::ranges::transform(symbols, std::back_inserter(weights), count_of);
  std::vector<packages> steps = {{weights, std::vector<bool>(symbols.size(), true)}};
  while (steps.size() < most_bits) steps.push_back(merged(weights, steps.back().weights));
  // The lightest packages of the last step are taken, and what they are pairs of. Each package
  // makes its symbol's codeword a bit longer.
  std::size_t taken = 2 * symbols.size() - 2;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const auto end = step->are_symbols.begin() + static_cast<std::ptrdiff_t>(taken);
    const auto of_symbols =
        static_cast<std::size_t>(std::count(step->are_symbols.begin(), end, true));
    for (std::size_t i = 0; i < of_symbols; ++i) ++lengths[symbols[i]];
    taken = 2 * (taken - of_symbols);
  }
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
