// MC0 and MC3: loan numbers and interest rates of a table with a row per loan and month. The table
// is sorted by loan, so both columns consist of runs: the months of a loan, and the loans with one
// rate.
#include <cstddef>

#include "datasets/generator/columns.hpp"

namespace codag::datasets {

void fill_mc0(random& r, std::uint64_t block, std::span<std::uint64_t> values) {
  // Loan numbers have 22 bits. 7 of 13 books of loans are below 2^21, where a varint has 3 bytes.
  constexpr std::uint64_t books = 13, small_books = 7;
  constexpr std::uint64_t boundary = 1u << 21;
  const std::uint64_t book_low = block % books < small_books ? boundary / 2 : boundary;
  std::uint64_t loan = book_low + r.below(boundary / 4);
  for (std::size_t i = 0; i < values.size();) {
    loan += r.between(1, 200);  // the loans in between are in other files
    const std::uint64_t months = r.chance(510) ? r.between(3, 10) : r.between(11, 97);
    for (std::uint64_t m = 0; m < months && i < values.size(); ++m) values[i++] = loan;
  }
}

void fill_mc3(random& r, std::uint64_t, std::span<float> values) {
  // Rates are in eighths of a per cent, and 0 if unknown.
  constexpr std::uint64_t lowest_eighths = 22, rates = 12;
  float previous = -1;
  for (std::size_t i = 0; i < values.size();) {
    float rate = previous;
    while (rate == previous)
      rate = r.chance(265) ? 0.0F : static_cast<float>(lowest_eighths + r.below(rates)) / 8;
    previous = rate;
    const std::uint64_t rows = r.chance(300) ? r.between(3, 10) : r.between(11, 99);
    for (std::uint64_t m = 0; m < rows && i < values.size(); ++m) values[i++] = rate;
  }
}

}  // namespace codag::datasets
