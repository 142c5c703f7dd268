// "normal": independent integers with a normal distribution: D2 of Shanbhag et al., "Tile-based
// Lightweight Integer Compression in GPU", SIGMOD 2022, section 9.3.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "datasets/generator/fixed_point.hpp"
#include "datasets/generator/integer_column.hpp"
#include "datasets/generator/synthetic.hpp"

namespace codag::datasets {
namespace {

constexpr std::array normal_parameters = {parameter{.key = "mean",
                                                    .label = "mean",
                                                    .least = 0,
                                                    .most = std::uint64_t{1} << 31,
                                                    .standard = 1 << 16,
                                                    .help = "mean value"},
                                          parameter{.key = "deviation",
                                                    .label = "deviation",
                                                    .least = 1,
                                                    .most = 1000,
                                                    .standard = 20,
                                                    .help = "standard deviation"}};
static_assert(well_declared(normal_parameters));

/// log2(e) in units of 2^-32.
constexpr std::uint64_t log2_of_e = 6'196'328'019;

/// A value farther from the mean than this many deviations has a share that rounds to 0.
constexpr std::uint64_t most_deviations = 8;

/// The shares of the values from `least` to mean + 8 deviations, each added to those before it.
std::vector<std::uint64_t> cumulative_shares(std::uint64_t least, std::uint64_t mean,
                                             std::uint64_t deviation) {
  std::vector<std::uint64_t> sums;
  std::uint64_t sum = 0;
  for (std::uint64_t value = least; value <= mean + most_deviations * deviation; ++value) {
    const std::uint64_t distance = value < mean ? mean - value : value - mean;
    // e^(-distance^2 / (2 deviation^2)), as a power of two
    const std::uint64_t y = distance * distance * log2_of_e / (2 * deviation * deviation);
    sums.push_back(sum += exp2_of_minus(y));
  }
  return sums;
}
static_assert(std::uint64_t{16} * 1000 * exp2_unit <= std::uint64_t{1} << 63,
              "the sum of all shares does not overflow");

block_writer prepare_normal(const column_request& asked) {
  const std::uint64_t mean = asked["mean"], deviation = asked["deviation"];
  const std::uint64_t least = mean - std::min(mean, most_deviations * deviation);
  return write_integers(asked.type, [least, sums = cumulative_shares(least, mean, deviation)](
                                        random& r, std::uint64_t, std::span<std::uint64_t> values) {
    for (std::uint64_t& v : values) {
      const std::uint64_t drawn = r.below_exactly(sums.back());
      const auto found = std::ranges::upper_bound(sums, drawn);
      v = least + static_cast<std::uint64_t>(found - sums.begin());
    }
  });
}

}  // namespace

generator normal_generator() {
  return {.name = "normal",
          .description = "independent integers with a normal distribution; none is below 0",
          .type = element_type::uint32,
          .parameters = normal_parameters,
          .prepare = prepare_normal};
}

}  // namespace codag::datasets
