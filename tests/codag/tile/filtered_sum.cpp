// Sums of the rows that a bitvector keeps: any bits, over any chunks, and no tile is touched
// without need.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <random>
#include <string>

#include "codag/codec/codec.hpp"
#include "codag/codec/gpu_dfor/tile_decoder.hpp"
#include "codag/codec/gpu_dfor/warp_tiles.hpp"
#include "codag/codec/gpu_for/tile_decoder.hpp"
#include "codag/codec/gpu_for/warp_tiles.hpp"
#include "codag/codec/gpu_rfor/tile_decoder.hpp"
#include "codag/codec/gpu_rfor/warp_tiles.hpp"
#include "codag/codec/none/tile_decoder.hpp"
#include "codag/tile/filtered_sum_sink.hpp"
#include "codag/tile/random_rows.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/damaged_column.hpp"
#include "tests/support/lambda_kernel.hpp"
#include "tests/support/tiles_on_host.hpp"

namespace codag {
namespace {

using simt::host::global_vector, simt::host::lane_order;
using keeps = std::function<bool(std::uint64_t)>;

/// A codec's tile decoder, and the rows of what a group decodes or skips as a whole.
template <class Decoder, std::uint64_t rows>
struct filtered {
  using decoder = Decoder;
  static constexpr std::uint64_t unit = rows;
};
using u32 = std::uint32_t;  // what int32 is stored as
struct for_blocks : filtered<gpu_for::shared_tiles<u32, 4, bit_packing::precomputed_offsets>, 512> {
  static constexpr const char* codec = "gpu_for";
};
struct dfor_blocks : filtered<gpu_dfor::shared_tiles<u32, 4>, 512> {
  static constexpr const char* codec = "gpu_dfor";
};
struct rfor_blocks : filtered<gpu_rfor::shared_tiles<u32>, 512> {
  static constexpr const char* codec = "gpu_rfor";
};
struct for_warps : filtered<gpu_for::warp_tiles<u32>, 128> {
  static constexpr const char* codec = "gpu_for";
};
struct dfor_warps : filtered<gpu_dfor::warp_tiles<u32>, 512> {  // a set
  static constexpr const char* codec = "gpu_dfor";
};
struct rfor_warps : filtered<gpu_rfor::warp_tiles<u32>, 512> {
  static constexpr const char* codec = "gpu_rfor";
};
// No tile is skipped: a set is several tiles, or values are read one by one.
struct dfor_small_blocks : filtered<gpu_dfor::shared_tiles<u32, 2>, 0> {
  static constexpr const char* codec = "gpu_dfor";
};
struct none_blocks : filtered<none::tiles<u32, 4>, 0> {
  static constexpr const char* codec = "none";
};

template <class Tiles>
class filtered_sum : public testing::Test {
 protected:
  /// The column's filtered sum. The bits' memory ends with their last word.
  static std::uint64_t sum_of(const chunked_column& column, const keeps& kept,
                              std::vector<status>& statuses, const lane_order& order) {
    const std::uint64_t rows = column.raw_bytes / sizeof(u32);
    global_vector<u32> words(row_filter::word_count(rows), 0);
    for (std::uint64_t row = 0; row < rows; ++row)
      if (kept(row)) words[row / 32] |= 1u << row % 32;
    global_vector<std::uint64_t> sum{0};
    statuses = test::take_tiles<typename Tiles::decoder, u32>(
        column, filtered_sum_sink<std::int32_t>{{words.data()}, sum.data()}, {.order = order});
    return sum[0];
  }
  static void expect_sum(const chunked_column& column, const std::vector<std::byte>& raw,
                         const keeps& kept, const std::string& what) {
    std::uint64_t expected = 0;
    for (std::size_t row = 0; row < raw.size() / 4; ++row) {
      std::int32_t value;
      std::memcpy(&value, &raw[4 * row], 4);
      if (kept(row)) expected += static_cast<std::uint64_t>(std::int64_t{value});
    }
    for (const lane_order& order : {lane_order::ascending(), lane_order::descending()}) {
      std::vector<status> statuses;
      EXPECT_EQ(sum_of(column, kept, statuses, order), expected) << what;
      EXPECT_EQ(std::ranges::count(statuses, status::ok), std::ssize(statuses)) << what;
    }
  }
};
using filtered_tiles = testing::Types<for_blocks, dfor_blocks, rfor_blocks, for_warps, dfor_warps,
                                      rfor_warps, dfor_small_blocks, none_blocks>;
TYPED_TEST_SUITE(filtered_sum, filtered_tiles);

/// Values that differ, some of them below 0.
std::vector<std::byte> numbers(std::size_t count) {
  return test::adversarial_columns(element_type::int32, count, 4)[13].bytes;  // random widths
}

// 4008 bytes: a chunk's rows begin in the middle of a word of the bitvector.
TYPED_TEST(filtered_sum, has_the_kept_rows_and_no_other) {
  for (const std::uint32_t chunk_bytes : {8192u, 4008u})
    for (const std::size_t rows : {1u, 128u, 3000u}) {
      const auto raw = numbers(rows);
      const chunked_column column =
          compress(*find_codec(TypeParam::codec), raw, element_type::int32, chunk_bytes);
      const auto expect = [&](const char* what, const keeps& kept) {
        TestFixture::expect_sum(column, raw, kept,
                                std::string(what) + " of " + std::to_string(rows) +
                                    " in chunks of " + std::to_string(chunk_bytes));
      };
      expect("none", [](std::uint64_t) { return false; });
      expect("all", [](std::uint64_t) { return true; });
      expect("the last", [&](std::uint64_t row) { return row + 1 == rows; });
      expect("both ends of a tile",
             [](std::uint64_t row) { return row == 512 || row == 1023 || row == 127; });
      expect("between those", [](std::uint64_t row) { return row > 512 && row < 1023; });
      expect("a tile of many", [](std::uint64_t row) { return row / 128 == 9; });
      expect("every other tile", [](std::uint64_t row) { return row / 128 % 2 == 1; });
      expect("few", [](std::uint64_t row) { return random_rows{3000}.keeps(row); });
      expect("half", [](std::uint64_t row) { return random_rows{500'000}.keeps(row); });
    }
}

// Of a chunk whose words are all wrong but the header's and the starts', a group decodes only what
// has a kept row. So the status is ok if none has.
TYPED_TEST(filtered_sum, leaves_tiles_without_a_kept_row_alone) {
  if constexpr (TypeParam::unit != 0) {
    constexpr std::size_t tiles = 5;
    const auto raw = numbers(tiles * TypeParam::unit);
    chunked_column column =
        compress(*find_codec(TypeParam::codec), raw, element_type::int32, 16384);
    ASSERT_EQ(column.chunks.size(), 1u);
    // The starts' words are at most two per 128 values.
    const std::size_t data = 4 * (8 + 2 * (raw.size() / 4 / 128 + 1));
    std::fill(column.bytes.begin() + static_cast<std::ptrdiff_t>(data), column.bytes.end(),
              std::byte{0xff});
    const auto outcome = [&](const keeps& kept) {
      std::vector<status> statuses;
      EXPECT_EQ(TestFixture::sum_of(column, kept, statuses, lane_order::seeded(1)), 0u);
      return statuses[0];
    };
    EXPECT_EQ(outcome([](std::uint64_t) { return false; }), status::ok);
    for (std::uint64_t tile = 1; tile < tiles; ++tile)
      for (const std::uint64_t row : {tile * TypeParam::unit, (tile + 1) * TypeParam::unit - 1})
        EXPECT_NE(outcome([&](std::uint64_t r) { return r == row; }), status::ok) << row;
  }
}

TYPED_TEST(filtered_sum, stays_inside_damaged_columns) {
  std::mt19937_64 random(7);
  for (const std::uint32_t per_million : {2000u, 1'000'000u}) {
    const auto d = test::damage(*find_codec(TypeParam::codec), element_type::int32, 60, random);
    chunked_column column;
    column.bytes = d.in;
    column.chunks = d.chunks;
    column.raw_bytes = d.original.size();
    const random_rows kept{per_million};
    std::vector<status> statuses;
    this->sum_of(
        column, [&](std::uint64_t row) { return kept.keeps(row); }, statuses,
        lane_order::descending());
    for (std::size_t i = 0; i < statuses.size(); i += 4) {  // the chunks that are not damaged
      EXPECT_EQ(statuses[i], status::ok) << i;
    }
    EXPECT_GT(std::ranges::count_if(statuses, [](status s) { return s != status::ok; }), 0);
  }
}

TEST(row_filter, gives_the_bits_of_any_rows) {
  std::mt19937 random(3);
  global_vector<u32> words{static_cast<u32>(random()), static_cast<u32>(random()), 0xffffffff};
  const auto bit = [&](std::uint64_t row) { return words[row / 32] >> row % 32 & 1; };
  const row_filter rows{words.data()};
  global_vector<u32> wrong{0};
  test::run({1, simt::warp_size}, [&](const auto& t, test::no_storage&) {
    if (t.lane() != 0) return;
    for (unsigned row = 0; row < 96; ++row)
      for (unsigned count = 1; count <= 32 && row + count <= 96; ++count) {
        u32 expected = 0;
        for (unsigned i = 0; i < count; ++i) expected |= bit(row + i) << i;
        if (rows.kept<32>(t, row, count) != expected) wrong[0] = 1;
        if (count <= 4 && rows.kept<4>(t, row, count) != expected) wrong[0] = 4;
        if (count == 1 && rows.kept<1>(t, row, count) != expected) wrong[0] = 1;
      }
  });
  EXPECT_EQ(wrong[0], 0u);
}

// The numbers that its reference implementation gives for the seed.
TEST(random_rows, are_those_of_splitmix64) {
  constexpr std::uint64_t numbers[] = {6457827717110365317u, 3203168211198807973u,
                                       9817491932198370423u};
  for (std::uint64_t row = 0; row < std::size(numbers); ++row) {
    const auto at = static_cast<u32>((numbers[row] >> 32) * 1'000'000 >> 32);
    EXPECT_FALSE(random_rows{at}.keeps(row));
    EXPECT_TRUE(random_rows{at + 1}.keeps(row));
  }
}

TEST(random_rows, are_none_all_and_about_as_many_as_asked_for) {
  constexpr std::uint64_t rows = 1 << 20;
  for (const u32 per_million : {0u, 15u, 31'250u, 500'000u, 999'999u, 1'000'000u}) {
    std::uint64_t kept = 0;
    for (std::uint64_t row = 0; row < rows; ++row) kept += random_rows{per_million}.keeps(row);
    const double expected = static_cast<double>(rows) * per_million / 1e6;
    // Five standard deviations.
    const double off = 5 * std::sqrt(expected * (1 - per_million / 1e6));
    EXPECT_NEAR(static_cast<double>(kept), expected, off) << per_million;
  }
}

TEST(fill_row_filter, makes_a_bit_per_row_and_leaves_the_rest_0) {
  for (const std::uint64_t rows : {0u, 1u, 32u, 5000u}) {
    global_vector<u32> words(row_filter::word_count(rows), 0xeeeeeeee);
    const random_rows chosen{400'000};
    const fill_row_filter fill{chosen, rows, words.data()};
    simt::host::launch(fill, fill.shape());
    for (std::uint64_t row = 0; row < 32 * words.size(); ++row)
      EXPECT_EQ(words[row / 32] >> row % 32 & 1, row < rows && chosen.keeps(row)) << row;
  }
}

}  // namespace
}  // namespace codag
