// "ids": identifiers of rows, all different. The k-th is 4 k plus a number from 0 to 3, so that
// there are small gaps. "sorted" has them in ascending order. "shuffled" has them in another order:
// each 2^20 consecutive elements have 2^20 consecutive identifiers, and the place k of these has
// the one of rank distinct_value(k xor key, 20), where distinct_value is one to one and the key
// differs from window to window. So any block can be generated alone, whatever the column's length.
//
// A type that is too narrow for all has the lower bits, and then identifiers occur again.
#include <array>
#include <string_view>

#include "datasets/generator/integer_column.hpp"
#include "datasets/generator/synthetic.hpp"

namespace codag::datasets {
namespace {

constexpr std::array<std::string_view, 2> id_orders = {"sorted", "shuffled"};

constexpr std::array ids_parameters = {type_parameter, parameter{.key = "order",
                                                                 .label = "order",
                                                                 .most = id_orders.size() - 1,
                                                                 .choices = id_orders,
                                                                 .help = "in which order"}};
static_assert(well_declared(ids_parameters));

/// The rank of the identifier at the place `element` of a shuffled column.
std::uint64_t shuffled_rank(std::uint64_t element, std::uint64_t seed) {
  constexpr unsigned window_bits = 20;
  const std::uint64_t window = element >> window_bits;
  const std::uint64_t within = element ^ window << window_bits;
  const std::uint64_t key = random::mix(seed + window) >> (64 - window_bits);
  return window << window_bits | distinct_value(within ^ key, window_bits);
}

block_writer prepare_ids(const column_request& asked) {
  const bool shuffled = id_orders.at(asked["order"]) == "shuffled";
  return write_integers(asked.type, [shuffled, seed = asked.seed](random&, std::uint64_t first,
                                                                  std::span<std::uint64_t> values) {
    for (std::uint64_t element = first; std::uint64_t & v : values) {
      const std::uint64_t rank = shuffled ? shuffled_rank(element, seed) : element;
      v = 4 * rank + (random::mix(seed ^ rank) & 3);
      ++element;
    }
  });
}

}  // namespace

generator ids_generator() {
  return {.name = "ids",
          .description = "integers that all differ, with small gaps, sorted or shuffled",
          .parameters = ids_parameters,
          .prepare = prepare_ids};
}

}  // namespace codag::datasets
