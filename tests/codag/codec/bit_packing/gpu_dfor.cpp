// gpu_dfor's format: the example of format.md, sets, wrapping differences, and every status.
#include "codag/codec/gpu_dfor/gpu_dfor.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/columns.hpp"
#include "tests/support/every_decoder.hpp"
#include "tests/support/word_chunks.hpp"

namespace codag::gpu_dfor {
namespace {

using bytes = std::vector<std::byte>;
using test::of_values, test::of_words, test::to_words;
using words = std::vector<std::uint32_t>;

words encoded(element_type type, const bytes& raw, const settings& chosen = {}) {
  bytes out;
  EXPECT_EQ(encode(raw, type, out, chosen), raw.size() / size_of(type));
  return to_words(out);
}

void expect_all(element_type type, const words& chunk, status expected, const bytes& values) {
  test::expect_from_every_decoder("gpu_dfor", type, of_words(chunk), expected, values);
}

bytes sequence(element_type type, std::size_t count, std::uint64_t step) {
  std::vector<std::uint64_t> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = 1000 + i * step;
  return test::to_column(type, values);
}

const bytes four_values = of_values<std::int32_t>({10, 12, 15, 15});
const words example = {128, 4, 4, 4, 1, 5, 10, 0, 2, 0x38, 0};

TEST(gpu_dfor, the_example_of_the_format_page) {
  EXPECT_EQ(encoded(element_type::int32, four_values), example);
  expect_all(element_type::int32, example, status::ok, four_values);
}

TEST(gpu_dfor, an_empty_chunk) {
  EXPECT_EQ(encoded(element_type::int32, {}), (words{128, 4, 0, 4, 0}));
  expect_all(element_type::int32, {128, 4, 0, 4, 0}, status::ok, {});
  expect_all(element_type::int32, {128, 4, 0, 4, 1}, status::malformed_symbol, {});
}

// Each set has a first value before its first block; starts point to the blocks (section 5.1).
TEST(gpu_dfor, sets_begin_with_their_first_values) {
  const bytes raw = sequence(element_type::uint32, 4 * 128, 5);
  const words chunk = encoded(element_type::uint32, raw, {.set_blocks = 2});
  // A set's first block has 0 and then fives, of 3 bits; the second has fives alone.
  ASSERT_EQ(chunk.size(), 4u + 5 + 2 * (1 + 2 + 12 + 2));
  EXPECT_EQ(words(chunk.begin(), chunk.begin() + 9), (words{128, 4, 512, 2, 1, 15, 18, 32, 34}));
  EXPECT_EQ(chunk[9], 1000u);
  EXPECT_EQ(words(chunk.begin() + 9 + 15, chunk.begin() + 9 + 18), (words{5, 0, 1000 + 256 * 5}));
  expect_all(element_type::uint32, chunk, status::ok, raw);
}

TEST(gpu_dfor, every_set_size_and_width_count_gives_the_column_back) {
  for (const std::uint32_t set_blocks : {1u, 2u, 3u, 4u, 8u, 16u, 32u})
    for (const std::size_t count : {1u, 128u, 129u, 512u, 1300u, 4200u})
      for (const element_type type : {element_type::int32, element_type::uint64}) {
        const bytes raw = test::adversarial_columns(type, count, 5).back().bytes;
        const words chunk =
            encoded(type, raw, {.set_blocks = set_blocks, .miniblocks = set_blocks % 2 + 1});
        expect_all(type, chunk, status::ok, raw);
      }
}

TEST(gpu_dfor, differences_wrap_around) {
  constexpr auto least = std::numeric_limits<std::int64_t>::min();
  constexpr auto greatest = std::numeric_limits<std::int64_t>::max();
  const bytes raw = of_values<std::int64_t>({greatest, least, greatest, 0, least});
  const words chunk = encoded(element_type::int64, raw);
  // max to min is a step of 1, modulo 2^64.
  EXPECT_EQ(chunk[6], ~0u);
  expect_all(element_type::int64, chunk, status::ok, raw);
  const bytes narrow = of_values<std::uint32_t>({0, ~0u, 0, 1u << 31, 0});
  expect_all(element_type::uint32, encoded(element_type::uint32, narrow), status::ok, narrow);
}

TEST(gpu_dfor, a_first_difference_that_is_not_0_is_added) {
  words chunk = example;
  chunk[9] |= 3;
  expect_all(element_type::int32, chunk, status::ok, of_values<std::int32_t>({13, 15, 18, 18}));
}

TEST(gpu_dfor, every_lie_has_its_status) {
  const auto expect = [](status expected, auto&& lie) {
    words chunk = example;
    lie(chunk);
    expect_all(element_type::int32, chunk, expected, four_values);
  };
  expect(status::malformed_symbol, [](words& w) { w[0] = 512; });
  expect(status::malformed_symbol, [](words& w) { w[1] = 0; });
  expect(status::malformed_symbol, [](words& w) { w[2] = 3; });
  expect(status::malformed_symbol, [](words& w) { w[3] = 0; });
  expect(status::malformed_symbol, [](words& w) { w[3] = 33; });
  expect(status::malformed_symbol, [](words& w) { w[4] = 0; });
  expect(status::malformed_symbol, [](words& w) { w[4] = 2; });
  expect(status::malformed_symbol, [](words& w) { w[5] = 4; });
  expect(status::malformed_symbol, [](words& w) { w[5] = 0; });
  expect(status::malformed_symbol, [](words& w) { w[8] = 33; });
  expect(status::malformed_symbol, [](words& w) { w[8] = 1; });
  expect(status::truncated_input, [](words& w) { w[5] = 6; });
  expect(status::truncated_input, [](words& w) { w.pop_back(); });
  expect(status::truncated_input, [](words& w) { w.resize(5); });
  expect(status::trailing_input, [](words& w) { w.push_back(0); });
}

TEST(gpu_dfor, a_sets_last_block_leaves_room_for_the_next_first_value) {
  const bytes raw = sequence(element_type::uint32, 3 * 128, 0);
  const words good = encoded(element_type::uint32, raw, {.set_blocks = 1});
  ASSERT_EQ(good, (words{128, 4, 384, 1, 1, 4, 7, 9, 1000, 0, 0, 1000, 0, 0, 1000, 0, 0}));
  for (const std::uint32_t start : {2u, 3u, 5u, 0u}) {
    words chunk = good;
    chunk[5] = start;
    expect_all(element_type::uint32, chunk, status::malformed_symbol, raw);
  }
  // The same data in one set: the blocks are a word too long.
  words chunk = good;
  chunk[3] = 4;
  expect_all(element_type::uint32, chunk, status::malformed_symbol, raw);
}

}  // namespace
}  // namespace codag::gpu_dfor
