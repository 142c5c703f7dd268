// "matrix_market": the coordinate lines of a large sparse matrix in Matrix Market form (Boisvert,
// Pozo and Remington, "The Matrix Market Exchange Formats", NISTIR 5935), a stand-in for
// Hollywood-2009, the graph of actors who appeared in a film together. As in that file, the matrix
// is symmetric and a pattern: each line has the row and the column of an entry below the diagonal,
// ordered by column and then by row. There is no header: a column can be as long as one likes, so
// neither the number of vertices nor that of entries is known.
//
// What sets the ratio that gzip reaches is how near the rows of a column are to each other, and to
// those of the column before: the casts of films are neighbours, and have neighbours in common.
#include <algorithm>
#include <string>
#include <vector>

#include "datasets/generator/synthetic.hpp"
#include "datasets/generator/text_column.hpp"

namespace codag::datasets {
namespace {

/// The first column. Nearly all numbers have six digits, as most of Hollywood-2009's have, so that
/// the ratio hardly depends on how long the text is.
constexpr std::uint64_t first_column = 100'000;
/// The columns of the matrix that a block may have. Those that it has no room for have no entries.
constexpr std::uint64_t columns_of_block = 256;
/// The greatest length of a line, for numbers below 10^11.
constexpr std::size_t longest_line = 24;

/// From 1 to 2^bits - 1: each power of two is as likely to be the size as any other.
std::uint64_t any_magnitude(random& r, unsigned bits) {
  const std::uint64_t low = std::uint64_t{1} << r.below(bits);
  return low + r.below(low);
}

/// How many entries a column has: n or more with a probability proportional to 1/n, from 8 on.
std::uint64_t draw_degree(random& r) {
  std::uint64_t least = 8;
  while (least < 2048 && r.chance(500)) least *= 2;
  return r.between(least, 2 * least - 1);
}

/// The rows of `column`, given those of the column before it.
std::vector<std::uint64_t> draw_rows(random& r, std::uint64_t column,
                                     const std::vector<std::uint64_t>& before) {
  const std::uint64_t degree = draw_degree(r);
  std::vector<std::uint64_t> rows;
  for (const std::uint64_t row : before)
    if (row > column && rows.size() < degree && r.chance(500)) rows.push_back(row);
  while (rows.size() < degree) {
    std::uint64_t row = column + any_magnitude(r, 20);
    for (std::uint64_t cast = r.between(1, 4); cast > 0; --cast) {
      rows.push_back(row);
      row += any_magnitude(r, 9);
    }
  }
  std::ranges::sort(rows);
  rows.erase(std::ranges::unique(rows).begin(), rows.end());
  return rows;
}

std::string make_lines(random& r, std::uint64_t block) {
  std::string text;
  text.reserve(generator_block_bytes);
  std::uint64_t column = first_column + block * columns_of_block;
  const std::uint64_t end = column + columns_of_block;
  std::vector<std::uint64_t> rows = draw_rows(r, column, {});
  while (true) {
    for (const std::uint64_t row : rows) {
      text.append(std::to_string(row)).append(1, ' ').append(std::to_string(column));
      const std::size_t left = generator_block_bytes - text.size() - 1;
      // Blanks at the end of a line are allowed, so that the last line can fill the block.
      if (left < longest_line) return text.append(left, ' ').append(1, '\n');
      text.append(1, '\n');
    }
    if (column + 1 < end)
      rows = draw_rows(r, ++column, rows);
    else  // The last column takes what is left.
      rows = {rows.back() + any_magnitude(r, 9)};
  }
}

block_writer prepare_matrix_market(const column_request&) {
  return write_text(make_lines);
}

}  // namespace

generator matrix_market_generator() {
  return {.name = "matrix_market",
          .description = "a power-law graph as the lines of a Matrix Market file",
          .type = element_type::uint8,
          .prepare = prepare_matrix_market};
}

}  // namespace codag::datasets
