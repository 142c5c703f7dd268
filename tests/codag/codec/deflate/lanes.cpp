// deflate's decoder for lanes: which chunks it decodes itself, and which it leaves to the
// sequential decoder. That every chunk comes out right is what the tests of all variants see.
#include "codag/codec/deflate/lanes_decoder.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/schedule/parse_then_write.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch.hpp"
#include "datasets/generator/generator.hpp"
#include "tests/support/decode_on_host.hpp"
#include "tests/support/deflate_block_writer.hpp"
#include "tests/support/deflate_streams.hpp"

namespace codag::deflate {
namespace {

using test::bytes, test::code_lengths;
using kernels = parse_then_write<lanes_decoder<std::uint8_t>>;

struct outcome {
  test::decoded decoded;
  unsigned left = 0;  ///< chunks that the lanes leave
};

outcome decode(const bytes& in, const std::vector<chunk>& chunks, std::size_t out_bytes) {
  outcome result;
  const auto launch = [&](const device_column& column) {
    simt::host::global_vector<std::byte> memory(kernels::workspace_bytes(column));
    const auto values = standard_values(kernels::parameters);
    simt::host::counts counts;
    kernels::with(column, values, memory.data()).each_kernel([&](const auto& kernel) {
      counts += simt::host::launch(kernel, kernel.shape());
    });
    const token_workspace workspace{memory.data(), column.chunk_count, 0};
    for (std::uint32_t i = 0; i < column.chunk_count; ++i)
      result.left += workspace.records()[i].left ? 1 : 0;
    return counts;
  };
  result.decoded = test::decode_with(launch, in, chunks, out_bytes);
  return result;
}

std::vector<chunk> one_chunk(const bytes& in, std::size_t out_bytes) {
  return {{0, 0, static_cast<std::uint32_t>(in.size()), static_cast<std::uint32_t>(out_bytes)}};
}

/// Whether the lanes leave a stream, which gives `raw`.
bool is_left(const bytes& stream, const bytes& raw, const std::string& name) {
  const outcome o = decode(stream, one_chunk(stream, raw.size()), raw.size());
  EXPECT_STREQ(to_string(o.decoded.statuses[0]), "ok") << name;
  EXPECT_EQ(o.decoded.out, raw) << name;
  return o.left == 1;
}

bytes random_bytes(std::size_t count, unsigned values, unsigned seed) {
  std::mt19937_64 random(seed);
  bytes b(count);
  for (auto& v : b) v = static_cast<std::byte>(random() % values);
  return b;
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

// Few lanes find tokens of a block that is shorter than a window.
TEST(deflate_lanes, leave_streams_of_tiny_blocks) {
  const bytes raw = random_bytes(20000, 50, 6);
  EXPECT_TRUE(is_left(test::zlib_deflate(raw, 9, Z_DEFAULT_STRATEGY, 1), raw, "tiny blocks"));
}

// Lanes that start within a codeword of 5 bits never come to the start of one. (Codewords of 1, 2,
// 4, 8 or 16 bits begin at every lane's start.)
TEST(deflate_lanes, leave_codes_that_do_not_synchronise) {
  const bytes raw = random_bytes(30000, 30, 3);
  EXPECT_TRUE(is_left(test::zlib_deflate(raw, 9, Z_HUFFMAN_ONLY), raw, "codewords of 5 bits"));
}

// The lists have no room for as many tokens as two bits per token make.
TEST(deflate_lanes, leave_chunks_of_too_many_tokens) {
  const bytes raw = random_bytes(131072, 3, 4);
  EXPECT_TRUE(is_left(test::zlib_deflate(raw, 9, Z_HUFFMAN_ONLY), raw, "codewords of 2 bits"));
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
      is_left(block_of_literals(lengths, symbols), raw,
              std::to_string(count) + " symbols, an end of " + std::to_string(end_bits) + " bits");
    }
  }
}

}  // namespace
}  // namespace codag::deflate
