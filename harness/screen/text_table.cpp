#include "harness/screen/text_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "harness/screen/padded.hpp"
#include "harness/support/digits.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

constexpr std::size_t column_gap = 2;  // spaces between columns

using widths = std::vector<std::size_t>;

std::size_t line_width(const widths& columns) {
  return std::reduce(columns.begin(), columns.end()) + column_gap * (columns.size() - 1);
}

}  // namespace

std::string fixed(double value, int decimals) {
  if (decimals > 0 && value != 0 && std::abs(value) < 0.5 * std::pow(10, -decimals))
    return digits(value, 2, decimals);
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f", decimals, value);
  return text;
}

std::string significant(double value, int digits) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.*g", digits, value);
  return text;
}

void text_table::add(std::vector<std::string> row) {
  for (std::string& cell : row) cell = printable(cell);
  rows_.push_back(std::move(row));
}

std::string text_table::str(table_width width) const {
  widths columns(rows_.front().size());
  for (const auto& row : rows_)
    for (std::size_t c = 0; c < row.size(); ++c)
      columns[c] = std::max(columns[c], display_width(row[c]));
  const std::size_t most = width ? std::max(*width, least_table_width) : line_width(columns);
  const auto values = columns.begin() + static_cast<std::ptrdiff_t>(labels_);
  if (line_width(columns) > most) {
    while (line_width({columns.begin(), values}) > most / 2)
      --*std::max_element(columns.begin(), values);
    const std::size_t room = most - line_width({columns.begin(), values}) - column_gap;
    for (auto column = values; column != columns.end(); ++column) *column = std::min(*column, room);
  }

  std::string text;
  std::size_t next = labels_;  // the first value that is not in the text yet
  do {
    // The columns of this part: the labels, and as many values as fit. One always does.
    std::vector<std::size_t> part(labels_);
    std::iota(part.begin(), part.end(), 0);
    widths used(columns.begin(), values);
    for (; next < columns.size(); ++next) {
      used.push_back(columns[next]);
      if (line_width(used) > most) {
        used.pop_back();
        break;
      }
      part.push_back(next);
    }
    if (!text.empty()) text += "\n";
    for (const auto& row : rows_) {
      std::string line;
      for (const std::size_t c : part) {
        if (c >= row.size()) continue;
        const std::string cell = shortened(row[c], columns[c]), pad = padding(cell, columns[c]);
        line +=
            (c == 0 ? "" : std::string(column_gap, ' ')) + (c < labels_ ? cell + pad : pad + cell);
      }
      text += line.erase(line.find_last_not_of(' ') + 1) + "\n";
      if (&row == rows_.data()) text += std::string(line_width(used), '-') + "\n";
    }
  } while (next < columns.size());
  return text;
}

}  // namespace codag::harness
