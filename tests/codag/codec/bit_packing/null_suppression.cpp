// The formats of none, nsf and nsv: the examples of their pages, their sizes, and every status.
#include <gtest/gtest.h>

#include "codag/codec/codec.hpp"
#include "codag/codec/nsv/nsv.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/every_decoder.hpp"
#include "tests/support/word_chunks.hpp"

namespace codag {
namespace {

using bytes = std::vector<std::byte>;
using test::of_values, test::of_words, test::to_words;
using words = std::vector<std::uint32_t>;

words encoded(const char* codec, element_type type, const bytes& raw) {
  bytes out;
  EXPECT_EQ(find_codec(codec)->encode(raw, type, out), raw.size() / size_of(type));
  return to_words(out);
}

/// A codec's chunks of int32 values.
struct chunks_of {
  const char* codec;
  void expect(const words& chunk, status expected, const bytes& values) const {
    test::expect_from_every_decoder(codec, element_type::int32, of_words(chunk), expected, values);
  }
  void are(const bytes& values, const words& chunk) const {
    EXPECT_EQ(encoded(codec, element_type::int32, values), chunk);
    expect(chunk, status::ok, values);
  }
};

const bytes three = of_values<std::int32_t>({1, 300, 2});

TEST(none, stores_words) {
  const bytes raw = of_values<std::int16_t>({-2, 3});
  EXPECT_EQ(encoded("none", element_type::int16, raw), (words{0xfffffffe, 3}));
  const chunks_of none{"none"};
  none.are(three, {1, 300, 2});
  none.are({}, {});
  none.expect({1, 300}, status::truncated_input, three);
  none.expect({1, 300, 2, 0}, status::trailing_input, three);
  EXPECT_EQ(encoded("none", element_type::uint64, of_values<std::uint64_t>({1ull << 32 | 7})),
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
  EXPECT_EQ(encoded("nsf", element_type::uint64, of_values<std::uint64_t>({1ull << 32})),
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
  EXPECT_EQ(encoded("nsv", element_type::uint64, of_values<std::uint64_t>({1u << 16, 1ull << 32})),
            (words{512, 2, 0, 12, 0b1110, 1u << 16, 0, 1}));
}

TEST(nsv, refuses_what_its_page_says) {
  const chunks_of nsv{"nsv"};
  const auto changed = [](std::size_t word, std::uint32_t value) {
    words chunk = nsv_example;
    chunk[word] = value;
    return chunk;
  };
  nsv.expect({512, 3, 0, 4}, status::truncated_input, three);
  nsv.expect(changed(0, 128), status::malformed_symbol, three);
  nsv.expect(changed(1, 4), status::malformed_symbol, three);
  nsv.expect(changed(2, 1), status::malformed_symbol, three);
  nsv.expect(changed(3, 5), status::truncated_input, three);
  nsv.expect(changed(3, 0xffffffff), status::truncated_input, three);
  nsv.expect(changed(3, 3), status::malformed_symbol, three);
  nsv.expect(changed(4, 0), status::malformed_symbol, three);
  nsv.expect(changed(4, 0xffc0 | 0b000100), status::ok, three);  // unused bits say nothing
  words longer = nsv_example;
  longer.push_back(0);
  nsv.expect(longer, status::trailing_input, three);
}

TEST(nsv, a_block_begins_where_its_start_says) {
  std::vector<std::uint64_t> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 3 == 0 ? 70000 : 1;
  const bytes raw = test::to_column(element_type::int32, values);
  words chunk = encoded("nsv", element_type::int32, raw);
  EXPECT_EQ((words{chunk.begin() + 2, chunk.begin() + 5}),
            (words{0, 512 + 2 * 171, 1000 + 2 * 334}));
  chunk[3] = 0;  // the second block would have too many bytes, and the first one too few
  test::expect_from_every_decoder("nsv", element_type::int32, of_words(chunk),
                                  status::malformed_symbol, raw);
  chunk[3] = 0xffffffff;
  test::expect_from_every_decoder("nsv", element_type::int32, of_words(chunk),
                                  status::truncated_input, raw);
}

}  // namespace
}  // namespace codag
