// Horizontal bars of text, and tables of them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace codag::harness {

/// What a bar is drawn with.
enum class bar_ink {
  blocks,  ///< U+2588 and its eighths
  hashes,  ///< '#', where the terminal cannot show them
};

/// Blocks if the locale (LC_ALL, else LC_CTYPE, else LANG) is one of UTF-8.
bar_ink ink_of_locale();

/// A bar of `share` (0 to 1; cut to that) of `width` columns, with blanks up to them.
std::string bar(double share, std::size_t width, bar_ink ink);

/// "90%", "1.2%": a share in at most four columns, up to 999%.
std::string percent(double share);

/// A number and its bar.
struct bar_cell {
  std::string number;                ///< ASCII
  std::optional<double> share = {};  ///< null: no bar
};

/// Rows of bars, each behind a label, fitted to 100 columns.
class bar_table {
 public:
  static constexpr std::size_t line_width = 100;

  /// `corner` stands over the labels; a head that is too long is cut.
  bar_table(std::string corner, std::vector<std::string> heads);

  /// As many cells as there are heads. The label is ASCII.
  void add(std::string label, std::vector<bar_cell> cells);

  [[nodiscard]] std::string str(bar_ink ink) const;

  /// How many columns of bars fit behind labels of that width, one at least. Heads of head_width
  /// are then not cut.
  static std::size_t columns_behind(std::size_t label_width, std::size_t head_width = 0);

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
