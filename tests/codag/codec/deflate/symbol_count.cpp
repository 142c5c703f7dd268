// Counting the symbols of a stream, by the counter and as the encoder tells it.
#include <gtest/gtest.h>

#include "codag/codec/codec.hpp"
#include "tests/support/deflate_streams.hpp"

namespace codag::deflate {
namespace {

using test::bytes, test::from_hex, test::from_text, test::zlib_deflate;

symbol_count count_ok(const bytes& in) {
  symbol_count count;
  EXPECT_EQ(count_symbols(in, count), status::ok);
  return count;
}

status count_status(const bytes& in) {
  symbol_count count;
  return count_symbols(in, count);
}

// By hand from RFC 1951: a fixed block of the literal 'a' and a match of 9 at distance 1.
TEST(deflate_symbol_count, counts_literals_and_matches) {
  const symbol_count count = count_ok(from_hex("4b840300"));
  EXPECT_EQ(count.literals, 1u);
  EXPECT_EQ(count.matches, 1u);
  EXPECT_EQ(count.output_bytes, 10u);
  EXPECT_EQ(count.stream_bytes, 4u);
  EXPECT_EQ(count.total(), 2u);
}

TEST(deflate_symbol_count, what_follows_the_stream_does_not_matter) {
  EXPECT_EQ(count_ok(from_hex("4b84030017")).stream_bytes, 4u);
}

TEST(deflate_symbol_count, a_stored_block_is_literals) {
  const symbol_count count = count_ok(zlib_deflate(from_text("stored"), 0, Z_DEFAULT_STRATEGY));
  EXPECT_EQ(count.literals, 6u);
  EXPECT_EQ(count.matches, 0u);
}

TEST(deflate_symbol_count, huffman_only_has_no_matches) {
  const symbol_count count = count_ok(zlib_deflate(bytes(5000), 9, Z_HUFFMAN_ONLY));
  EXPECT_EQ(count.literals, 5000u);
  EXPECT_EQ(count.matches, 0u);
}

TEST(deflate_symbol_count, the_output_of_dynamic_blocks_adds_up) {
  std::string text;
  for (unsigned i = 0; i < 60'000; ++i) text += std::to_string(i * 2654435761u % 9973) + ",";
  const bytes raw = from_text(text);
  const symbol_count count = count_ok(zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY));
  EXPECT_EQ(count.output_bytes, raw.size());
  EXPECT_GT(count.matches, 0u);
  EXPECT_GT(count.literals, 0u);
}

TEST(deflate_symbol_count, encode_tells_it_and_appends) {
  const bytes raw = from_text("abcabcabcabcabcabc"), expected = zlib_deflate(raw, 9, 0);
  bytes out = from_hex("5a5a");
  EXPECT_EQ(find_codec("deflate")->encode(raw, element_type::uint8, out),
            count_ok(expected).total());
  EXPECT_EQ(count_ok(expected).total(), 5u)
      << "a, b, c, a and a match: zlib finds none to the first byte";
  EXPECT_TRUE(std::equal(out.begin() + 2, out.end(), expected.begin(), expected.end()));
  EXPECT_EQ(out[1], std::byte{0x5a});
}

TEST(deflate_symbol_count, malformed_streams_have_their_status) {
  EXPECT_EQ(count_status({}), status::truncated_input);
  EXPECT_EQ(count_status(from_hex("07")), status::malformed_symbol) << "reserved block type";
  EXPECT_EQ(count_status(from_hex("010100000061")), status::malformed_symbol) << "complement";
  EXPECT_EQ(count_status(from_hex("010200fdff61")), status::truncated_input) << "a byte short";
  EXPECT_EQ(count_status(from_hex("03020000")), status::malformed_symbol) << "no byte to copy";
}

TEST(deflate_symbol_count, a_stream_cut_anywhere_is_truncated) {
  const bytes whole =
      zlib_deflate(from_text("a text that is cut, and cut, and cut again"), 9, Z_FIXED);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_EQ(count_status(cut), status::truncated_input) << size;
  }
}

}  // namespace
}  // namespace codag::deflate
