// "json_lines": events of a service as JSON, an object per line. The keys are the same in each
// line; the values are numbers, times, names and words by Zipf's law. A block is a day.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "datasets/generator/synthetic.hpp"
#include "datasets/generator/text_column.hpp"
#include "datasets/generator/vocabulary.hpp"

namespace codag::datasets {
namespace {

/// Writes the events of one day.
class event_writer {
 public:
  event_writer(random& r, const vocabulary& words, std::uint64_t day)
      : r_(r), words_(words), id_(day * most_events), day_(day % 28 + 1) {}

  std::string line() {
    id_ += r_.between(1, 3);
    seconds_ = std::min<std::uint64_t>(seconds_ + r_.below(180), 86'399);
    return joined({R"({"id":)",
                   std::to_string(id_),
                   R"(,"time":"2025-03-)",
                   with_zeros(day_, 2),
                   "T",
                   time_of_day(seconds_),
                   ".",
                   with_zeros(r_.below(1000), 3),
                   R"(Z","user":")",
                   word(),
                   number_between(r_, 1, 99),
                   R"(","event":")",
                   event(),
                   R"(","amount":)",
                   number_between(r_, 0, 499),
                   ".",
                   number_between(r_, 10, 99),
                   R"(,"tags":[)",
                   tags(),
                   R"(],"mobile":)",
                   r_.chance(600) ? "true" : "false",
                   "}\n"});
  }

 private:
  static constexpr std::uint64_t most_events = 4096;  // a line has more than 100 bytes

  std::string_view word() { return words_.text(words_.draw(r_)); }

  std::string_view event() {
    constexpr std::array<std::string_view, 8> events = {"view",  "click", "search", "login",
                                                        "order", "share", "logout", "error"};
    return events.at(r_.below(1 + r_.below(events.size())));  // the first ones more often
  }

  /// Up to three words in quotation marks.
  std::string tags() {
    std::string text;
    for (std::uint64_t n = r_.below(4); n > 0; --n)
      text += joined({"\"", word(), n > 1 ? "\"," : "\""});
    return text;
  }

  random& r_;
  const vocabulary& words_;
  std::uint64_t id_, day_, seconds_ = 0;
};

block_writer prepare_json_lines(const column_request& asked) {
  return write_text(
      [words = std::make_shared<const vocabulary>(asked.seed)](random& r, std::uint64_t block) {
        event_writer events(r, *words, block);
        return lines_of_block([&] { return events.line(); });
      });
}

}  // namespace

generator json_lines_generator() {
  return {.name = "json_lines",
          .description = "events of a service, a JSON object per line",
          .type = element_type::uint8,
          .prepare = prepare_json_lines};
}

}  // namespace codag::datasets
