// The formats of none, nsf, nsv and gpu_vbyte: the examples of their pages, their sizes, and every
// status.
#include <gtest/gtest.h>

#include "codag/codec/nsv/nsv.hpp"
#include "tests/support/chunks_of.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/every_decoder.hpp"
#include "tests/support/word_chunks.hpp"

namespace codag {
namespace {

using bytes = std::vector<std::byte>;
using test::changed, test::chunks_of, test::of_values, test::of_words, test::words;

const bytes three = of_values<std::int32_t>({1, 300, 2});

TEST(none, stores_words) {
  const bytes raw = of_values<std::int16_t>({-2, 3});
  EXPECT_EQ((chunks_of{"none", element_type::int16}.of(raw)), (words{0xfffffffe, 3}));
  const chunks_of none{"none"};
  none.are(three, {1, 300, 2});
  none.are({}, {});
  none.expect({1, 300}, status::truncated_input, three);
  none.expect({1, 300, 2, 0}, status::trailing_input, three);
  EXPECT_EQ(
      (chunks_of{"none", element_type::uint64}.of(of_values<std::uint64_t>({1ull << 32 | 7}))),
      (words{7, 1}));
}

TEST(nsf, stores_what_the_longest_value_needs) {
  const chunks_of nsf{"nsf"};
  nsf.are(three, {2, 3, 300u << 16 | 1, 2});
  nsf.are(of_values<std::int32_t>({255, 0, 1, 2, 3}), {1, 5, 0x020100ff, 3});
  nsf.are(of_values<std::int32_t>({256}), {2, 1, 256});
  nsf.are(of_values<std::int32_t>({65535}), {2, 1, 65535});
  nsf.are(of_values<std::int32_t>({65536}), {4, 1, 65536});  // there is no length of 3
  nsf.are(of_values<std::int32_t>({-1}), {4, 1, 0xffffffff});
  nsf.are({}, {1, 0});
  EXPECT_EQ((chunks_of{"nsf", element_type::uint64}.of(of_values<std::uint64_t>({1ull << 32}))),
            (words{8, 1, 0, 1}));
}

TEST(nsf, refuses_what_its_page_says) {
  const chunks_of nsf{"nsf"};
  nsf.expect({2}, status::truncated_input, three);
  for (const std::uint32_t length : {0u, 3u, 8u, 0x102u})
    nsf.expect({length, 3, 300u << 16 | 1, 2}, status::malformed_symbol, three);
  nsf.expect({2, 4, 300u << 16 | 1, 2}, status::malformed_symbol, three);
  nsf.expect({2, 3, 300u << 16 | 1}, status::truncated_input, three);
  nsf.expect({2, 3, 300u << 16 | 1, 2, 0}, status::trailing_input, three);
  nsf.expect({2, 3, 300u << 16 | 1, 0xffff0002}, status::ok, three);  // unused bytes say nothing
}

const words nsv_example = {512, 3, 0, 4, 0b000100, 0x02012c01};

TEST(nsv, stores_what_each_value_needs) {
  const chunks_of nsv{"nsv"};
  nsv.are(three, nsv_example);
  nsv.are(of_values<std::int32_t>({0, 255, 256, 65535, 65536, 0xffffff, 0x1000000, -1}),
          {512, 8, 0, 20, 0b1111101001010000, 0x0100ff00, 0x0000ffff, 0xffffff01, 0x01000000,
           0xffffffff});
  nsv.are({}, {512, 0, 0});
  EXPECT_EQ(
      (chunks_of{"nsv", element_type::uint64}.of(of_values<std::uint64_t>({1u << 16, 1ull << 32}))),
      (words{512, 2, 0, 12, 0b1110, 1u << 16, 0, 1}));
}

TEST(nsv, refuses_what_its_page_says) {
  const chunks_of nsv{"nsv"};
  nsv.expect({512, 3, 0, 4}, status::truncated_input, three);
  nsv.expect(changed(nsv_example, 0, 128), status::malformed_symbol, three);
  nsv.expect(changed(nsv_example, 1, 4), status::malformed_symbol, three);
  nsv.expect(changed(nsv_example, 2, 1), status::malformed_symbol, three);
  nsv.expect(changed(nsv_example, 3, 5), status::truncated_input, three);
  nsv.expect(changed(nsv_example, 3, 0xffffffff), status::truncated_input, three);
  nsv.expect(changed(nsv_example, 3, 3), status::malformed_symbol, three);
  nsv.expect(changed(nsv_example, 4, 0), status::malformed_symbol, three);
  nsv.expect(changed(nsv_example, 4, 0xffc0 | 0b000100), status::ok,
             three);  // unused bits say nothing
  words longer = nsv_example;
  longer.push_back(0);
  nsv.expect(longer, status::trailing_input, three);
}

TEST(nsv, a_block_begins_where_its_start_says) {
  std::vector<std::uint64_t> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 3 == 0 ? 70000 : 1;
  const bytes raw = test::to_column(element_type::int32, values);
  words chunk = chunks_of{"nsv"}.of(raw);
  EXPECT_EQ((words{chunk.begin() + 2, chunk.begin() + 5}),
            (words{0, 512 + 2 * 171, 1000 + 2 * 334}));
  chunk[3] = 0;  // the second block would have too many bytes, and the first one too few
  test::expect_from_every_decoder("nsv", element_type::int32, of_words(chunk),
                                  status::malformed_symbol, raw);
  chunk[3] = 0xffffffff;
  test::expect_from_every_decoder("nsv", element_type::int32, of_words(chunk),
                                  status::truncated_input, raw);
}

const words vbyte_example = {128, 3, 0, 9, 0b000100, 0, 0, 0, 0, 0, 0, 0, 0x02012c01};

TEST(gpu_vbyte, stores_codes_and_bytes_per_block) {
  const chunks_of vbyte{"gpu_vbyte"};
  vbyte.are(three, vbyte_example);
  vbyte.are(of_values<std::int32_t>({0, 255, 256, 65535, 65536, 0xffffff, 0x1000000, -1}),
            {128, 8, 0, 13, 0b1111101001010000, 0, 0, 0, 0, 0, 0, 0, 0x0100ff00, 0x0000ffff,
             0xffffff01, 0x01000000, 0xffffffff});
  vbyte.are({}, {128, 0, 0});
  EXPECT_EQ((chunks_of{"gpu_vbyte", element_type::uint64}.of(
                of_values<std::uint64_t>({1u << 16, 1ull << 32}))),
            (words{128, 2, 0, 11, 0b1110, 0, 0, 0, 0, 0, 0, 0, 1u << 16, 0, 1}));
}

TEST(gpu_vbyte, a_block_begins_with_a_word) {
  std::vector<std::uint64_t> values(300, 1);
  values[0] = 70000;  // 3 bytes, and so 130 in the first block
  const bytes raw = test::to_column(element_type::int32, values);
  const chunks_of vbyte{"gpu_vbyte"};
  const words chunk = vbyte.of(raw);
  EXPECT_EQ((words{chunk.begin() + 2, chunk.begin() + 6}),
            (words{0, 8 + 33, 8 + 33 + 8 + 32, 8 + 33 + 8 + 32 + 8 + 11}));
  vbyte.expect(chunk, status::ok, raw);
  vbyte.expect(changed(chunk, 3, 40), status::malformed_symbol, raw);
  vbyte.expect(changed(chunk, 3, 42), status::malformed_symbol, raw);
  vbyte.expect(changed(chunk, 4, 40), status::malformed_symbol, raw);
  vbyte.expect(changed(chunk, 3, 0xffffffff), status::truncated_input, raw);
}

TEST(gpu_vbyte, refuses_what_its_page_says) {
  const chunks_of vbyte{"gpu_vbyte"};
  vbyte.expect({128, 3, 0}, status::truncated_input, three);
  vbyte.expect(changed(vbyte_example, 0, 512), status::malformed_symbol, three);
  vbyte.expect(changed(vbyte_example, 1, 4), status::malformed_symbol, three);
  vbyte.expect(changed(vbyte_example, 2, 1), status::malformed_symbol, three);
  vbyte.expect(changed(vbyte_example, 3, 10), status::truncated_input, three);
  vbyte.expect(changed(vbyte_example, 3, 8), status::malformed_symbol, three);
  vbyte.expect(changed(vbyte_example, 3, 7), status::malformed_symbol, three);
  vbyte.expect(changed(vbyte_example, 4, 0b001100), status::malformed_symbol, three);  // 5 bytes
  vbyte.expect(changed(vbyte_example, 4, 0xffc0 | 0b000100), status::ok, three);  // unused codes
  words longer = vbyte_example;
  longer.push_back(0);
  vbyte.expect(longer, status::trailing_input, three);
  vbyte.expect(changed(longer, 3, 10), status::malformed_symbol, three);
  vbyte.expect({128, 0, 0, 0}, status::trailing_input, {});
}

}  // namespace
}  // namespace codag
