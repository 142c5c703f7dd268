// gpu_for's format: the example of format.md, what the paper says of sizes, and every status.
#include "codag/codec/gpu_for/gpu_for.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/columns.hpp"
#include "tests/support/every_decoder.hpp"
#include "tests/support/word_chunks.hpp"

namespace codag::gpu_for {
namespace {

using bytes = std::vector<std::byte>;
using test::of_values, test::of_words, test::to_words;
using words = std::vector<std::uint32_t>;

words encoded(element_type type, const bytes& raw, unsigned miniblocks = 4) {
  bytes out;
  EXPECT_EQ(encode(raw, type, out, miniblocks), raw.size() / size_of(type));
  return to_words(out);
}

void expect_all(element_type type, const words& chunk, status expected, const bytes& values) {
  test::expect_from_every_decoder("gpu_for", type, of_words(chunk), expected, values);
}

const bytes four_values = of_values<std::int32_t>({-2, 1, -3, -3});
const words example = {128, 4, 4, 0, 5, 0xfffffffd, 3, 0x21, 0, 0};

TEST(gpu_for, the_example_of_the_format_page) {
  EXPECT_EQ(encoded(element_type::int32, four_values), example);
  expect_all(element_type::int32, example, status::ok, four_values);
}

TEST(gpu_for, an_empty_chunk) {
  EXPECT_EQ(encoded(element_type::int32, {}), (words{128, 4, 0, 0}));
  expect_all(element_type::int32, {128, 4, 0, 0}, status::ok, {});
  expect_all(element_type::int32, {128, 4, 0, 1}, status::malformed_symbol, {});
  expect_all(element_type::int32, {128, 4, 0, 0, 0}, status::trailing_input, {});
}

// "If the values in a block are integers in the range [100, 130], then using a reference of 100, we
// can store them using 5 bits" (section 4.1).
TEST(gpu_for, the_range_of_section_4_1_takes_5_bits) {
  std::vector<std::uint64_t> values(128);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 100 + i % 31;
  const bytes raw = test::to_column(element_type::int32, values);
  const words chunk = encoded(element_type::int32, raw);
  ASSERT_EQ(chunk.size(), 3u + 2 + 2 + 4 * 5);
  EXPECT_EQ(chunk[5], 100u);
  EXPECT_EQ(chunk[6], 0x05050505u);
  EXPECT_EQ(chunk[7], 0x8a418820u) << "0, 1, 2, ... of 5 bits, the first one lowest";
  expect_all(element_type::int32, chunk, status::ok, raw);
}

// Figure 4's frame, as section 4.1 describes it: reference 99, 2 bits in the first miniblock, 4 in
// the second. A miniblock has 32 values here, not 8.
TEST(gpu_for, miniblocks_have_widths_of_their_own) {
  std::vector<std::uint64_t> values(128, 99);
  values[1] = 102;       // 3 needs 2 bits
  values[32 + 9] = 114;  // 15 needs 4; bit 36 of the second miniblock
  const bytes raw = test::to_column(element_type::int32, values);
  words chunk = {128, 4, 128, 0, 8, 99, 0x0402, 3u << 2, 0, 0, 15u << 4, 0, 0};
  EXPECT_EQ(encoded(element_type::int32, raw), chunk);
  expect_all(element_type::int32, chunk, status::ok, raw);
  // "The overhead for GPU-FOR is 0.75 bit per int" (section 9.2): 3 words for 128 values.
  EXPECT_EQ(chunk.size() - 3 - 1 - 6, 3u);
}

TEST(gpu_for, with_fewer_widths_neighbours_share_the_greater_one) {
  std::vector<std::uint64_t> values(128, 0);
  values[40] = 1;
  values[100] = 1000;
  const bytes raw = test::to_column(element_type::uint32, values);
  for (const auto& [miniblocks, widths] :
       {std::pair{4u, 0x0a000100u}, {2u, 0x0a0a0101u}, {1u, 0x0a0a0a0au}}) {
    const words chunk = encoded(element_type::uint32, raw, miniblocks);
    EXPECT_EQ(chunk[1], miniblocks);
    EXPECT_EQ(chunk[6], widths);
    expect_all(element_type::uint32, chunk, status::ok, raw);
  }
}

TEST(gpu_for, values_of_64_bits_have_references_of_two_words) {
  const bytes raw = of_values<std::int64_t>({-1, std::int64_t{1} << 33, -1});
  // The difference is 2^33 + 1: 34 bits at bit 34, which are bits 2 and 35 of the second word on.
  words chunk = {128, 4, 3, 0, 37, ~0u, ~0u, 34};
  chunk.resize(8 + 34);
  chunk[8 + 1] = 1u << 2;
  chunk[8 + 2] = 1u << 3;
  EXPECT_EQ(encoded(element_type::int64, raw), chunk);
  expect_all(element_type::int64, chunk, status::ok, raw);
}

TEST(gpu_for, the_full_range_takes_full_widths) {
  const bytes narrow = of_values<std::int32_t>(
      {std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::min()});
  const words of_narrow = encoded(element_type::int32, narrow);
  EXPECT_EQ(of_narrow[5], 0x80000000u);
  EXPECT_EQ(of_narrow[6], 32u);
  expect_all(element_type::int32, of_narrow, status::ok, narrow);
  const bytes wide = of_values<std::int64_t>(
      {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()});
  const words of_wide = encoded(element_type::int64, wide);
  EXPECT_EQ(of_wide[7], 64u);
  expect_all(element_type::int64, of_wide, status::ok, wide);
}

// A stranger's reference may be any: the sum is taken modulo 2^32.
TEST(gpu_for, references_wrap_around) {
  words chunk = example;
  chunk[5] = 0xffffffff;
  expect_all(element_type::int32, chunk, status::ok, of_values<std::int32_t>({0, 3, -1, -1}));
}

TEST(gpu_for, every_lie_has_its_status) {
  const auto expect = [](status expected, auto&& lie) {
    words chunk = example;
    lie(chunk);
    expect_all(element_type::int32, chunk, expected, four_values);
  };
  expect(status::malformed_symbol, [](words& w) { w[0] = 127; });
  expect(status::malformed_symbol, [](words& w) { w[1] = 3; });
  expect(status::malformed_symbol, [](words& w) { w[2] = 5; });
  expect(status::malformed_symbol, [](words& w) { w[3] = 1; });
  expect(status::malformed_symbol, [](words& w) { w[4] = 4; });
  expect(status::malformed_symbol, [](words& w) { w[4] = 1; });
  expect(status::malformed_symbol, [](words& w) { w[6] = 33; });
  expect(status::malformed_symbol, [](words& w) { w[6] = 2; });
  expect(status::malformed_symbol, [](words& w) { w[6] = 0x0103; });
  expect(status::malformed_symbol, [](words& w) { w[6] = 0xff000000; });
  expect(status::truncated_input, [](words& w) { w[4] = 6; });
  expect(status::truncated_input, [](words& w) { w[4] = ~0u; });
  expect(status::truncated_input, [](words& w) { w.pop_back(); });
  expect(status::truncated_input, [](words& w) { w.resize(4); });
  expect(status::trailing_input, [](words& w) { w.push_back(0); });
  // Half a word is cut.
  bytes cut = of_words(example);
  cut.pop_back();
  test::expect_from_every_decoder("gpu_for", element_type::int32, cut, status::truncated_input,
                                  four_values);
}

// The block is as long as its widths say, which is longer than any block.
TEST(gpu_for, widths_above_those_of_the_values_are_refused) {
  for (const std::uint32_t width : {33u, 64u, 255u})
    for (const std::uint32_t widths : {width, width * 0x01010101}) {
      words chunk = {128, 4, 4, 0, 2 + width * (widths == width ? 1 : 4), 7, widths};
      chunk.resize(5 + chunk[4]);
      expect_all(element_type::int32, chunk, status::malformed_symbol, four_values);
    }
  words wide = {128, 4, 2, 0, 3 + 65, 7, 0, 65};
  wide.resize(5 + wide[4]);
  expect_all(element_type::int64, wide, status::malformed_symbol, bytes(16));
}

// The first block is whole, and the second one ends after the data; a later start is before both.
TEST(gpu_for, a_start_that_lies_does_not_hide_the_block_before) {
  std::vector<std::uint64_t> values(384);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 8;
  const bytes raw = test::to_column(element_type::int32, values);
  words chunk = encoded(element_type::int32, raw);
  ASSERT_EQ(words(chunk.begin() + 3, chunk.begin() + 7), (words{0, 14, 28, 42}));
  chunk[5] = 100;
  chunk[6] = 0;
  expect_all(element_type::int32, chunk, status::truncated_input, raw);
}

TEST(gpu_for, the_first_bad_block_gives_the_status) {
  const bytes raw = test::to_column(element_type::int32, std::vector<std::uint64_t>(300, 7));
  const words good = encoded(element_type::int32, raw);
  ASSERT_EQ(good, (words{128, 4, 300, 0, 2, 4, 6, 7, 0, 7, 0, 7, 0}));
  words chunk = good;
  chunk[6] = 7;   // the third block ends after the data
  chunk[10] = 1;  // the second block's widths ask for a word more
  expect_all(element_type::int32, chunk, status::malformed_symbol, raw);
  chunk[10] = 0;
  expect_all(element_type::int32, chunk, status::truncated_input, raw);
}

}  // namespace
}  // namespace codag::gpu_for
