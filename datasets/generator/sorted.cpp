// "sorted": integers in ascending order. The column is cut into as many equal parts as there are
// distinct values, and each value begins at a random place of its part.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "datasets/generator/integer_column.hpp"
#include "datasets/generator/sorted_runs.hpp"
#include "datasets/generator/synthetic.hpp"

namespace codag::datasets {
namespace {

constexpr std::array sorted_parameters = {type_parameter, bit_width_parameter, distinct_parameter};
static_assert(well_declared(sorted_parameters));

block_writer prepare_sorted(const column_request& asked) {
  if (asked.elements == 0) return [](random&, std::uint64_t, std::span<std::byte>) {};
  const auto width = static_cast<unsigned>(asked["bit_width"]);
  const run_starts starts = {.elements = asked.elements,
                             .distinct = std::min(asked["distinct"], asked.elements),
                             .seed = asked.seed};
  std::vector<std::uint64_t> by_rank(starts.distinct);
  for (std::uint64_t i = 0; i < starts.distinct; ++i) by_rank[i] = distinct_value(i, width);
  std::ranges::sort(by_rank);
  return write_integers(
      asked.type, [starts, by_rank = std::move(by_rank)](random&, std::uint64_t first,
                                                         std::span<std::uint64_t> values) {
        starts.fill(first, values, [&](std::uint64_t rank) { return by_rank[rank]; });
      });
}

}  // namespace

generator sorted_generator() {
  return {.name = "sorted",
          .description =
              "integers in ascending order, each value about equally often; a column "
              "with fewer elements than values has as many values as elements",
          .parameters = sorted_parameters,
          .prepare = prepare_sorted};
}

}  // namespace codag::datasets
