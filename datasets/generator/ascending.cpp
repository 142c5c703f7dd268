// "ascending": the integers 0, 1, 2, ... in this order, each about equally often: D1 of Shanbhag et
// al., "Tile-based Lightweight Integer Compression in GPU", SIGMOD 2022, section 9.3, "a sorted
// array where we vary the number of unique values". The paper does not say which values; that each
// one is the next integer follows from the sizes that it gives where all values differ.
#include <algorithm>
#include <array>

#include "datasets/generator/integer_column.hpp"
#include "datasets/generator/sorted_runs.hpp"
#include "datasets/generator/synthetic.hpp"

namespace codag::datasets {
namespace {

constexpr parameter many_values = [] {
  parameter p = distinct_parameter;
  p.most = 1 << 28;
  return p;
}();

constexpr std::array ascending_parameters = {many_values};
static_assert(well_declared(ascending_parameters));

block_writer prepare_ascending(const column_request& asked) {
  if (asked.elements == 0) return [](random&, std::uint64_t, std::span<std::byte>) {};
  const run_starts starts = {.elements = asked.elements,
                             .distinct = std::min(asked["distinct"], asked.elements),
                             .seed = asked.seed};
  return write_integers(asked.type,
                        [starts](random&, std::uint64_t first, std::span<std::uint64_t> values) {
                          starts.fill(first, values, [](std::uint64_t rank) { return rank; });
                        });
}

}  // namespace

generator ascending_generator() {
  return {.name = "ascending",
          .description =
              "the integers from 0 on in ascending order, each about equally often; a column with "
              "fewer elements than values has as many values as elements",
          .type = element_type::uint32,
          .parameters = ascending_parameters,
          .prepare = prepare_ascending};
}

}  // namespace codag::datasets
