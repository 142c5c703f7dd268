// The element types of tile kernels: those of the sink that the codec stores, and no kernel is
// compiled for another.
#include <gtest/gtest.h>

#include <stdexcept>

#include "baselines/cascaded/cascades.hpp"
#include "codag/codec/codec.hpp"
#include "harness/kernels/run_on_host.hpp"
#include "harness/kernels/sink_kernels.hpp"
#include "harness/kernels/tile_kernels.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag {
namespace {

/// A decoder that does not compile for values of 64 bits.
template <class Stored, unsigned depth>
struct narrow_decoder : gpu_for::global_tiles<Stored, depth> {
  static_assert(sizeof(Stored) == 4);
};
struct narrow_tiles {
  using element_types = every_element_within<std::uint32_t>;
  template <class Stored, unsigned depth>
  using decoder = narrow_decoder<Stored, depth>;
  using schedule = harness::blocks_of_one_depth;
  static constexpr bool standard = true;
};

/// A sink that does not compile for elements of 64 bits.
template <class Element>
struct narrow_sum : sum_sink<Element> {
  static_assert(sizeof(Element) == 4);
  using element_types = integers_as<std::int32_t, std::uint32_t>;
};
struct narrow_summing : harness::summing {
  template <class Element>
  using sink = narrow_sum<Element>;
  template <class Element>
  static sink<Element> make(const device_column&, const launch_choice&, std::uint64_t* total) {
    return {{total}};
  }
};

template <class Types>
std::vector<element_type> supported() {
  std::vector<element_type> types;
  for (const element_type type : test::all_types)
    if (supports(Types{}, type)) types.push_back(type);
  return types;
}
using enum element_type;
using types = std::vector<element_type>;
const types up_to_32_bits = {int8, uint8, int16, uint16, int32, uint32, float32};
const types integers_of_32_bits = {int32, uint32};

TEST(tile_element_types, are_what_the_sink_takes_of_what_the_codec_stores) {
  EXPECT_EQ((supported<harness::tile_elements<narrow_tiles, harness::storing>>()), up_to_32_bits);
  EXPECT_EQ((supported<harness::tile_elements<narrow_tiles, harness::summing>>()),
            integers_of_32_bits);
  EXPECT_EQ((supported<harness::tile_elements<harness::gpu_for_offsets, narrow_summing>>()),
            integers_of_32_bits);
}

TEST(tile_element_types, of_every_codec_are_all) {
  std::size_t kernels = 0;
  for (const auto& kernel : harness::column_kernels())
    if (kernel.facts.family == harness::family::tile && kernel.check == nullptr &&
        !kernel.facts.variant.starts_with("cascaded")) {
      ++kernels;
      for (const element_type type : test::all_types)
        EXPECT_TRUE(kernel.facts.decodes(type)) << kernel.facts.codec << " " << to_string(type);
    }
  EXPECT_GT(kernels, 0u);
}

TEST(tile_element_types, of_a_cascade_have_the_size_of_what_is_stored) {
  EXPECT_EQ(supported<baselines::cascaded::for_bit_pack::element_types>(),
            (types{int32, uint32, int64, uint64, float32, float64}));
}

// The rows' functions compile, and refuse what they are not for.
TEST(tile_element_types, limit_what_a_row_runs) {
  auto row = harness::storing_row<narrow_tiles>("gpu_for");
  row.run = harness::run_on_host<harness::tile_launch<narrow_tiles>>();
  const auto raw = test::adversarial_columns(uint16, 900, 4)[13].bytes;  // random widths
  const chunked_column column = compress(*find_codec("gpu_for"), raw, uint16, 512);
  EXPECT_EQ(test::decode(row, uint16, column.bytes, column.chunks, raw.size()).out, raw);
  EXPECT_FALSE(row.facts.decodes(uint64));
  EXPECT_THROW(test::decode(row, uint64, column.bytes, column.chunks, raw.size()),
               std::invalid_argument);

  auto summing = harness::sink_row<harness::gpu_rfor_shared, narrow_summing>("gpu_rfor");
  summing.run =
      harness::run_on_host<harness::sink_launch<harness::gpu_rfor_shared, narrow_summing>>();
  EXPECT_FALSE(summing.facts.decodes(uint64));
  EXPECT_THROW(test::decode(summing, uint64, column.bytes, column.chunks, raw.size()),
               std::invalid_argument);
}

}  // namespace
}  // namespace codag
