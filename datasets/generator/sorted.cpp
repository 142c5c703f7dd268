// "sorted": integers in ascending order. The column is cut into as many equal parts as there are
// distinct values, and each value begins at a random place of its part.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "datasets/generator/integer_column.hpp"
#include "datasets/generator/synthetic.hpp"

namespace codag::datasets {
namespace {

constexpr std::array sorted_parameters = {type_parameter, bit_width_parameter, distinct_parameter};
static_assert(well_declared(sorted_parameters));

/// Where each of the `distinct` values of a column begins. A column has at least as many elements.
struct run_starts {
  std::uint64_t elements, distinct, seed;

  /// The element at which the value with this rank begins; `elements` after the last rank.
  [[nodiscard]] std::uint64_t operator()(std::uint64_t rank) const {
    if (rank == 0 || rank >= distinct) return rank == 0 ? 0 : elements;
    const std::uint64_t begin = part(rank);
    return begin + random::mix(seed + rank) % (part(rank + 1) - begin);
  }

 private:
  // Columns are shorter than 2^44 elements and have at most 2^20 values, so nothing overflows.
  [[nodiscard]] std::uint64_t part(std::uint64_t rank) const { return rank * elements / distinct; }
};

piece_writer prepare_sorted(const column_request& asked) {
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
        // The value of the element `first` begins in the part around it, or in the one before.
        std::uint64_t rank =
            std::min(first * starts.distinct / starts.elements + 1, starts.distinct - 1);
        while (starts(rank) > first) --rank;
        std::uint64_t end = starts(rank + 1);
        // What lies after the end of the column is not written.
        const std::uint64_t count = std::min<std::uint64_t>(values.size(), starts.elements - first);
        for (std::uint64_t i = 0; i < count; ++i) {
          if (first + i == end) end = starts(++rank + 1);
          values[i] = by_rank[rank];
        }
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
