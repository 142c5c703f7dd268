// Horizontal bars of text, and tables of them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

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

/// A table of rows with a label and bars, at most 100 columns wide.
class bar_table {
 public:
  static constexpr std::size_t line_width = 100;

  /// `corner` is the head over the labels. A head that is too long is cut.
  bar_table(std::string corner, std::vector<std::string> heads);

  /// Adds a row with one cell per head. The label must be ASCII.
  void add(std::string label, std::vector<bar_cell> cells);

  [[nodiscard]] std::string str(bar_ink ink) const;

  /// The number of columns of bars that fit after labels of this width, at least one. Heads of
  /// head_width are then not cut.
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
