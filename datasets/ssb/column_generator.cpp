#include "datasets/ssb/column_generator.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "datasets/bad_input.hpp"
#include "datasets/ssb/lineorder.hpp"

namespace codag::datasets::ssb {
namespace {

constexpr std::array column_parameters = {parameter{.key = "column",
                                                    .label = "column",
                                                    .least = 0,
                                                    .most = fact_names.size() - 1,
                                                    .standard = 0,
                                                    .choices = fact_names,
                                                    .help = "of lineorder"}};
static_assert(well_declared(column_parameters));

block_writer prepare(const column_request& asked) {
  if (asked.elements > most_scale * rows_per_scale)
    throw bad_input("dataset 'ssb': a column of " + std::to_string(asked.elements) +
                    " rows is above scale factor " + std::to_string(most_scale) +
                    "; choose a smaller size");
  const lineorder table(asked.elements, asked.seed);
  const auto column = static_cast<fact>(asked["column"]);
  return [table, column](random&, std::uint64_t block, std::span<std::byte> out) {
    std::vector<std::int32_t> values(out.size() / sizeof(std::int32_t));
    table.write(column, block * (generator_block_bytes / sizeof(std::int32_t)), values);
    std::memcpy(out.data(), values.data(), out.size());
  };
}

}  // namespace

generator column_generator() {
  return {.name = generator_name,
          .description =
              "a column of the Star Schema Benchmark's lineorder; its size sets the scale factor: "
              "24 MB is 1",
          .type = element_type::int32,
          .parameters = column_parameters,
          .prepare = prepare};
}

}  // namespace codag::datasets::ssb
