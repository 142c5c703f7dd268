// "doubles": columns of double-precision numbers. "gaussian" is noise of mean 0 and deviation 1:
// all bits but the sign and the exponent are random. "prices" are whole cents, a third of them
// ending with .99. "drift" is a sensor whose level moves slowly under a little noise; its converter
// has 16 bits after the point, so the lower bits of each number are 0.
//
// All numbers are computed as integers. Then one conversion, and one division or multiplication,
// makes a double, and IEEE 754 says how each is rounded. So the bits are those of every machine.
#include <array>
#include <cstring>
#include <string_view>
#include <vector>

#include "datasets/generator/synthetic.hpp"

namespace codag::datasets {
namespace {

constexpr std::array<std::string_view, 3> kinds_of_doubles = {"gaussian", "prices", "drift"};

constexpr std::array doubles_parameters = {parameter{.key = "kind",
                                                     .label = "kind",
                                                     .most = kinds_of_doubles.size() - 1,
                                                     .choices = kinds_of_doubles,
                                                     .help = "what the numbers are"}};
static_assert(well_declared(doubles_parameters));

/// Of `count` draws of `bits` bits, the sum minus its mean.
std::int64_t noise(random& r, int count, int bits) {
  std::int64_t sum = -(std::int64_t{count} << (bits - 1));
  for (int i = 0; i < count; ++i) sum += static_cast<std::int64_t>(r.next() >> (64 - bits));
  return sum;
}

/// The sum of twelve draws from [0, 1) has the variance 1.
double gaussian(random& r) {
  return static_cast<double>(noise(r, 12, 52)) * 0x1p-52;
}

/// From 1.00 to 1023.99; each power of two is as likely to be the size as any other.
double price(random& r) {
  const std::uint64_t low = std::uint64_t{1} << r.below(10);
  const std::uint64_t whole = low + r.below(low);
  const std::uint64_t cents = r.chance(333) ? 99 : r.below(100);
  return static_cast<double>(whole * 100 + cents) / 100.0;
}

/// A block's levels lie on a straight line from its own to that of the next block.
class drifting_sensor {
 public:
  drifting_sensor(std::uint64_t seed, std::uint64_t block)
      : from_(level_of(seed, block)), to_(level_of(seed, block + 1)) {}

  double reading(random& r, std::size_t index, std::size_t count) const {
    const auto i = static_cast<std::int64_t>(index), n = static_cast<std::int64_t>(count);
    const std::int64_t level = (from_ * (n - i) + to_ * i) / n;
    return static_cast<double>(level + noise(r, 4, 6)) * 0x1p-16;
  }

 private:
  /// From 15 to 31 in units of 2^-16.
  static std::int64_t level_of(std::uint64_t seed, std::uint64_t block) {
    return (std::int64_t{15} << 16) +
           static_cast<std::int64_t>(random::mix(seed + block) >> (64 - 20));
  }

  std::int64_t from_, to_;
};

block_writer prepare_doubles(const column_request& asked) {
  const std::string_view kind = kinds_of_doubles.at(asked["kind"]);
  return [kind, seed = asked.seed](random& r, std::uint64_t block, std::span<std::byte> out) {
    std::vector<double> values(generator_block_bytes / sizeof(double));
    const drifting_sensor sensor(seed, block);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = kind == "gaussian" ? gaussian(r)
                  : kind == "prices" ? price(r)
                                     : sensor.reading(r, i, values.size());
    std::memcpy(out.data(), values.data(), out.size());
  };
}

}  // namespace

generator doubles_generator() {
  return {.name = "doubles",
          .description = "doubles: gaussian noise, prices in cents, or a sensor that drifts",
          .type = element_type::float64,
          .parameters = doubles_parameters,
          .prepare = prepare_doubles};
}

}  // namespace codag::datasets
