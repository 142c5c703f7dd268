// The formats whose blocks have one width: gpu_bp, gpu_simdbp128 and fastlanes. The examples of
// their pages, where each value lies, and every status.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "codag/codec/fastlanes/fastlanes.hpp"
#include "tests/support/chunks_of.hpp"
#include "tests/support/columns.hpp"

namespace codag {
namespace {

using bytes = std::vector<std::byte>;
using test::changed, test::chunks_of, test::of_values, test::of_words, test::words;

/// The words, and then as many zeros as make them `count`.
words with_zeros(words chunk, std::size_t count) {
  chunk.resize(count);
  return chunk;
}

const bytes four = of_values<std::int32_t>({1, 5, 6, 0});
const words bp_example = {32, 1, 4, 0, 3, 0x1a9, 0, 0};

TEST(gpu_bp, packs_values_one_after_the_other) {
  const chunks_of bp{"gpu_bp"};
  bp.are(four, bp_example);
  bp.are({}, {32, 1, 0, 0});
  bp.are(of_values<std::int32_t>({0, 0}), {32, 1, 2, 0, 0});  // no bits at all
  bp.are(of_values<std::int32_t>({-1, 0}), with_zeros({32, 1, 2, 0, 32, 0xffffffff}, 37));
  EXPECT_EQ(
      (chunks_of{"gpu_bp", element_type::uint64}.of(of_values<std::uint64_t>({1ull << 63 | 1, 0}))),
      with_zeros({32, 1, 2, 0, 64, 1, 1u << 31}, 69));
}

TEST(gpu_bp, a_block_of_32_values_has_its_width) {
  std::vector<std::uint64_t> values(70, 1);
  values[40] = 9;
  values[69] = 2;
  const bytes raw = test::to_column(element_type::uint32, values);
  const chunks_of bp{"gpu_bp", element_type::uint32};
  const words chunk = bp.of(raw);
  EXPECT_EQ((words{chunk.begin() + 3, chunk.begin() + 7}), (words{0, 1, 5, 7}));
  EXPECT_EQ(chunk[7], 0xffffffff);
  bp.expect(chunk, status::ok, raw);
  bp.expect(changed(chunk, 4, 6), status::malformed_symbol, raw);  // the next block begins later
  bp.expect(changed(chunk, 5, 8), status::truncated_input, raw);
}

TEST(gpu_bp, refuses_what_its_page_says) {
  const chunks_of bp{"gpu_bp"};
  bp.expect({32, 1, 4, 0}, status::truncated_input, four);
  bp.expect(changed(bp_example, 0, 128), status::malformed_symbol, four);
  bp.expect(changed(bp_example, 1, 3), status::malformed_symbol, four);
  bp.expect(changed(bp_example, 2, 5), status::malformed_symbol, four);
  bp.expect(changed(bp_example, 3, 1), status::malformed_symbol, four);
  bp.expect(changed(bp_example, 4, 4), status::truncated_input, four);
  bp.expect(changed(bp_example, 4, 2), status::trailing_input, four);
  bp.expect(with_zeros(changed(bp_example, 4, 32), 37), status::ok,
            of_values<std::int32_t>({0x1a9, 0, 0, 0}));
  bp.expect(with_zeros(changed(bp_example, 4, 33), 38), status::malformed_symbol, four);
  bp.expect({32, 1, 0, 0, 0}, status::trailing_input, {});
}

// The first block that is wrong decides, whichever warp has it.
TEST(gpu_bp, the_first_wrong_block_decides) {
  const bytes raw = test::to_column(element_type::uint32, std::vector<std::uint64_t>(400, 1));
  const chunks_of bp{"gpu_bp", element_type::uint32};
  const words chunk = bp.of(raw);
  for (std::uint32_t block = 1; block < 11; ++block) {
    bp.expect(changed(chunk, 3 + block, 100), status::truncated_input, raw);
    bp.expect(changed(changed(chunk, 3 + block, 12), 3 + 12, 100), status::malformed_symbol, raw);
  }
}

const words simdbp_example = with_zeros({4096, 1, 4, 0, 384, 1, 5, 6}, 5 + 384);

TEST(gpu_simdbp128, neighbours_are_in_neighbouring_words) {
  const chunks_of simdbp{"gpu_simdbp128"};
  simdbp.are(four, simdbp_example);
  simdbp.are({}, {4096, 1, 0, 0});
  std::vector<std::uint64_t> values(5000, 0);
  values[128] = 5;   // lane 0, from bit 3 on
  values[1408] = 7;  // lane 0, from bit 33 on
  values[1281] = 6;  // lane 1, from bit 30 on
  values[4097] = 1;  // the second block
  const bytes raw = test::to_column(element_type::int32, values);
  words expected = with_zeros({4096, 1, 5000, 0, 384, 512}, 6 + 512);
  expected[6] = 5u << 3;
  expected[6 + 128] = 7u << 1;
  expected[6 + 1] = 2u << 30;
  expected[6 + 128 + 1] = 1;
  expected[6 + 384 + 1] = 1;
  simdbp.are(raw, expected);
}

TEST(gpu_simdbp128, refuses_what_its_page_says) {
  const chunks_of simdbp{"gpu_simdbp128"};
  simdbp.expect({4096, 1, 4, 0}, status::truncated_input, four);
  simdbp.expect(changed(simdbp_example, 0, 128), status::malformed_symbol, four);
  simdbp.expect(changed(simdbp_example, 2, 3), status::malformed_symbol, four);
  simdbp.expect(changed(simdbp_example, 3, 128), status::malformed_symbol, four);
  simdbp.expect(changed(simdbp_example, 4, 385), status::truncated_input, four);
  simdbp.expect(changed(simdbp_example, 4, 383), status::malformed_symbol, four);
  simdbp.expect(changed(simdbp_example, 4, 256), status::trailing_input, four);
  simdbp.expect(with_zeros(changed(simdbp_example, 4, 33 * 128), 5 + 33 * 128),
                status::malformed_symbol, four);
}

// FastLanes' order 0 4 2 6 1 5 3 7: 16 columns of 64 values; groups of 8 in that order.
TEST(fastlanes, the_transposed_order) {
  using fastlanes::transposed_value;
  std::vector<std::uint32_t> order(1024);
  for (std::uint32_t i = 0; i < 1024; ++i) order[i] = transposed_value(i);
  EXPECT_EQ((words{order.begin(), order.begin() + 4}), (words{0, 64, 128, 192}));
  words groups;
  for (std::uint32_t i = 0; i < 128; i += 16) groups.push_back(order[i] / 8);
  EXPECT_EQ(groups, (words{0, 4, 2, 6, 1, 5, 3, 7}));
  EXPECT_EQ(order[128], 1u);
  EXPECT_EQ(order[1023], 1023u);
  std::ranges::sort(order);
  std::vector<std::uint32_t> all(1024);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(order, all);
}

const bytes near_ten = of_values<std::int32_t>({10, 12, 11, 10});
const words fastlanes_example = with_zeros({1024, 1, 4, 1, 0, 65, 10, 0x10200}, 6 + 65);

TEST(fastlanes, packs_the_transposed_block) {
  const chunks_of lanes{"fastlanes"};
  lanes.are(near_ten, fastlanes_example);
  lanes.are({}, {1024, 1, 0, 1, 0});
  lanes.are(of_values<std::int32_t>({-3}), {1024, 1, 1, 1, 0, 1, 0xfffffffd});
  // Value 64 of a block is in lane 1, and value 32 in lane 16; both are in row 0.
  std::vector<std::uint64_t> values(1024, 7);
  values[64] = 8;
  values[32] = 9;
  words expected = with_zeros({1024, 1, 1024, 1, 0, 65, 7, 0, 1}, 6 + 65);
  expected[7 + 16] = 2;
  lanes.are(test::to_column(element_type::int32, values), expected);
}

TEST(fastlanes, words_of_64_bits) {
  std::vector<std::uint64_t> values(1024, 0);
  values[1] = 1ull << 32;  // lane 0, row 8: from bit 264 on
  words expected = with_zeros({1024, 1, 1024, 1, 0, 2 + 33 * 32}, 6 + 2 + 33 * 32);
  const std::uint32_t bit = 8 * 33 + 32;
  expected[8 + bit / 64 * 32 + bit % 64 / 32] = 1u << bit % 32;
  chunks_of{"fastlanes", element_type::uint64}.are(test::to_column(element_type::uint64, values),
                                                   expected);
}

TEST(fastlanes, packs_the_blocks_own_order) {
  bytes chunk;
  fastlanes::encode(near_ten, element_type::int32, chunk, fastlanes::order::column);
  const words expected = with_zeros({1024, 1, 4, 0, 0, 65, 10, 0, 2, 1}, 6 + 65);
  EXPECT_EQ(test::to_words(chunk), expected);
  const chunks_of lanes{"fastlanes"};
  lanes.expect(expected, status::ok, near_ten);
  for (const element_type type : {element_type::int8, element_type::int32, element_type::int64})
    for (const auto& column : test::adversarial_columns(type, 2500, 5)) {
      chunk.clear();
      fastlanes::encode(column.bytes, type, chunk, fastlanes::order::column);
      test::expect_from_every_decoder("fastlanes", type, chunk, status::ok, column.bytes);
    }
}

TEST(fastlanes, refuses_what_its_page_says) {
  const chunks_of lanes{"fastlanes"};
  lanes.expect({1024, 1, 4, 1, 0}, status::truncated_input, near_ten);
  lanes.expect(changed(fastlanes_example, 0, 128), status::malformed_symbol, near_ten);
  lanes.expect(changed(fastlanes_example, 2, 5), status::malformed_symbol, near_ten);
  lanes.expect(changed(fastlanes_example, 3, 2), status::malformed_symbol, near_ten);
  lanes.expect(changed(fastlanes_example, 4, 1), status::malformed_symbol, near_ten);
  lanes.expect(changed(fastlanes_example, 5, 66), status::truncated_input, near_ten);
  lanes.expect(changed(fastlanes_example, 5, 64), status::malformed_symbol, near_ten);
  lanes.expect(changed(fastlanes_example, 5, 0), status::malformed_symbol, near_ten);
  lanes.expect(changed(fastlanes_example, 5, 33), status::trailing_input, near_ten);
  lanes.expect(with_zeros(changed(fastlanes_example, 5, 1 + 33 * 32), 6 + 1 + 33 * 32),
               status::malformed_symbol, near_ten);
  lanes.expect({1024, 1, 0, 1, 0, 0}, status::trailing_input, {});
  lanes.expect({1024, 1, 0, 2, 0, 0}, status::malformed_symbol, {});
}

}  // namespace
}  // namespace codag
