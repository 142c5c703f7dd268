// "null_bitmap": which rows have a value, a bit per row, as Apache Arrow stores it: a 1 is a value,
// a 0 is a NULL, and row 0 is the lowest bit of the first byte. Rows are independent.
#include <array>

#include "datasets/generator/synthetic.hpp"

namespace codag::datasets {
namespace {

constexpr std::array null_bitmap_parameters = {parameter{.key = "per_thousand",
                                                         .label = "ones",
                                                         .least = 0,
                                                         .most = 1000,
                                                         .standard = 950,
                                                         .help = "ones in a thousand bits"}};
static_assert(well_declared(null_bitmap_parameters));

block_writer prepare_null_bitmap(const column_request& asked) {
  const std::uint64_t ones = asked["per_thousand"];
  return [ones](random& r, std::uint64_t, std::span<std::byte> out) {
    for (std::byte& byte : out) {
      byte = std::byte{0};
      for (unsigned bit = 0; bit < 8; ++bit)
        if (r.chance(ones)) byte |= std::byte{1} << bit;
    }
  };
}

}  // namespace

generator null_bitmap_generator() {
  return {.name = "null_bitmap",
          .description = "a bit per row, eight to a byte: 1 is a value, 0 is a NULL",
          .type = element_type::uint8,
          .parameters = null_bitmap_parameters,
          .prepare = prepare_null_bitmap};
}

}  // namespace codag::datasets
