// Tables of text with aligned columns, for a terminal.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "datasets/shown_text.hpp"

namespace codag::harness {

/// A number with `decimals` digits after the point. One that would read 0.0, and is not 0, has two
/// significant digits.
std::string fixed(double value, int decimals);

/// A number with this many significant digits, in the shorter of the two notations.
std::string significant(double value, int digits = 4);

/// The width of the terminal that a table is for; null if it is for a file or a pipe, where nothing
/// is cut. A terminal narrower than 60 columns gets lines of 60.
using table_width = std::optional<std::size_t>;
inline constexpr std::size_t least_table_width = 60;

/// A table of text. The first row is the head. The first columns are labels, which name a row. They
/// are left-aligned; the others, the values, are right-aligned. Cells become printable().
///
/// A table that is too wide for a terminal is made to fit in this order:
/// 1. labels are shortened in the middle, until they take half of the width;
/// 2. the values that do not fit follow in further tables below, beside the same labels;
/// 3. a value that does not fit even alone is shortened in the middle.
class text_table {
 public:
  explicit text_table(std::size_t labels = 1) : labels_(labels) {}

  /// Every row has as many cells as the head, or fewer.
  void add(std::vector<std::string> row);

  [[nodiscard]] std::string str(table_width width) const;

 private:
  std::size_t labels_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace codag::harness
