// "zipf": independent integers of which the k-th most frequent has a share proportional to
// 1/k^skew. "zipf_ranks": the same, and the k-th most frequent integer is k - 1, as in a dictionary
// that is sorted by frequency: D3 of Shanbhag et al., "Tile-based Lightweight Integer Compression
// in GPU", SIGMOD 2022, section 9.3, which "resembles dictionary encodings". The paper does not say
// how many values there are.
#include <array>

#include "datasets/generator/integer_column.hpp"
#include "datasets/generator/synthetic.hpp"
#include "datasets/generator/zipf_law.hpp"

namespace codag::datasets {
namespace {

constexpr parameter skew_parameter{.key = "skew",
                                   .label = "skew",
                                   .scale = 100,
                                   .least = 0,
                                   .most = 500,
                                   .standard = 100,
                                   .help = "exponent of Zipf's law; 0: all values equally often"};

constexpr std::array zipf_parameters = {type_parameter, bit_width_parameter, distinct_parameter,
                                        skew_parameter};
constexpr std::array zipf_ranks_parameters = {distinct_parameter, skew_parameter};
static_assert(well_declared(zipf_parameters) && well_declared(zipf_ranks_parameters));
static_assert(skew_parameter.scale == 100 && distinct_parameter.most * exp2_unit <= std::uint64_t{1}
                                                                                        << 63,
              "the sum of all shares does not overflow");

/// Draws ranks from 0 on, and writes value_of(rank) of each.
template <class ValueOf>
block_writer write_by_rank(const column_request& asked, const ValueOf& value_of) {
  return write_integers(asked.type, [value_of, law = zipf_law(asked["distinct"], asked["skew"])](
                                        random& r, std::uint64_t, std::span<std::uint64_t> values) {
    for (std::uint64_t& v : values) v = value_of(law.draw(r));
  });
}

block_writer prepare_zipf(const column_request& asked) {
  const auto width = static_cast<unsigned>(asked["bit_width"]);
  return write_by_rank(asked, [width](std::uint64_t rank) { return distinct_value(rank, width); });
}

block_writer prepare_zipf_ranks(const column_request& asked) {
  return write_by_rank(asked, [](std::uint64_t rank) { return rank; });
}

}  // namespace

generator zipf_generator() {
  return {.name = "zipf",
          .description = "independent integers whose frequencies follow Zipf's law",
          .parameters = zipf_parameters,
          .prepare = prepare_zipf};
}

generator zipf_ranks_generator() {
  return {.name = "zipf_ranks",
          .description = "the same, where a more frequent integer is a smaller one: 0, 1, 2, ...",
          .type = element_type::uint32,
          .parameters = zipf_ranks_parameters,
          .prepare = prepare_zipf_ranks};
}

}  // namespace codag::datasets
