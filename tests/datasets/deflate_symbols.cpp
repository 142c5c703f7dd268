#include "datasets/deflate_symbols.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace codag::datasets {
namespace {

std::vector<std::byte> deflate_text(std::string_view text, int level, int strategy) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, level, Z_DEFLATED, -15, 8, strategy), Z_OK);
  std::vector<std::byte> out(deflateBound(&stream, text.size()) + 64);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

deflate_symbols count_bytes(std::initializer_list<unsigned> bytes) {
  std::vector<std::byte> in;
  for (const unsigned b : bytes) in.push_back(static_cast<std::byte>(b));
  return count_deflate_symbols(in);
}

// By hand from RFC 1951: a fixed block of the literal 'a' and a match of 9 at distance 1.
TEST(deflate_symbols, counts_literals_and_matches) {
  const auto count = count_bytes({0x4b, 0x84, 0x03, 0x00});
  EXPECT_EQ(count.literals, 1u);
  EXPECT_EQ(count.matches, 1u);
  EXPECT_EQ(count.output_bytes, 10u);
  EXPECT_EQ(count.total(), 2u);
}

TEST(deflate_symbols, a_stored_block_is_literals) {
  const auto count = count_deflate_symbols(deflate_text("stored", 0, Z_DEFAULT_STRATEGY));
  EXPECT_EQ(count.literals, 6u);
  EXPECT_EQ(count.matches, 0u);
}

TEST(deflate_symbols, huffman_only_has_no_matches) {
  const auto count = count_deflate_symbols(deflate_text(std::string(5000, 'x'), 9, Z_HUFFMAN_ONLY));
  EXPECT_EQ(count.literals, 5000u);
  EXPECT_EQ(count.matches, 0u);
}

TEST(deflate_symbols, the_output_of_dynamic_blocks_adds_up) {
  std::string text;
  for (unsigned i = 0; i < 60'000; ++i) text += std::to_string(i * 2654435761u % 9973) + ",";
  const auto count = count_deflate_symbols(deflate_text(text, 9, Z_DEFAULT_STRATEGY));
  EXPECT_EQ(count.output_bytes, text.size());
  EXPECT_GT(count.matches, 0u);
}

TEST(deflate_symbols, malformed_streams_are_refused) {
  EXPECT_THROW(count_bytes({}), std::invalid_argument);
  EXPECT_THROW(count_bytes({0x07}), std::invalid_argument);                   // reserved block type
  EXPECT_THROW(count_bytes({0x01, 1, 0, 0, 0, 'a'}), std::invalid_argument);  // complement differs
  EXPECT_THROW(count_bytes({0x01, 2, 0, 0xfd, 0xff, 'a'}), std::invalid_argument);  // a byte short
}

TEST(deflate_symbols, a_stream_cut_anywhere_is_refused) {
  const auto whole = deflate_text("a text that is cut, and cut, and cut again", 9, Z_FIXED);
  for (std::size_t bytes = 0; bytes + 1 < whole.size(); ++bytes)
    EXPECT_THROW(count_deflate_symbols(std::span(whole).first(bytes)), std::invalid_argument);
}

}  // namespace
}  // namespace codag::datasets
