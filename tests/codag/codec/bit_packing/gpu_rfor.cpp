// gpu_rfor's format: the example of format.md, sizes of runs and blocks, and every status.
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"

#include <gtest/gtest.h>

#include "tests/support/columns.hpp"
#include "tests/support/every_decoder.hpp"
#include "tests/support/word_chunks.hpp"

namespace codag::gpu_rfor {
namespace {

using bytes = std::vector<std::byte>;
using test::of_values, test::of_words, test::to_words;
using words = std::vector<std::uint32_t>;

words encoded(element_type type, const bytes& raw, std::uint64_t runs) {
  bytes out;
  EXPECT_EQ(encode(raw, type, out), runs);
  return to_words(out);
}

void expect_all(element_type type, const words& chunk, status expected, const bytes& values) {
  test::expect_from_every_decoder("gpu_rfor", type, of_words(chunk), expected, values);
}

const bytes seven_values = of_values<std::int32_t>({7, 7, 7, 7, 9, 9, 8});
const words example = {512, 4, 7, 0, 4, 4, 8, 7, 2, 3, 0x18, 2, 9, 3, 0x07e00002};

TEST(gpu_rfor, the_example_of_the_format_page) {
  EXPECT_EQ(encoded(element_type::int32, seven_values, 3), example);
  expect_all(element_type::int32, example, status::ok, seven_values);
}

TEST(gpu_rfor, an_empty_chunk) {
  EXPECT_EQ(encoded(element_type::int32, {}, 0), (words{512, 4, 0, 0, 0}));
  expect_all(element_type::int32, {512, 4, 0, 0, 0}, status::ok, {});
  expect_all(element_type::int32, {512, 4, 0, 0, 1}, status::malformed_symbol, {});
  expect_all(element_type::int32, {512, 4, 0, 0, 0, 7}, status::trailing_input, {});
}

// Section 6: (x, x, x, x, y, y, z, z, z) is stored as the values (x, y, z) and the lengths (4, 2,
// 3). Here the last length goes on to the block's end.
TEST(gpu_rfor, the_runs_of_section_6) {
  const bytes raw = of_values<std::uint32_t>({20, 20, 20, 20, 30, 30, 10, 10, 10});
  const words chunk = encoded(element_type::uint32, raw, 3);
  // Values 10, 20, 0 above 10, of 5 bits; lengths 4, 2, 506.
  EXPECT_EQ(chunk, (words{512, 4, 9, 0, 4, 4, 8, 10, 5, 3, 10 | 20 << 5, 2, 9, 3, 0x07e00002}));
  expect_all(element_type::uint32, chunk, status::ok, raw);
}

TEST(gpu_rfor, runs_end_with_their_block) {
  const bytes raw = test::to_column(element_type::uint32, std::vector<std::uint64_t>(1000, 5));
  const words chunk = encoded(element_type::uint32, raw, 2);
  EXPECT_EQ(chunk,
            (words{512, 4, 1000, 0, 3, 6, 6, 9, 12, 5, 0, 1, 5, 0, 1, 512, 0, 1, 512, 0, 1}));
  expect_all(element_type::uint32, chunk, status::ok, raw);
}

// 512 runs are four miniblocks of 128, each with its width.
TEST(gpu_rfor, miniblocks_have_128_runs) {
  std::vector<std::uint64_t> values(512);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 2 << i / 128;
  const bytes raw = test::to_column(element_type::int32, values);
  const words chunk = encoded(element_type::int32, raw, 512);
  ASSERT_EQ(chunk.size(), 3u + 4 + 3 + 4 * (1 + 2 + 3 + 4) + 3);
  EXPECT_EQ(chunk[8], 0x04030201u);
  EXPECT_EQ(chunk[9], 512u);
  EXPECT_EQ(chunk[10], 0xaaaaaaaau);
  expect_all(element_type::int32, chunk, status::ok, raw);
}

TEST(gpu_rfor, every_number_of_runs_gives_the_column_back) {
  for (std::size_t runs = 1; runs <= 512; runs += runs < 130 ? 1 : 61)
    for (const element_type type : {element_type::int32, element_type::uint64}) {
      std::vector<std::uint64_t> values(512);
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = 0 - std::min(i, runs - 1) * 12345677;
      const bytes raw = test::to_column(type, values);
      expect_all(type, encoded(type, raw, runs), status::ok, raw);
    }
}

TEST(gpu_rfor, the_widths_of_miniblocks_without_runs_say_nothing) {
  words chunk = example;
  chunk[8] = 0xff020202;  // as the paper's code writes them, and worse
  expect_all(element_type::int32, chunk, status::ok, seven_values);
}

// The frames are as long as their widths say.
TEST(gpu_rfor, widths_above_those_of_the_values_are_refused) {
  // One run of 512 of 33 bits, which takes two words; and one whose length takes 33 bits.
  expect_all(element_type::int32, {512, 4, 7, 0, 5, 5, 8, 7, 33, 1, 0, 0, 512, 0, 1},
             status::malformed_symbol, seven_values);
  expect_all(element_type::int32, {512, 4, 7, 0, 3, 3, 7, 7, 0, 1, 512, 10, 1, 0},
             status::malformed_symbol, seven_values);
  expect_all(element_type::int32, {512, 4, 7, 0, 3, 3, 7, 7, 0, 1, 512, 9, 1, 0}, status::ok,
             of_values<std::int32_t>({7, 7, 7, 7, 7, 7, 7}));
}

TEST(gpu_rfor, references_of_lengths_wrap_around) {
  words chunk = example;
  chunk[11] = ~0u;
  chunk[14] = 5 | 3u << 9 | 507u << 18;  // 4 2 506
  expect_all(element_type::int32, chunk, status::ok, seven_values);
}

TEST(gpu_rfor, every_lie_has_its_status) {
  const auto expect = [](status expected, auto&& lie) {
    words chunk = example;
    lie(chunk);
    expect_all(element_type::int32, chunk, expected, seven_values);
  };
  expect(status::malformed_symbol, [](words& w) { w[0] = 128; });
  expect(status::malformed_symbol, [](words& w) { w[1] = 5; });
  expect(status::malformed_symbol, [](words& w) { w[2] = 8; });
  expect(status::malformed_symbol, [](words& w) { w[3] = 1; });
  expect(status::malformed_symbol, [](words& w) { w[4] = 3; });
  expect(status::malformed_symbol, [](words& w) { w[5] = 3; });
  expect(status::malformed_symbol, [](words& w) { w[6] = 7; });
  expect(status::malformed_symbol, [](words& w) { w[6] = 3; });
  expect(status::malformed_symbol, [](words& w) { w[8] = 33; });
  expect(status::malformed_symbol, [](words& w) { w[8] = 11; });
  expect(status::malformed_symbol, [](words& w) { w[9] = 0; });
  expect(status::malformed_symbol, [](words& w) { w[9] = w[13] = 513; });
  expect(status::malformed_symbol, [](words& w) { w[9] = ~0u; });
  expect(status::malformed_symbol, [](words& w) { w[9] = 2; });
  expect(status::malformed_symbol, [](words& w) { w[9] = w[13] = 2; });
  expect(status::malformed_symbol, [](words& w) { w[11] = 1; });
  expect(status::malformed_symbol, [](words& w) { w[11] = 3; });
  expect(status::malformed_symbol, [](words& w) { w[11] = ~0u; });
  expect(status::malformed_symbol, [](words& w) { w[12] = 10; });
  // Lengths that add up, of which one is 0: 4 0 508 in place of 4 2 506.
  expect(status::malformed_symbol, [](words& w) {
    w[11] = 0;
    w[14] = 4 | 508u << 18;
  });
  // The last one is 0: 4 508 0.
  expect(status::malformed_symbol, [](words& w) {
    w[11] = 0;
    w[14] = 4 | 508u << 9;
  });
  // 10, -3 and 505 add up, too.
  expect(status::malformed_symbol, [](words& w) {
    w[11] = ~3u;
    w[14] = 14 | 1u << 9 | 509u << 18;
  });
  expect(status::truncated_input, [](words& w) { w[6] = 9; });
  expect(status::truncated_input, [](words& w) {
    w[4] = 9;
    w[5] = 9;
  });
  expect(status::truncated_input, [](words& w) { w.pop_back(); });
  expect(status::truncated_input, [](words& w) { w.resize(6); });
  expect(status::trailing_input, [](words& w) { w.push_back(0); });
}

}  // namespace
}  // namespace codag::gpu_rfor
