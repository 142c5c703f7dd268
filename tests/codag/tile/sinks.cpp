// What the sinks make of the values of a column. sink_rows.cpp has them with every codec.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "codag/codec/codec.hpp"
#include "codag/codec/gpu_dfor/tile_decoder.hpp"
#include "codag/codec/gpu_dfor/warp_tiles.hpp"
#include "codag/codec/gpu_for/tile_decoder.hpp"
#include "codag/codec/gpu_rfor/tile_decoder.hpp"
#include "codag/tile/count_sink.hpp"
#include "codag/tile/predicates.hpp"
#include "codag/tile/select_sink.hpp"
#include "codag/tile/sum_sink.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/tiles_on_host.hpp"

namespace codag {
namespace {

using simt::host::global_vector, simt::host::lane_order;

/// A codec's tile decoder for int32 and for int64.
struct for_tiles {
  static constexpr const char* codec = "gpu_for";
  template <class Stored>
  using decoder = gpu_for::shared_tiles<Stored, 4, bit_packing::precomputed_offsets>;
};
struct dfor_tiles {
  static constexpr const char* codec = "gpu_dfor";
  template <class Stored>
  using decoder = gpu_dfor::shared_tiles<Stored, 4>;
};
struct rfor_tiles {
  static constexpr const char* codec = "gpu_rfor";
  template <class Stored>
  using decoder = gpu_rfor::shared_tiles<Stored>;
};

struct dfor_tiles_by_warps {
  static constexpr const char* codec = "gpu_dfor";
  template <class Stored>
  using decoder = gpu_dfor::warp_tiles<Stored>;
};

template <class Tiles>
class sinks : public testing::Test {};
using some_tiles = testing::Types<for_tiles, dfor_tiles, rfor_tiles, dfor_tiles_by_warps>;
TYPED_TEST_SUITE(sinks, some_tiles);

template <class T>
std::vector<T> small_numbers(std::size_t count) {
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(i * i / 3 % 200) - 100;
  return values;
}

template <class T>
chunked_column compressed(const char* codec, const std::vector<T>& values,
                          std::uint32_t chunk_bytes = 8192) {
  return compress(*find_codec(codec), std::as_bytes(std::span(values)),
                  sizeof(T) == 4 ? element_type::int32 : element_type::int64, chunk_bytes);
}

// The last tile of the last chunk has values that are not the column's.
constexpr std::size_t sizes[] = {1, 127, 2048, 5001};

TYPED_TEST(sinks, sum_adds_negative_values_too) {
  const auto check = []<class T, class Stored>() {
    for (const std::size_t count : sizes) {
      const std::vector<T> values = small_numbers<T>(count);
      const chunked_column column = compressed(TypeParam::codec, values);
      for (const lane_order& order : {lane_order::ascending(), lane_order::descending()}) {
        global_vector<std::uint64_t> sum{5};
        const auto statuses =
            test::take_tiles<typename TypeParam::template decoder<Stored>, Stored>(
                column, sum_sink<T>{sum.data()}, {.order = order});
        EXPECT_EQ(std::ranges::count(statuses, status::ok), std::ssize(column.chunks));
        EXPECT_EQ(static_cast<std::int64_t>(sum[0]),
                  std::accumulate(values.begin(), values.end(), std::int64_t{5}));
      }
    }
  };
  check.template operator()<std::int32_t, std::uint32_t>();
  check.template operator()<std::int64_t, std::uint64_t>();
}

TYPED_TEST(sinks, count_compares_as_the_element_does) {
  for (const std::size_t count : sizes) {
    const std::vector<std::int32_t> values = small_numbers<std::int32_t>(count);
    const chunked_column column = compressed(TypeParam::codec, values);
    const between<std::int32_t> holds{-20, 30};
    global_vector<std::uint64_t> counted{0};
    test::take_tiles<typename TypeParam::template decoder<std::uint32_t>, std::uint32_t>(
        column, count_sink<between<std::int32_t>>{holds, counted.data()});
    EXPECT_EQ(counted[0], static_cast<std::uint64_t>(std::ranges::count_if(values, holds)));
  }
}

/// Selects from the column, in several lane orders, and expects the values from -20 to 30.
template <class Tiles, class T, class Stored>
void expect_selected(const std::vector<T>& values, const chunked_column& column) {
  const between<T> holds{-20, 30};
  std::vector<T> expected;
  std::ranges::copy_if(values, std::back_inserter(expected), holds);
  std::ranges::sort(expected);
  for (const lane_order& order :
       {lane_order::ascending(), lane_order::descending(), lane_order::seeded(3)}) {
    global_vector<T> out(values.size(), 1000);
    global_vector<std::uint64_t> selected{0};
    test::take_tiles<typename Tiles::template decoder<Stored>, Stored>(
        column, select_sink<T, between<T>>{holds, out.data(), out.size(), selected.data()},
        {.order = order});
    ASSERT_EQ(selected[0], expected.size());
    std::vector<T> got(out.begin(), out.begin() + std::ssize(expected));
    std::ranges::sort(got);
    EXPECT_EQ(got, expected);
    EXPECT_EQ(std::count(out.begin(), out.end(), 1000), std::ssize(out) - std::ssize(expected));
  }
}

TYPED_TEST(sinks, select_keeps_what_the_predicate_holds_for) {
  for (const std::size_t count : sizes) {
    const std::vector<std::int64_t> values = small_numbers<std::int64_t>(count);
    expect_selected<TypeParam, std::int64_t, std::uint64_t>(values,
                                                            compressed(TypeParam::codec, values));
  }
}

// A group has more tiles than are under way at once.
TYPED_TEST(sinks, select_from_a_chunk_of_many_tiles) {
  const std::vector<std::int32_t> values = small_numbers<std::int32_t>(20 * 512 - 3);
  const chunked_column column = compressed(TypeParam::codec, values, 1 << 16);
  ASSERT_EQ(column.chunks.size(), 1u);
  expect_selected<TypeParam, std::int32_t, std::uint32_t>(values, column);
}

TYPED_TEST(sinks, select_counts_what_does_not_fit) {
  using sink = select_sink<std::uint32_t, between<std::uint32_t>>;
  const std::vector<std::int32_t> values(700, 9);
  const chunked_column column = compressed(TypeParam::codec, values);
  global_vector<std::uint32_t> out(300, 0);  // the sanitizer sees what is written after it
  global_vector<std::uint64_t> selected{0};
  test::take_tiles<typename TypeParam::template decoder<std::uint32_t>, std::uint32_t>(
      column, sink{{9, 9}, out.data(), out.size(), selected.data()});
  EXPECT_EQ(selected[0], 700u);
  EXPECT_EQ(std::count(out.begin(), out.end(), 9u), 300);
}

// A tile that is refused gives a sink nothing.
TYPED_TEST(sinks, get_nothing_of_a_refused_chunk) {
  const std::vector<std::int32_t> values(3 * 2048, 1);
  chunked_column column = compressed(TypeParam::codec, values);
  ASSERT_EQ(column.chunks.size(), 3u);
  column.chunks[1].in_bytes -= 4;
  global_vector<std::uint64_t> sum{0};
  const auto statuses =
      test::take_tiles<typename TypeParam::template decoder<std::uint32_t>, std::uint32_t>(
          column, sum_sink<std::int32_t>{sum.data()});
  EXPECT_EQ(statuses, (std::vector{status::ok, status::truncated_input, status::ok}));
  EXPECT_GE(sum[0], 2 * 2048u);
  EXPECT_LT(sum[0], 3 * 2048u);
}

}  // namespace
}  // namespace codag
