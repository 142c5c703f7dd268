#include "harness/screen/bars.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "harness/screen/padded.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

constexpr std::size_t gap = 2;            // spaces before a column
constexpr std::size_t least_column = 11;  // including the gap: "90% " and a bar of five
constexpr std::size_t most_column = 42;

void end_line(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text += "\n";
}

/// The columns for labels that want so many: the line has room for two columns of bars.
std::size_t label_columns(std::size_t wanted, std::size_t line) {
  return std::min(wanted, line - 2 * least_column);
}

}  // namespace

std::size_t bar_table_width(table_width terminal) {
  return std::clamp<std::size_t>(terminal.value_or(100), least_table_width, 100);
}

bar_ink ink_of_locale() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    std::string locale = value;
    for (char& c : locale) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const bool utf8 = locale.find("utf-8") != std::string::npos ||  //
                      locale.find("utf8") != std::string::npos;
    return utf8 ? bar_ink::blocks : bar_ink::hashes;
  }
  return bar_ink::hashes;
}

std::string bar(double share, std::size_t width, bar_ink ink) {
  const double columns = std::clamp(share, 0.0, 1.0) * static_cast<double>(width);
  if (ink == bar_ink::hashes)
    return padded(std::string(static_cast<std::size_t>(std::lround(columns)), '#'), width);
  constexpr const char* eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto parts = static_cast<std::size_t>(std::lround(columns * 8));
  std::string text;
  for (std::size_t i = 0; i < parts / 8; ++i) text += "█";
  text += eighths[parts % 8];
  return text + std::string(width - (parts + 7) / 8, ' ');
}

std::string percent(double share) {
  return fixed(100 * share, share < 0.0995 ? 1 : 0) + "%";
}

bar_table::bar_table(const std::string& corner, std::vector<std::string> heads)
    : corner_(printable(corner)), heads_(std::move(heads)) {
  for (std::string& head : heads_) head = printable(head);
}

void bar_table::add(const std::string& label, std::vector<bar_cell> cells) {
  rows_.push_back({printable(label), std::move(cells)});
}

std::size_t bar_table::columns_beside(std::size_t label_width, table_width terminal,
                                      std::size_t head_width) {
  const std::size_t line = bar_table_width(terminal);
  const std::size_t room = line - label_columns(label_width, line);
  return std::max<std::size_t>(1, room / std::max(least_column, head_width + gap));
}

std::string bar_table::str(bar_ink ink, table_width terminal) const {
  const std::size_t line = bar_table_width(terminal);
  std::size_t labels = display_width(corner_);
  for (const row& r : rows_) labels = std::max(labels, display_width(r.label));
  labels = label_columns(labels, line);
  const std::size_t column = std::clamp((line - labels) / heads_.size(), least_column, most_column);
  std::vector<std::size_t> numbers(heads_.size());
  for (const row& r : rows_)
    for (std::size_t c = 0; c < heads_.size(); ++c)
      numbers[c] = std::max(numbers[c], r.cells[c].number.size());
  std::string text = padded(shortened(corner_, labels), labels);
  for (const std::string& head : heads_)
    text += std::string(gap, ' ') + padded(shortened(head, column - gap), column - gap);
  end_line(text);
  text += std::string(labels + heads_.size() * column, '-') + "\n";
  for (const row& r : rows_) {
    text += padded(shortened(r.label, labels), labels);
    for (std::size_t c = 0; c < heads_.size(); ++c) {
      const auto& [number, share] = r.cells[c];
      const std::size_t used = gap + numbers[c] + 1;
      const std::size_t width = column > used ? column - used : 0;
      text += std::string(gap + numbers[c] - number.size(), ' ') + number + " ";
      text += share ? bar(*share, width, ink) : std::string(width, ' ');
    }
    end_line(text);
  }
  return text;
}

}  // namespace codag::harness
