// "runs": runs of equal integers. At each element a run ends with the same chance, so the lengths
// are distributed geometrically.
#include <algorithm>
#include <array>

#include "datasets/generator/integer_column.hpp"
#include "datasets/generator/synthetic.hpp"

namespace codag::datasets {
namespace {

constexpr parameter run_length_parameter{.key = "run_length",
                                         .label = "run",
                                         .scale = 10,
                                         .least = 10,
                                         .most = 100'000,
                                         .standard = 80,
                                         .help = "mean number of elements per run"};

constexpr parameter at_least_two_values = [] {
  parameter p = distinct_parameter;
  p.least = 2;  // a run ends where the value changes
  return p;
}();

constexpr std::array runs_parameters = {type_parameter, bit_width_parameter, at_least_two_values,
                                        run_length_parameter};
static_assert(well_declared(runs_parameters));
static_assert(run_length_parameter.most / run_length_parameter.scale <=
                  generator_block_bytes / sizeof(std::uint64_t),
              "a run lies within a block");

/// The chance, in units of 2^-32, that a run ends after an element that is not a block's last. Each
/// block begins a run, unless its first value happens to be the last one of the block before.
std::uint64_t chance_of_end(std::uint64_t run_length, std::uint64_t distinct,
                            std::uint64_t block_elements) {
  constexpr std::uint64_t one = std::uint64_t{1} << 32;
  const std::uint64_t runs = block_elements * run_length_parameter.scale * one / run_length;
  const std::uint64_t begun_by_block = (distinct - 1) * one / distinct;
  return std::min(one, (runs - begun_by_block) / (block_elements - 1));
}

block_writer prepare_runs(const column_request& asked) {
  const std::uint64_t distinct = asked["distinct"];
  const auto width = static_cast<unsigned>(asked["bit_width"]);
  const std::uint64_t end =
      chance_of_end(asked["run_length"], distinct, generator_block_bytes / size_of(asked.type));
  return write_integers(asked.type, [=](random& r, std::uint64_t, std::span<std::uint64_t> values) {
    std::uint64_t index = r.below(distinct);
    std::uint64_t value = distinct_value(index, width);
    for (std::uint64_t& v : values) {
      v = value;
      if ((r.next() >> 32) >= end) continue;
      index = (index + 1 + r.below(distinct - 1)) % distinct;  // any other one
      value = distinct_value(index, width);
    }
  });
}

}  // namespace

generator runs_generator() {
  return {.name = "runs",
          .description = "runs of equal integers, with lengths distributed geometrically",
          .parameters = runs_parameters,
          .prepare = prepare_runs};
}

}  // namespace codag::datasets
