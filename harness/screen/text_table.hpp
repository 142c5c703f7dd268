// Tables of text with aligned columns, for a terminal.
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "datasets/shown_text.hpp"

namespace codag::harness {

/// A number with `decimals` digits after the point.
inline std::string fixed(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f", decimals, value);
  return text;
}

using datasets::one_line;

/// A table of text. The first row is the head. The first column is left-aligned, the others are
/// right-aligned.
class text_table {
 public:
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  [[nodiscard]] std::string str() const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_)
      for (std::size_t c = 0; c < row.size(); ++c) {
        if (c == widths.size()) widths.push_back(0);
        widths[c] = std::max(widths[c], row[c].size());
      }
    std::string text;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      for (std::size_t c = 0; c < rows_[r].size(); ++c) {
        const std::string pad(widths[c] - rows_[r][c].size(), ' ');
        text += c == 0 ? rows_[r][c] + pad : "  " + pad + rows_[r][c];
      }
      text.erase(text.find_last_not_of(' ') + 1);
      text += "\n";
      if (r == 0) {
        std::size_t all = 0;
        for (const std::size_t w : widths) all += w;
        text += std::string(all + 2 * (widths.size() - 1), '-') + "\n";
      }
    }
    return text;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace codag::harness
