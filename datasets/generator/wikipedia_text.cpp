// "wikipedia_text": an XML dump of an encyclopaedia that does not exist, a stand-in for enwik9, the
// first 10^9 bytes of the English Wikipedia's dump of 2006. Its pages have that dump's elements and
// mark-up. Its words are made of syllables, and their frequencies follow Zipf's law; the most
// frequent ones are English. As in a language, a word is likely to be followed by certain others,
// and an article repeats its own subject's words. Many articles of the dump were written by
// programs, and so are some of these: they differ in names and numbers only. The shares of all that
// set the ratio that gzip reaches.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/generator/synthetic.hpp"
#include "datasets/generator/text_column.hpp"
#include "datasets/generator/zipf_law.hpp"

namespace codag::datasets {
namespace {

constexpr std::array<std::string_view, 64> english = {
    "the",   "of",   "and",   "in",    "a",    "to",    "is",    "was",   "as",     "for", "by",
    "with",  "that", "on",    "from",  "are",  "it",    "an",    "at",    "or",     "his", "which",
    "be",    "this", "he",    "were",  "not",  "also",  "has",   "have",  "its",    "one", "their",
    "first", "but",  "had",   "other", "they", "new",   "who",   "after", "her",    "two", "been",
    "more",  "some", "when",  "most",  "all",  "there", "many",  "such",  "used",   "may", "only",
    "into",  "than", "later", "city",  "over", "time",  "years", "these", "between"};

constexpr std::array<std::string_view, 32> onsets = {
    "b", "c", "d", "f", "g",  "h",  "j",  "k",  "l",  "m",  "n",  "p",  "r",  "s",  "t", "v",
    "w", "",  "s", "t", "ch", "st", "pr", "th", "br", "cr", "gr", "sh", "tr", "pl", "",  "r"};
constexpr std::array<std::string_view, 16> vowels = {"a", "e", "i", "o", "u", "e",  "a",  "i",
                                                     "o", "e", "a", "i", "e", "ea", "io", "ou"};
constexpr std::array<std::string_view, 16> codas = {"",  "",  "",  "n", "r", "s", "t",  "l",
                                                    "n", "r", "d", "m", "c", "",  "nt", "st"};
constexpr std::array<std::string_view, 16> endings = {"",    "",     "s",  "ed", "ing",  "er",
                                                      "ly",  "tion", "al", "ic", "ness", "ment",
                                                      "ian", "es",   "",   "ity"};

template <std::size_t count>
std::string_view any(random& r, const std::array<std::string_view, count>& of) {
  return of[r.below(count)];
}

/// The words of the language, by rank. The seed of the column chooses them.
class vocabulary {
 public:
  explicit vocabulary(std::uint64_t seed) : seed_(seed), law_(words, 100) {
    text_.reserve(words);
    for (const std::string_view word : english) text_.emplace_back(word);
    random r(seed);
    while (text_.size() < words) text_.push_back(make_word(r, text_.size()));
  }

  [[nodiscard]] const std::string& text(std::uint64_t rank) const { return text_[rank]; }

  /// A word by its frequency alone.
  [[nodiscard]] std::uint64_t draw(random& r) const { return law_.draw(r); }

  /// One of the words that often follow the word `before`.
  [[nodiscard]] std::uint64_t follow(random& r, std::uint64_t before) const {
    random successor(random::mix(seed_ + before * successors + r.below(successors)));
    return law_.draw(successor);
  }

 private:
  static constexpr std::uint64_t words = 1 << 15, successors = 4;

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

std::string capital(std::string word) {
  if (word[0] >= 'a' && word[0] <= 'z') word[0] = static_cast<char>(word[0] - 'a' + 'A');
  return word;
}

/// Writes one page.
class page_writer {
 public:
  page_writer(random& r, const vocabulary& words, std::uint64_t id)
      : r_(r), words_(words), id_(id) {
    for (std::uint64_t& word : subject_) word = words_.draw(r_);
    title_ = capital(words_.text(word()));
    for (std::uint64_t n = r_.below(3); n > 0; --n) title_ += " " + capital(words_.text(word()));
  }

  /// What stands before the text of the page.
  std::string head() {
    std::string text = "  <page>\n    <title>" + title_ + "</title>\n    <id>" +
                       std::to_string(id_) + "</id>\n    <revision>\n      <id>" +
                       std::to_string(r_.between(15'000'000, 60'000'000)) +
                       "</id>\n      <timestamp>" + std::to_string(r_.between(2002, 2006)) + "-" +
                       two_digits(1, 12) + "-" + two_digits(1, 28) + "T" + two_digits(0, 23) + ":" +
                       two_digits(0, 59) + ":" + two_digits(0, 59) +
                       "Z</timestamp>\n      <contributor>\n        <username>" +
                       capital(words_.text(r_.between(1000, 3000))) + "</username>\n        <id>" +
                       number(6) + "</id>\n      </contributor>\n";
    if (r_.chance(400)) text += "      <minor />\n";
    if (r_.chance(600)) text += "      <comment>" + phrase(r_.between(1, 5)) + "</comment>\n";
    return text + "      <text xml:space=\"preserve\">";
  }

  static constexpr std::string_view tail = "</text>\n    </revision>\n  </page>\n";

  std::string text() {
    const std::uint64_t kind = r_.below(100);
    if (kind < 20) return "#REDIRECT [[" + capital(phrase(r_.between(1, 3))) + "]]";
    return (kind < 45 ? place() : article()) + closing();
  }

 private:
  std::uint64_t word() {
    // A subject's word, one that often follows the last one, or any.
    const std::uint64_t way = r_.below(100);
    last_ = way < 45   ? subject_[r_.below(subject_.size())]
            : way < 80 ? words_.follow(r_, last_)
                       : words_.draw(r_);
    return last_;
  }

  std::string phrase(std::uint64_t count) {
    std::string text = words_.text(word());
    while (--count > 0) text += " " + words_.text(word());
    return text;
  }

  std::string two_digits(std::uint64_t low, std::uint64_t high) {
    return std::to_string(100 + r_.between(low, high)).substr(1);
  }

  /// A number of up to `digits` digits; a shorter one is as likely.
  std::string number(unsigned digits) {
    std::uint64_t limit = 10;
    for (std::uint64_t more = r_.below(digits); more > 0; --more) limit *= 10;
    return std::to_string(r_.below(limit));
  }

  std::string link() {
    std::string text = "[[" + phrase(r_.between(1, 2));
    if (r_.chance(300)) text += "|" + phrase(1);
    return text + "]]";
  }

  std::string sentence() {
    std::string text = capital(phrase(1));
    for (std::uint64_t parts = r_.between(2, 9); parts > 0; --parts) {
      const std::uint64_t kind = r_.below(100);
      text += " ";
      if (kind < 16)
        text += link();
      else if (kind < 18)
        text += "''" + phrase(2) + "''";
      else if (kind < 21)
        text += "&quot;" + phrase(r_.between(1, 4)) + "&quot;";
      else if (kind < 26)
        text += "in [[" + std::to_string(r_.between(1700, 2006)) + "]]";
      else if (kind < 29)
        text += number(5);
      else
        text += phrase(r_.between(2, 5));
      if (parts > 1 && r_.chance(150)) text += ",";
    }
    return text + ". ";
  }

  std::string paragraph() {
    std::string text;
    for (std::uint64_t n = r_.between(1, 7); n > 0; --n) text += sentence();
    return text + "\n\n";
  }

  std::string article() {
    std::string text = "'''" + title_ + "''' " + sentence() + paragraph();
    for (std::uint64_t sections = r_.below(8); sections > 0; --sections) {
      text += "== " + capital(phrase(r_.between(1, 3))) + " ==\n";
      if (r_.chance(250))
        for (std::uint64_t items = r_.between(3, 12); items > 0; --items)
          text += "* " + link() + " - " + phrase(r_.between(2, 8)) + "\n";
      else
        for (std::uint64_t n = r_.between(1, 4); n > 0; --n) text += paragraph();
    }
    return text;
  }

  /// What a program writes about each place of a census.
  std::string place() {
    const std::string people = number(5), county = capital(words_.text(r_.between(300, 1500)));
    const auto percent = [&] { return number(2) + "." + number(1) + "%"; };
    return "'''" + title_ + "''' is a town in [[" + county +
           " County]]. The census of [[2000]] found " + people +
           " people in the town.\n\n== Geography ==\nThe town has an area of " + number(3) + "." +
           number(1) + " km&amp;sup2; (" + number(3) + "." + number(1) +
           " mi&amp;sup2;), of which " + percent() +
           " is water.\n\n== Demographics ==\nIn the [[census]] of 2000, the town had " + people +
           " people, " + number(4) + " [[household]]s and " + number(4) +
           " families. The [[population density]] was " + number(3) + "." + number(1) +
           "/km&amp;sup2;. Of all households, " + percent() +
           " had children below the age of 18, " + percent() +
           " were [[married couple]]s who lived together, and " + percent() +
           " were persons who lived alone. The mean size of a household was " + number(1) + "." +
           two_digits(0, 99) + ", and that of a family was " + number(1) + "." + two_digits(0, 99) +
           ".\n\nThe median income of a household was $" + two_digits(15, 80) + "," +
           std::to_string(r_.between(100, 999)) + ", and that of a family was $" +
           two_digits(15, 80) + "," + std::to_string(r_.between(100, 999)) + ". About " +
           percent() + " of families were below the [[poverty line]].\n\n" +
           (r_.chance(300) ? paragraph() : "");
  }

  /// The categories, and the same article in other languages.
  std::string closing() {
    constexpr std::array<std::string_view, 8> languages = {"de", "es", "fr", "it",
                                                           "ja", "nl", "pl", "sv"};
    std::string text;
    for (std::uint64_t n = r_.below(4); n > 0; --n)
      text += "[[Category:" + capital(phrase(r_.between(1, 3))) + "]]\n";
    for (const std::string_view language : languages)
      if (r_.chance(250))
        text.append("\n[[").append(language).append(":").append(title_).append("]]");
    return text;
  }

  random& r_;
  const vocabulary& words_;
  std::uint64_t id_;
  std::array<std::uint64_t, 24> subject_{};
  std::string title_;
  std::uint64_t last_ = 0;
};

/// `text` with a length of `bytes`: cut after a word, or lengthened by line ends.
std::string fitted(std::string text, std::size_t bytes) {
  if (text.size() > bytes) text.resize(text.rfind(' ', bytes - 1) + 1);
  return text.append(bytes - text.size(), '\n');
}

std::string make_pages(random& r, std::uint64_t piece, const vocabulary& words) {
  std::string text;
  text.reserve(generator_piece_bytes);
  for (std::uint64_t id = (piece + 1) * 1000;; ++id) {
    page_writer page(r, words, id);
    const std::string head = page.head();
    const std::size_t left = generator_piece_bytes - text.size();
    if (left < head.size() + 2 * page_writer::tail.size())
      return fitted(std::move(text), generator_piece_bytes);
    const std::size_t room = left - head.size() - page_writer::tail.size();
    std::string content = page.text();
    if (content.size() > room) content = fitted(std::move(content), room);
    text.append(head).append(content).append(page_writer::tail);
  }
}

piece_writer prepare_wikipedia_text(const column_request& asked) {
  return write_text([words = std::make_shared<const vocabulary>(asked.seed)](
                        random& r, std::uint64_t piece) { return make_pages(r, piece, *words); });
}

}  // namespace

generator wikipedia_text_generator() {
  return {.name = "wikipedia_text",
          .description = "an XML dump of articles with mark-up, of words that follow Zipf's law",
          .type = element_type::uint8,
          .prepare = prepare_wikipedia_text};
}

}  // namespace codag::datasets
