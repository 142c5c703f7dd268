// "utf8_text": sentences in a script whose characters have more than one byte. Cyrillic letters
// have two bytes, and there are blanks between words. Han characters have three, and there are
// none. The words do not exist; they follow Zipf's law, and certain words follow others.
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "datasets/generator/synthetic.hpp"
#include "datasets/generator/text_column.hpp"
#include "datasets/generator/vocabulary.hpp"
#include "datasets/generator/zipf_law.hpp"

namespace codag::datasets {
namespace {

constexpr std::array<std::string_view, 2> script_names = {"cyrillic", "han"};

constexpr std::array utf8_text_parameters = {
    parameter{.key = "script",
              .label = "script",
              .most = script_names.size() - 1,
              .choices = script_names,
              .help = "of 2 bytes per character, or of 3"}};
static_assert(well_declared(utf8_text_parameters));

/// The character with this code point, from U+0080 to U+FFFF, in UTF-8.
std::string utf8(std::uint64_t code_point) {
  const auto last_bits = [&](unsigned shift) {
    return static_cast<char>(0x80 | (code_point >> shift & 0x3f));
  };
  if (code_point < 0x800) return {static_cast<char>(0xc0 | code_point >> 6), last_bits(0)};
  return {static_cast<char>(0xe0 | code_point >> 12), last_bits(6), last_bits(0)};
}

constexpr std::uint64_t script_words = 1 << 14;

std::vector<std::string> cyrillic_words(std::uint64_t seed) {
  constexpr std::u16string_view consonants = u"нтсрвлкмдпгзбчйхжшцф", vowels = u"оеаиоеаиуыяю";
  random r(seed);
  const zipf_law frequency(consonants.size(), 70);
  std::vector<std::string> words;
  while (words.size() < script_words) {
    std::string word;
    // More frequent words are shorter.
    for (std::uint64_t n = words.size() < 100 ? 1 : r.between(2, 4); n > 0; --n) {
      word += utf8(consonants[frequency.draw(r)]);
      word += utf8(vowels[r.below(vowels.size())]);
      if (r.chance(300)) word += utf8(consonants[frequency.draw(r)]);
    }
    words.push_back(std::move(word));
  }
  return words;
}

std::vector<std::string> han_words(std::uint64_t seed) {
  constexpr std::uint64_t first_character = 0x4e00, characters = 20'000, in_use = 3000;
  random r(seed);
  const zipf_law frequency(in_use, 70);
  const auto character = [&] {
    return utf8(first_character + random::mix(seed + frequency.draw(r)) % characters);
  };
  std::vector<std::string> words;
  while (words.size() < script_words) {
    std::string word = character();
    if (words.size() >= 200 && r.chance(800)) word += character();
    words.push_back(std::move(word));
  }
  return words;
}

/// Writes a script's sentences.
struct script_writer {
  script_writer(std::uint64_t seed, std::string_view script)
      : words(seed, script == "han" ? han_words(seed) : cyrillic_words(seed)),
        blank(script == "han" ? "" : " "),
        comma(script == "han" ? "，" : ","),
        stop(script == "han" ? "。" : ".") {}

  /// A paragraph: a line of one to four sentences.
  [[nodiscard]] std::string paragraph(random& r) const {
    std::string text;
    for (std::uint64_t n = r.between(1, 4); n > 0; --n) {
      text += sentence(r);
      text += n > 1 ? blank : "\n";
    }
    return text;
  }

  [[nodiscard]] std::string sentence(random& r) const {
    std::uint64_t word = words.draw(r);
    std::string text = words.text(word);
    for (std::uint64_t n = r.between(4, 16); n > 0; --n) {
      word = r.chance(500) ? words.follow(r, word) : words.draw(r);
      if (r.chance(100)) text += comma;
      text += joined({blank, words.text(word)});
    }
    return text.append(stop);
  }

  vocabulary words;
  std::string_view blank, comma, stop;
};

block_writer prepare_utf8_text(const column_request& asked) {
  return write_text([writer = std::make_shared<const script_writer>(
                         asked.seed, script_names.at(asked["script"]))](random& r, std::uint64_t) {
    return lines_of_block([&] { return writer->paragraph(r); });
  });
}

}  // namespace

generator utf8_text_generator() {
  return {.name = "utf8_text",
          .description = "sentences in Cyrillic letters or Han characters, in UTF-8",
          .type = element_type::uint8,
          .parameters = utf8_text_parameters,
          .prepare = prepare_utf8_text};
}

}  // namespace codag::datasets
