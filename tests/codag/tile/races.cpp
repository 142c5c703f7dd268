// Tile kernels are free of data races at every depth and with every sink. (Those of the registry at
// their standard depth: tests/codag/schedule/races.cpp.)
#include <gtest/gtest.h>

#include "codag/codec/codec.hpp"
#include "codag/codec/gpu_dfor/tile_decoder.hpp"
#include "codag/codec/gpu_dfor/warp_tiles.hpp"
#include "codag/codec/gpu_for/warp_tiles.hpp"
#include "codag/codec/gpu_rfor/tile_decoder.hpp"
#include "codag/codec/gpu_rfor/warp_tiles.hpp"
#include "codag/tile/count_sink.hpp"
#include "codag/tile/filtered_sum_sink.hpp"
#include "codag/tile/predicates.hpp"
#include "codag/tile/row_filter.hpp"
#include "codag/tile/select_sink.hpp"
#include "codag/tile/sum_sink.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/registered_kernels.hpp"
#include "tests/support/tiles_on_host.hpp"

namespace codag {
namespace {

using simt::host::global_vector, simt::host::lane_order;

std::vector<std::byte> numbers(element_type type) {
  return test::adversarial_columns(type, 3000, 4)[13].bytes;  // random widths
}

// One chunk larger than the others: its groups take several tiles, in the same shared memory.
TEST(tile_races, none_at_any_depth) {
  unsigned n = 0;
  for (const char* codec : {"gpu_for", "gpu_dfor", "gpu_rfor", "gpu_star", "none", "nsf", "nsv",
                            "rle", "gpu_bp", "gpu_vbyte", "gpu_simdbp128", "fastlanes"})
    for (const element_type type : {element_type::int32, element_type::uint64}) {
      const std::vector<std::byte> raw = numbers(type);
      std::vector<std::byte> in;
      find_codec(codec)->encode(raw, type, in);
      std::vector<chunk> chunks(8, {0, 0, 0, 0});
      chunks[0] = {0, 0, static_cast<std::uint32_t>(in.size()),
                   static_cast<std::uint32_t>(raw.size())};
      for (const auto& kernel : test::kernels_of(codec))
        for (const parameter_values& values : test::all_powers(kernel.facts.parameters)) {
          const lane_order order = ++n % 2 == 0 ? lane_order::descending() : lane_order::seeded(n);
          try {
            const test::decoded d = test::decode(kernel, type, in, chunks, raw.size(),
                                                 std::byte{0xee}, values, {.order = order});
            EXPECT_TRUE(d.out == raw);
          } catch (const simt::host::data_race& race) {
            FAIL() << kernel.facts.variant << ", " << testing::PrintToString(values) << ": "
                   << race.what();
          }
        }
    }
}

template <class Decoder, class Sink>
void expect_race_free(const chunked_column& column, const Sink& sink) {
  for (const lane_order& order : {lane_order::ascending(), lane_order::descending()}) try {
      test::take_tiles<Decoder, std::uint32_t>(column, sink, {.order = order});
    } catch (const simt::host::data_race& race) {
      FAIL() << Sink::name << ": " << race.what();
    }
}

TEST(tile_races, none_with_any_sink) {
  const std::vector<std::byte> raw = numbers(element_type::uint32);
  const auto each_sink = [&]<class Decoder>(const char* codec) {
    const chunked_column column = compress(*find_codec(codec), raw, element_type::uint32, 4096);
    global_vector<std::uint64_t> total{0};
    global_vector<std::uint32_t> out(raw.size() / 4);
    using holds = between<std::uint32_t>;
    expect_race_free<Decoder>(column, sum_sink<std::uint32_t>{total.data()});
    expect_race_free<Decoder>(column, count_sink<holds>{{0, 9}, total.data()});
    // One row per 1024: tiles that are decoded stand between tiles that are skipped.
    global_vector<std::uint32_t> kept(row_filter::word_count(out.size()), 0);
    for (std::size_t row = 0; row < out.size(); row += 1024) kept[row / 32] = 1;
    expect_race_free<Decoder>(column,
                              filtered_sum_sink<std::uint32_t>{{kept.data()}, total.data()});
    total[0] = 0;
    expect_race_free<Decoder>(
        column, select_sink<std::uint32_t, holds>{{0, 99}, out.data(), out.size(), total.data()});
  };
  each_sink.operator()<gpu_for::warp_tiles<std::uint32_t>>("gpu_for");
  each_sink.operator()<gpu_dfor::warp_tiles<std::uint32_t>>("gpu_dfor");
  each_sink.operator()<gpu_rfor::warp_tiles<std::uint32_t>>("gpu_rfor");
  each_sink.operator()<gpu_dfor::shared_tiles<std::uint32_t, 2>>("gpu_dfor");
  each_sink.operator()<gpu_rfor::shared_tiles<std::uint32_t>>("gpu_rfor");
}

}  // namespace
}  // namespace codag
