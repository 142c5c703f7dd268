// deflate's decoder for lanes: which chunks it decodes itself, and which it leaves to the
// sequential decoder. That every chunk comes out right is what the tests of all variants see.
#include "codag/codec/deflate/lanes_decoder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/deflate/encoders.hpp"
#include "datasets/generator/generator.hpp"
#include "tests/support/deflate_block_writer.hpp"
#include "tests/support/deflate_streams.hpp"
#include "tests/support/kinds/deflate_chunks.hpp"
#include "tests/support/listing_kernels.hpp"

namespace codag::deflate {
namespace {

using test::bytes, test::code_lengths, test::listing::decode, test::listing::is_left,
    test::listing::one_chunk, test::listing::outcome, test::random_bytes;

TEST(deflate_lanes, have_room_for_the_lists_of_any_chunks) {
  using decoder = lanes_decoder<std::uint8_t>;
  for (const std::uint64_t bytes : {1u, 3u, 4u, 31u, 1001u}) {
    const std::uint64_t chunks = 10000;
    EXPECT_LE(chunks * decoder::list_bytes(bytes),
              decoder::list_bytes(chunks * bytes) + chunks * decoder::list_bytes(0));
    EXPECT_EQ(decoder::list_bytes(bytes) % decoder::list_alignment, 0u);
  }
}

// More chunks over the same bytes than the workspace has room for: the last ones are left.
TEST(deflate_lanes, leave_chunks_that_get_no_lists) {
  const bytes raw = random_bytes(20000, 50, 7);
  const bytes stream = test::zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY);
  std::vector<chunk> chunks;
  for (unsigned i = 0; i < 10; ++i)
    chunks.push_back({0, i * raw.size(), static_cast<std::uint32_t>(stream.size()),
                      static_cast<std::uint32_t>(raw.size())});
  const outcome o = decode(stream, chunks, chunks.size() * raw.size());
  EXPECT_GT(o.left, 0u);
  EXPECT_LT(o.left, chunks.size());
  EXPECT_EQ(o.decoded.statuses, std::vector<status>(chunks.size(), status::ok));
  for (const chunk& c : chunks)
    EXPECT_TRUE(std::equal(raw.begin(), raw.end(),
                           o.decoded.out.begin() + static_cast<std::ptrdiff_t>(c.out_offset)));
}

TEST(deflate_lanes, decode_the_papers_columns) {
  for (const char* name : {"MC0", "MC3", "TPC", "TPT", "CD2", "TC2", "HRG"}) {
    const auto column = datasets::generate(name, 1 << 17, 1, {}, 1);
    const chunked_column c = compress(*find_codec("deflate"), column.bytes, column.type);
    const outcome o = decode(c.bytes, c.chunks, column.bytes.size());
    EXPECT_EQ(o.left, 0u) << name;
    EXPECT_EQ(o.decoded.out, column.bytes) << name;
  }
}

TEST(deflate_lanes, decode_stored_blocks_of_any_length) {
  for (const std::size_t count : {0u, 1u, 63u, 64u, 65u, 2047u, 2048u, 2049u, 70000u}) {
    const bytes raw = random_bytes(count, 256, 1);
    const std::string name = std::to_string(count) + " stored bytes";
    EXPECT_FALSE(is_left(test::zlib_deflate(raw, 0, Z_DEFAULT_STRATEGY), raw, name)) << name;
  }
}

TEST(deflate_lanes, decode_fixed_blocks) {
  const bytes raw = random_bytes(20000, 16, 2);
  EXPECT_FALSE(is_left(test::zlib_deflate(raw, 9, Z_FIXED), raw, "fixed"));
}

TEST(deflate_lanes, decode_blocks_of_every_kind_in_one_stream) {
  // Text, then bytes that zlib stores, and again; with a smaller buffer, zlib makes shorter blocks.
  bytes raw;
  for (unsigned i = 0; i < 4; ++i) {
    for (const bytes& part : {random_bytes(9000, 20, i), random_bytes(3000, 256, i)})
      raw.insert(raw.end(), part.begin(), part.end());
  }
  EXPECT_FALSE(is_left(test::zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY, 6), raw, "mixed"));
}

// A block has fewer tokens than a window. The lists would not fit if each window had rows.
TEST(deflate_lanes, decode_streams_of_short_blocks) {
  const bytes raw = datasets::generate("wikipedia_text", 60000, 1, {}, 1).bytes;
  EXPECT_FALSE(is_left(test::zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY, 4), raw, "short blocks"));
}

// Each block has a token.
TEST(deflate_lanes, decode_streams_of_tiny_blocks) {
  const bytes raw = random_bytes(9000, 200, 6);
  test::bit_writer out;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    out.put(i + 1 == raw.size() ? 1 : 0, 1);
    out.put(static_cast<unsigned>(block_type::fixed), 2);
    code_lengths lengths(fixed_literal_symbols);
    for (unsigned symbol = 0; symbol < fixed_literal_symbols; ++symbol)
      lengths[symbol] = fixed_code_length(symbol);
    out.put_symbol(lengths, std::to_integer<unsigned>(raw[i]));
    out.put_symbol(lengths, end_of_block);
  }
  EXPECT_FALSE(is_left(out.bytes(), raw, "tiny blocks"));
}

// Blocks of a few tokens, or of some hundreds, and an empty stored block after each. Some tokens
// are long, and some matches repeat values.
TEST(deflate_lanes, decode_streams_with_flushes) {
  for (const char* name : {"MC0", "CD2", "HRG", "wikipedia_text"})
    for (const std::uint32_t flush_bytes : {64u, 300u, 1000u, 4096u, 10'000u}) {
      const auto column = datasets::generate(name, 40'000, 1, {}, 1);
      const codec zlib = codec_with(*find_encoder("zlib"), {.flush_bytes = flush_bytes});
      bytes stream;
      zlib.encode(column.bytes, element_type::uint8, stream);
      EXPECT_FALSE(is_left(stream, column.bytes, name)) << name << ", " << flush_bytes;
    }
}

// Nearly all codewords have one length: a lane that starts within one stays within for long.
TEST(deflate_lanes, decode_codes_that_synchronise_late) {
  for (const unsigned values : {30u, 64u, 127u}) {
    const bytes raw = random_bytes(70000, values, 3);
    EXPECT_FALSE(is_left(test::zlib_deflate(raw, 9, Z_HUFFMAN_ONLY), raw, "late")) << values;
  }
}

// The papers' columns do not need it, and are decoded all the same.
TEST(deflate_lanes, parse_any_chunk_in_two_passes) {
  for (const char* name : {"MC0", "MC3", "TPC", "TPT", "CD2", "TC2", "HRG"}) {
    const auto column = datasets::generate(name, 1 << 16, 1, {}, 1);
    const chunked_column c = compress(*find_codec("deflate"), column.bytes, column.type);
    const outcome o = decode(c.bytes, c.chunks, column.bytes.size(),
                             test::listing::values_with("auto", "two_passes"));
    EXPECT_EQ(o.left, 0u) << name;
    EXPECT_EQ(o.writer, "block") << name;
    EXPECT_EQ(o.decoded.out, column.bytes) << name;
  }
}

// The lists have no room for as many tokens as two bits per token make.
TEST(deflate_lanes, leave_chunks_of_too_many_tokens) {
  const test::stored_chunk its = test::dense_matches(43'000);
  EXPECT_TRUE(is_left(its.in, bytes(its.values, std::byte{7}), "matches of 2 bits"));
}

// Literals of two bits are written, and need no lists.
TEST(deflate_lanes, decode_literals_of_two_bits) {
  const bytes raw = random_bytes(131072, 3, 4);
  EXPECT_FALSE(is_left(test::zlib_deflate(raw, 9, Z_HUFFMAN_ONLY), raw, "codewords of 2 bits"));
}

/// A block of literals from 3 to 254, which have codewords of 8 bits. The lengths
/// begin with three zeros, which meta symbol `first` stands for.
bytes block_whose_lengths_begin_with(unsigned first, const bytes& raw) {
  code_lengths lengths(end_of_block + 1, 8);
  std::fill_n(lengths.begin(), 3, std::uint8_t{0});
  lengths[255] = lengths[end_of_block] = 7;  // 252 / 256 + 2 / 128 = 1
  code_lengths meta(meta_symbols, 4);
  std::fill(meta.begin() + 13, meta.end(), std::uint8_t{5});  // 13 / 16 + 6 / 32 = 1
  test::bit_writer out;
  out.put(1, 1);
  out.put(static_cast<unsigned>(block_type::dynamic), 2);
  out.put(0, 5);  // 257 literals
  out.put(0, 5);  // 1 distance
  out.put(meta_symbols - 4, 4);
  for (unsigned i = 0; i < meta_symbols; ++i) out.put(meta[meta_order(i)], 3);
  out.put_symbol(meta, first);
  out.put(0, first == 16 ? 2 : 3);  // three times
  for (unsigned i = 3; i <= end_of_block; ++i) out.put_symbol(meta, lengths[i]);
  out.put_symbol(meta, 0);
  for (const std::byte b : raw) out.put_symbol(lengths, std::to_integer<unsigned>(b));
  out.put_symbol(lengths, end_of_block);
  return out.bytes();
}

// Without a length before it, symbol 16 has nothing to repeat (RFC 1951 section 3.2.7).
TEST(deflate_lanes, leave_lengths_that_begin_with_a_repeat) {
  bytes raw = random_bytes(5000, 252, 8);
  for (std::byte& b : raw) b = static_cast<std::byte>(std::to_integer<unsigned>(b) + 3);
  EXPECT_FALSE(is_left(block_whose_lengths_begin_with(17, raw), raw, "three zeros"));
  const bytes wrong = block_whose_lengths_begin_with(16, raw);
  const outcome o = decode(wrong, one_chunk(wrong, raw.size()), raw.size());
  EXPECT_EQ(o.left, 1u);
  EXPECT_STREQ(to_string(o.decoded.statuses[0]), "malformed_symbol");
}

TEST(deflate_lanes, leave_what_is_no_whole_chunk) {
  const bytes raw = random_bytes(20000, 50, 5);
  const bytes stream = test::zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY);
  const auto expect_left = [&](const bytes& in, std::size_t out_bytes, const char* expected) {
    const outcome o = decode(in, one_chunk(in, out_bytes), out_bytes);
    EXPECT_EQ(o.left, 1u) << expected;
    EXPECT_STREQ(to_string(o.decoded.statuses[0]), expected);
  };
  bytes longer = stream;
  longer.push_back(std::byte{0});
  expect_left(longer, raw.size(), "trailing_input");
  expect_left(bytes(stream.begin(), stream.end() - 1), raw.size(), "truncated_input");
  expect_left(stream, raw.size() - 1, "output_overflow");
  expect_left(stream, raw.size() + 1, "truncated_input");
}

/// A final dynamic block of literals only; symbol 256 ends it.
bytes block_of_literals(const code_lengths& lengths, const std::vector<unsigned>& symbols) {
  test::bit_writer out;
  out.put(1, 1);
  out.put(static_cast<unsigned>(block_type::dynamic), 2);
  out.put(0, 5);
  out.put(0, 5);
  out.put(meta_symbols - 4, 4);
  code_lengths all = lengths;
  all.push_back(0);  // no distance has a codeword
  std::mt19937_64 random(1);
  test::put_code_lengths(out, all, false, random);
  for (const unsigned symbol : symbols) out.put_symbol(lengths, symbol);
  out.put_symbol(lengths, end_of_block);
  return out.bytes();
}

// All codewords have 5 bits, so a lane that starts within one stays within. Every fifth lane starts
// at the first bit of one.
TEST(deflate_lanes, decode_codes_that_do_not_synchronise) {
  for (const std::uint8_t length : code_lengths{5, 6, 7}) {
    const unsigned literals = (1u << length) - 1;
    code_lengths lengths(end_of_block + 1);
    std::fill_n(lengths.begin() + 'a', literals, length);
    lengths[end_of_block] = length;
    std::vector<unsigned> symbols;
    bytes raw;
    for (const std::byte b : random_bytes(30000, literals, 9)) {
      symbols.push_back('a' + std::to_integer<unsigned>(b));
      raw.push_back(static_cast<std::byte>(symbols.back()));
    }
    EXPECT_FALSE(is_left(block_of_literals(lengths, symbols), raw, std::to_string(length)));
  }
}

// Lanes that start at a wrong bit see the end of the block everywhere, and go on. The lane that
// stands on the true one has seen others before.
TEST(deflate_lanes, find_the_end_of_a_block_among_false_ones) {
  for (const std::uint8_t end_bits : code_lengths{2, 3, 5, 8}) {
    code_lengths lengths(end_of_block + 1);
    lengths[end_of_block] = end_bits;
    // The other codewords fill the code: one of each length, and two of the last.
    unsigned symbol = 'a';
    for (std::uint8_t length = 1; length <= 12; ++length)
      if (length != end_bits) lengths[symbol++] = length;
    lengths[symbol++] = 12;
    std::mt19937_64 random(end_bits);
    for (const std::size_t count : {3u, 100u, 700u, 5000u}) {
      std::vector<unsigned> symbols;
      bytes raw;
      for (std::size_t i = 0; i < count; ++i) {
        symbols.push_back('a' + static_cast<unsigned>(random() % (symbol - 'a')));
        raw.push_back(static_cast<std::byte>(symbols.back()));
      }
      const std::string name =
          std::to_string(count) + " symbols, an end of " + std::to_string(end_bits) + " bits";
      EXPECT_FALSE(is_left(block_of_literals(lengths, symbols), raw, name)) << name;
    }
  }
}

}  // namespace
}  // namespace codag::deflate
