#include "harness/screen/text_table.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "harness/screen/padded.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

constexpr std::size_t gap = 2;  // spaces between columns
constexpr std::size_t least_head = 12;

using widths = std::vector<std::size_t>;

std::size_t line_width(const widths& columns) {
  return std::reduce(columns.begin(), columns.end()) + gap * (columns.size() - 1);
}

}  // namespace

std::string fixed(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f", decimals, value);
  return text;
}

void text_table::add(std::vector<std::string> row) {
  for (std::string& cell : row) cell = printable(cell);
  rows_.push_back(std::move(row));
}

std::string text_table::str(table_width width) const {
  widths heads, cells;  // of each column: the head, and the widest cell below it
  for (const std::string& head : rows_.front()) heads.push_back(display_width(head));
  cells.resize(heads.size());
  for (std::size_t r = 1; r < rows_.size(); ++r)
    for (std::size_t c = 0; c < rows_[r].size(); ++c)
      cells[c] = std::max(cells[c], display_width(rows_[r][c]));
  widths columns(heads.size());
  std::ranges::transform(heads, cells, columns.begin(),
                         [](std::size_t head, std::size_t cell) { return std::max(head, cell); });
  const std::size_t most = width ? std::max(*width, least_table_width) : line_width(columns);
  const auto values = columns.begin() + static_cast<std::ptrdiff_t>(labels_);
  if (line_width(columns) > most) {
    while (line_width({columns.begin(), values}) > most / 2)
      --*std::max_element(columns.begin(), values);
    for (std::size_t c = labels_; c < columns.size(); ++c)
      columns[c] = std::max(cells[c], std::min(heads[c], least_head));
  }

  std::string text;
  for (std::size_t first = labels_, next = first; first < columns.size() || text.empty();
       first = next) {
    // The columns of this part: the labels, and as many values as fit, but at least one.
    std::vector<std::size_t> part(labels_);
    std::iota(part.begin(), part.end(), 0);
    widths used(columns.begin(), values);
    for (next = first; next < columns.size(); ++next) {
      used.push_back(columns[next]);
      if (line_width(used) > most && next > first) {
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
        line += (c == 0 ? "" : std::string(gap, ' ')) + (c < labels_ ? cell + pad : pad + cell);
      }
      text += line.erase(line.find_last_not_of(' ') + 1) + "\n";
      if (&row == rows_.data()) text += std::string(line_width(used), '-') + "\n";
    }
  }
  return text;
}

}  // namespace codag::harness
