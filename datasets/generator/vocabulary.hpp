// The words of a language that does not exist. Their frequencies follow Zipf's law. As in a
// language, a word is likely to be followed by certain others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "datasets/generator/random.hpp"
#include "datasets/generator/zipf_law.hpp"

namespace codag::datasets {

/// The words by rank.
class vocabulary {
 public:
  /// Words that are made of syllables, which the seed chooses. The most frequent ones are English.
  explicit vocabulary(std::uint64_t seed) : vocabulary(seed, words_of_syllables(seed)) {}

  /// The words `by_rank`. The seed chooses which words follow which.
  vocabulary(std::uint64_t seed, std::vector<std::string> by_rank)
      : seed_(seed), law_(by_rank.size(), 100), text_(std::move(by_rank)) {}

  [[nodiscard]] const std::string& text(std::uint64_t rank) const { return text_[rank]; }

  /// A word by its frequency alone.
  [[nodiscard]] std::uint64_t draw(random& r) const { return law_.draw(r); }

  /// One of the words that often follow the word `before`.
  [[nodiscard]] std::uint64_t follow(random& r, std::uint64_t before) const {
    random successor(random::mix(seed_ + before * successors + r.below(successors)));
    return law_.draw(successor);
  }

 private:
  static constexpr std::array<std::string_view, 64> english = {
      "the",   "of",    "and",   "in",     "a",    "to",   "is",    "was",   "as",   "for",
      "by",    "with",  "that",  "on",     "from", "are",  "it",    "an",    "at",   "or",
      "his",   "which", "be",    "this",   "he",   "were", "not",   "also",  "has",  "have",
      "its",   "one",   "their", "first",  "but",  "had",  "other", "they",  "new",  "who",
      "after", "her",   "two",   "been",   "more", "some", "when",  "most",  "all",  "there",
      "many",  "such",  "used",  "may",    "only", "into", "than",  "later", "city", "over",
      "time",  "years", "these", "between"};

  static constexpr std::array<std::string_view, 32> onsets = {
      "b", "c", "d", "f", "g",  "h",  "j",  "k",  "l",  "m",  "n",  "p",  "r",  "s",  "t", "v",
      "w", "",  "s", "t", "ch", "st", "pr", "th", "br", "cr", "gr", "sh", "tr", "pl", "",  "r"};
  static constexpr std::array<std::string_view, 16> vowels = {
      "a", "e", "i", "o", "u", "e", "a", "i", "o", "e", "a", "i", "e", "ea", "io", "ou"};
  static constexpr std::array<std::string_view, 16> codas = {
      "", "", "", "n", "r", "s", "t", "l", "n", "r", "d", "m", "c", "", "nt", "st"};
  static constexpr std::array<std::string_view, 16> endings = {
      "",   "",   "s",    "ed",   "ing", "er", "ly", "tion",
      "al", "ic", "ness", "ment", "ian", "es", "",   "ity"};

  static constexpr std::uint64_t words = 1 << 15, successors = 4;

  template <std::size_t count>
  static std::string_view any(random& r, const std::array<std::string_view, count>& of) {
    return of[r.below(count)];
  }

  static std::vector<std::string> words_of_syllables(std::uint64_t seed) {
    std::vector<std::string> by_rank;
    by_rank.reserve(words);
    for (const std::string_view word : english) by_rank.emplace_back(word);
    random r(seed);
    while (by_rank.size() < words) by_rank.push_back(make_word(r, by_rank.size()));
    return by_rank;
  }

  /// More frequent words are shorter.
  static std::string make_word(random& r, std::size_t rank) {
    std::string word;
    for (std::uint64_t n = rank < 300 ? 1 : rank < 6000 ? r.between(1, 2) : 2; n > 0; --n)
      word.append(any(r, onsets)).append(any(r, vowels)).append(any(r, codas));
    return rank < 300 ? word : word.append(any(r, endings));
  }

  std::uint64_t seed_;
  zipf_law law_;
  std::vector<std::string> text_;
};

}  // namespace codag::datasets
