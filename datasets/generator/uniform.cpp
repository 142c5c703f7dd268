// "uniform": independent integers, all equally likely, of a given bit width.
#include <array>

#include "datasets/generator/integer_column.hpp"
#include "datasets/generator/synthetic.hpp"

namespace codag::datasets {
namespace {

constexpr std::array uniform_parameters = {type_parameter, bit_width_parameter};
static_assert(well_declared(uniform_parameters));

block_writer prepare_uniform(const column_request& asked) {
  const std::uint64_t width = asked["bit_width"];
  return write_integers(asked.type, [=](random& r, std::uint64_t, std::span<std::uint64_t> values) {
    for (std::uint64_t& v : values) v = width == 0 ? 0 : r.next() >> (64 - width);
  });
}

}  // namespace

generator uniform_generator() {
  return {.name = "uniform",
          .description = "independent integers; all values of the bit width are equally likely",
          .parameters = uniform_parameters,
          .prepare = prepare_uniform};
}

}  // namespace codag::datasets
