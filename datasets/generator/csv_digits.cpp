// "csv_digits": a table of random numbers as comma-separated values. Digits and commas are all
// there is, and nothing but the ends of lines lies in a regular place.
#include <array>
#include <string>

#include "datasets/generator/synthetic.hpp"
#include "datasets/generator/text_column.hpp"

namespace codag::datasets {
namespace {

/// A line has a number below each of these.
constexpr std::array<std::uint64_t, 8> csv_limits = {1'000'000, 100,     10'000,      2,
                                                     1000,      100'000, 100'000'000, 10};

std::string make_csv_line(random& r) {
  std::string line;
  for (const std::uint64_t limit : csv_limits) line.append(std::to_string(r.below(limit))) += ',';
  line.back() = '\n';
  return line;
}

block_writer prepare_csv_digits(const column_request&) {
  return write_text(
      [](random& r, std::uint64_t) { return lines_of_block([&] { return make_csv_line(r); }); });
}

}  // namespace

generator csv_digits_generator() {
  return {.name = "csv_digits",
          .description = "a table of random numbers as lines of comma-separated values",
          .type = element_type::uint8,
          .prepare = prepare_csv_digits};
}

}  // namespace codag::datasets
