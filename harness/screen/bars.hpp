// Horizontal bars of text, and tables of them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// The characters that bars are drawn with.
enum class bar_ink {
  blocks,  ///< U+2588 and its eighths
  hashes,  ///< '#', if the terminal cannot show blocks
};

/// Blocks if the locale (LC_ALL, else LC_CTYPE, else LANG) uses UTF-8.
bar_ink ink_of_locale();

/// A bar for `share` (clamped to 0 to 1) of `width` columns, padded with spaces to that width.
std::string bar(double share, std::size_t width, bar_ink ink);

/// A share in at most four columns, up to 999%: "90%", "1.2%".
std::string percent(double share);

/// A number and its bar.
struct bar_cell {
  std::string number;                ///< ASCII
  std::optional<double> share = {};  ///< null: no bar
};

/// The width of a table of bars: at most 100 columns, and no more than the terminal has.
std::size_t bar_table_width(table_width terminal);

/// A table of rows with a label and bars. Labels and heads become printable(), and those that are
/// too long are shortened.
class bar_table {
 public:
  /// `corner` is the head over the labels.
  bar_table(const std::string& corner, std::vector<std::string> heads);

  /// Adds a row with one cell per head.
  void add(const std::string& label, std::vector<bar_cell> cells);

  [[nodiscard]] std::string str(bar_ink ink, table_width terminal = {}) const;

  /// The number of columns of bars that fit after labels of this width, at least one. Heads of
  /// head_width are then not shortened.
  static std::size_t columns_beside(std::size_t label_width, table_width terminal = {},
                                    std::size_t head_width = 0);

 private:
  struct row {
    std::string label;
    std::vector<bar_cell> cells;
  };

  std::string corner_;
  std::vector<std::string> heads_;
  std::vector<row> rows_;
};

}  // namespace codag::harness
