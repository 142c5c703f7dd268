// "wikipedia_text": an XML dump of an encyclopaedia that does not exist, a stand-in for enwik9, the
// first 10^9 bytes of the English Wikipedia's dump of 2006. Its pages have that dump's elements and
// mark-up. An article repeats its own subject's words. Many articles of the dump were written by
// programs, and so are some of these: they differ in names and numbers only. The shares of all that
// set the ratio that gzip reaches.
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "datasets/generator/synthetic.hpp"
#include "datasets/generator/text_column.hpp"
#include "datasets/generator/vocabulary.hpp"

namespace codag::datasets {
namespace {

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
    for (std::uint64_t n = r_.below(3); n > 0; --n)
      title_ += joined({" ", capital(words_.text(word()))});
  }

  /// What stands before the text of the page.
  std::string head() {
    std::string text = joined({"  <page>\n    <title>",
                               title_,
                               "</title>\n    <id>",
                               std::to_string(id_),
                               "</id>\n    <revision>\n      <id>",
                               between(15'000'000, 60'000'000),
                               "</id>\n      <timestamp>",
                               between(2002, 2006),
                               "-",
                               two_digits(1, 12),
                               "-",
                               two_digits(1, 28),
                               "T",
                               two_digits(0, 23),
                               ":",
                               two_digits(0, 59),
                               ":",
                               two_digits(0, 59),
                               "Z</timestamp>\n      <contributor>\n        <username>",
                               capital(words_.text(r_.between(1000, 3000))),
                               "</username>\n        <id>",
                               number(6),
                               "</id>\n      </contributor>\n"});
    if (r_.chance(400)) text += "      <minor />\n";
    if (r_.chance(600)) text += joined({"      <comment>", phrase(1, 5), "</comment>\n"});
    return text += "      <text xml:space=\"preserve\">";
  }

  static constexpr std::string_view tail = "</text>\n    </revision>\n  </page>\n";

  std::string text() {
    const std::uint64_t kind = r_.below(100);
    if (kind < 20) return joined({"#REDIRECT [[", capital(phrase(1, 3)), "]]"});
    const std::string content = kind < 45 ? place() : article();
    return joined({content, closing()});
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

  /// From `least` to `most` words.
  std::string phrase(std::uint64_t least, std::uint64_t most) {
    std::uint64_t count = r_.between(least, most);
    std::string text = words_.text(word());
    while (--count > 0) text.append(" ").append(words_.text(word()));
    return text;
  }

  std::string between(std::uint64_t low, std::uint64_t high) {
    return std::to_string(r_.between(low, high));
  }

  std::string two_digits(std::uint64_t low, std::uint64_t high) {
    return between(100 + low, 100 + high).substr(1);
  }

  /// A number of up to `digits` digits; a shorter one is as likely.
  std::string number(unsigned digits) {
    std::uint64_t limit = 10;
    for (std::uint64_t more = r_.below(digits); more > 0; --more) limit *= 10;
    return std::to_string(r_.below(limit));
  }

  std::string percent() { return joined({number(2), ".", number(1), "%"}); }

  std::string link() {
    std::string text = joined({"[[", phrase(1, 2)});
    if (r_.chance(300)) text += joined({"|", phrase(1, 1)});
    return text += "]]";
  }

  /// A part of a sentence.
  std::string part() {
    const std::uint64_t kind = r_.below(100);
    if (kind < 16) return link();
    if (kind < 18) return joined({"''", phrase(2, 2), "''"});
    if (kind < 21) return joined({"&quot;", phrase(1, 4), "&quot;"});
    if (kind < 26) return joined({"in [[", between(1700, 2006), "]]"});
    if (kind < 29) return number(5);
    return phrase(2, 5);
  }

  std::string sentence() {
    std::string text = capital(phrase(1, 1));
    for (std::uint64_t parts = r_.between(2, 9); parts > 0; --parts) {
      text += joined({" ", part()});
      if (parts > 1 && r_.chance(150)) text += ",";
    }
    return text += ". ";
  }

  std::string paragraph() {
    std::string text;
    for (std::uint64_t n = r_.between(1, 7); n > 0; --n) text += sentence();
    return text += "\n\n";
  }

  std::string article() {
    std::string text = joined({"'''", title_, "''' ", sentence(), paragraph()});
    for (std::uint64_t sections = r_.below(8); sections > 0; --sections) {
      text += joined({"== ", capital(phrase(1, 3)), " ==\n"});
      if (r_.chance(250))
        for (std::uint64_t items = r_.between(3, 12); items > 0; --items)
          text += joined({"* ", link(), " - ", phrase(2, 8), "\n"});
      else
        for (std::uint64_t n = r_.between(1, 4); n > 0; --n) text += paragraph();
    }
    return text;
  }

  /// What a program writes about each place of a census.
  std::string place() {
    const std::string people = number(5), county = capital(words_.text(r_.between(300, 1500)));
    const auto area = [&] { return joined({number(3), ".", number(1)}); };
    const auto size = [&] { return joined({number(1), ".", two_digits(0, 99)}); };
    const auto income = [&] { return joined({"$", two_digits(15, 80), ",", between(100, 999)}); };
    const std::string text =
        joined({"'''",
                title_,
                "''' is a town in [[",
                county,
                " County]]. The census of [[2000]] found ",
                people,
                " people in the town.\n\n== Geography ==\nThe town has an area of ",
                area(),
                " km&amp;sup2; (",
                area(),
                " mi&amp;sup2;), of which ",
                percent(),
                " is water.\n\n== Demographics ==\nIn the [[census]] of 2000, the town had ",
                people,
                " people, ",
                number(4),
                " [[household]]s and ",
                number(4),
                " families. The [[population density]] was ",
                area(),
                "/km&amp;sup2;. Of all households, ",
                percent(),
                " had children below the age of 18, ",
                percent(),
                " were [[married couple]]s who lived together, and ",
                percent(),
                " were persons who lived alone. The mean size of a household was ",
                size(),
                ", and that of a family was ",
                size(),
                ".\n\nThe median income of a household was ",
                income(),
                ", and that of a family was ",
                income(),
                ". About ",
                percent(),
                " of families were below the [[poverty line]].\n\n"});
    return r_.chance(300) ? joined({text, paragraph()}) : text;
  }

  /// The categories, and the same article in other languages.
  std::string closing() {
    constexpr std::array<std::string_view, 8> languages = {"de", "es", "fr", "it",
                                                           "ja", "nl", "pl", "sv"};
    std::string text;
    for (std::uint64_t n = r_.below(4); n > 0; --n)
      text += joined({"[[Category:", capital(phrase(1, 3)), "]]\n"});
    for (const std::string_view language : languages)
      if (r_.chance(250)) text += joined({"\n[[", language, ":", title_, "]]"});
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

std::string make_pages(random& r, std::uint64_t block, const vocabulary& words) {
  std::string text;
  text.reserve(generator_block_bytes);
  for (std::uint64_t id = (block + 1) * 1000;; ++id) {
    page_writer page(r, words, id);
    const std::string head = page.head();
    const std::size_t left = generator_block_bytes - text.size();
    if (left < head.size() + 2 * page_writer::tail.size())
      return fitted(std::move(text), generator_block_bytes);
    const std::size_t room = left - head.size() - page_writer::tail.size();
    std::string content = page.text();
    if (content.size() > room) content = fitted(std::move(content), room);
    text.append(head).append(content).append(page_writer::tail);
  }
}

block_writer prepare_wikipedia_text(const column_request& asked) {
  return write_text([words = std::make_shared<const vocabulary>(asked.seed)](
                        random& r, std::uint64_t block) { return make_pages(r, block, *words); });
}

}  // namespace

generator wikipedia_text_generator() {
  return {.name = "wikipedia_text",
          .description = "an XML dump of articles with mark-up, of words that follow Zipf's law",
          .type = element_type::uint8,
          .prepare = prepare_wikipedia_text};
}

}  // namespace codag::datasets
