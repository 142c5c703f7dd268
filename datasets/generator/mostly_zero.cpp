// "mostly_zero": integers that are nearly all 0, as counters of rare events and sparse features
// are.
#include <algorithm>
#include <array>

#include "datasets/generator/integer_column.hpp"
#include "datasets/generator/synthetic.hpp"

namespace codag::datasets {
namespace {

constexpr std::array mostly_zero_parameters = {
    type_parameter, bit_width_parameter,
    parameter{.key = "per_thousand",
              .label = "others",
              .least = 0,
              .most = 1000,
              .standard = 10,
              .help = "values in a thousand that are not 0"}};
static_assert(well_declared(mostly_zero_parameters));

block_writer prepare_mostly_zero(const column_request& asked) {
  const std::uint64_t width = asked["bit_width"], others = asked["per_thousand"];
  return write_integers(asked.type, [=](random& r, std::uint64_t, std::span<std::uint64_t> values) {
    if (width == 0) return;  // 0 is the only value
    for (std::uint64_t& v : values)
      if (r.chance(others)) v = std::max<std::uint64_t>(r.next() >> (64 - width), 1);
  });
}

}  // namespace

generator mostly_zero_generator() {
  return {.name = "mostly_zero",
          .description =
              "integers of which nearly all are 0; the others have any value of the bit "
              "width",
          .parameters = mostly_zero_parameters,
          .prepare = prepare_mostly_zero};
}

}  // namespace codag::datasets
