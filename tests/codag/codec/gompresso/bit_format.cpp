// gompresso_bit's format: the example of format.md, every status, and codes of limited length.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>

#include "codag/codec/gompresso/words.hpp"
#include "codag/codec/gompresso_bit/format.hpp"
#include "codag/codec/gompresso_bit/gompresso_bit.hpp"
#include "codag/codec/gompresso_bit/prefix_code.hpp"
#include "tests/support/every_decoder.hpp"
#include "tests/support/gompresso_chunks.hpp"
#include "tests/support/lz_columns.hpp"

namespace codag::gompresso_bit {
namespace {

using simt::host::lane_order;
using test::bytes, test::from_hex, test::from_text, test::resolve;

void expect_all(const bytes& in, status expected, const bytes& out) {
  test::expect_from_every_decoder("gompresso_bit", element_type::uint8, in, expected, out);
}
void expect_refused(const bytes& in, status expected, std::size_t out_bytes) {
  expect_all(in, expected, bytes(out_bytes));
}

const bytes text = from_text("abcdefabcdefabcdefX");

/// The chunk of the example in format.md.
bytes example() {
  bytes chunk = from_hex("0200000000400020100a0000");
  std::vector<unsigned> lengths(all_symbols + 1);
  for (const unsigned symbol : {98u, 99u, 100u, 101u, 102u, 256u, 263u}) lengths[symbol] = 3;
  lengths['X'] = lengths['a'] = 4;
  lengths[273 + 4] = 1;
  for (std::size_t i = 0; i < lengths.size(); i += 2)
    chunk.push_back(static_cast<std::byte>(lengths[i] | lengths[i + 1] << 4));
  return test::joined(chunk, from_hex("210013000fcad95e01"));
}
/// The example with another byte at one place.
bytes with_byte(std::size_t at, unsigned value) {
  bytes chunk = example();
  chunk.at(at) = static_cast<std::byte>(value);
  return chunk;
}

TEST(gompresso_bit, the_example_of_the_format_page) {
  bytes out;
  EXPECT_EQ(encode(text, {.eliminate_dependencies = false}, out), 2u);
  EXPECT_EQ(out, example());
  expect_all(example(), status::ok, text);
}

TEST(gompresso_bit, nothing_is_a_header) {
  bytes out;
  EXPECT_EQ(encode({}, {}, out), 0u);
  EXPECT_EQ(out.size(), 164u);
  expect_all(out, status::ok, {});
}

TEST(gompresso_bit, a_chunk_cut_anywhere_is_truncated) {
  const bytes whole = example();
  for (std::size_t n = 0; n < whole.size(); ++n) {
    const bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(n));
    expect_refused(cut, status::truncated_input, text.size());
  }
}

TEST(gompresso_bit, sizes_that_lie) {
  expect_refused(example(), status::output_overflow, 18);
  expect_refused(example(), status::truncated_input, 20);
  expect_refused(test::joined(example(), bytes(1)), status::trailing_input, 19);
  expect_refused(with_byte(164, 0x20), status::trailing_input, 19);  // one bit less
  expect_refused(with_byte(164, 0x22), status::malformed_symbol, 19);
  expect_refused(with_byte(164, 0x29), status::truncated_input, 19);  // a byte more
  expect_refused(with_byte(166, 0x12), status::malformed_symbol, 18);
  expect_refused(with_byte(166, 0x14), status::malformed_symbol, 20);
  expect_refused(with_byte(0, 1), status::malformed_symbol, 19);  // one sequence
  expect_refused(with_byte(0, 3), status::malformed_symbol, 19);
  expect_refused(with_byte(0, 17), status::truncated_input, 19);  // two sub-blocks
  expect_refused(with_byte(3, 255), status::truncated_input, 19);
}

TEST(gompresso_bit, limits_and_codes_that_lie) {
  expect_refused(with_byte(4, 2), status::malformed_symbol, 19);
  expect_refused(with_byte(4, 1), status::malformed_symbol, 19);  // there is a dependency
  expect_refused(with_byte(5, 11), status::malformed_symbol, 19);
  expect_all(with_byte(5, 12), status::ok, text);
  expect_refused(with_byte(7, 0x81), status::malformed_symbol, 19);
  const std::size_t of_x = 12 + 'X' / 2, of_distances = 12 + 277 / 2;
  EXPECT_EQ(example()[of_x], std::byte{4});
  for (const unsigned length : {0u, 3u, 5u, 11u, 15u})
    expect_refused(with_byte(of_x, length), status::malformed_symbol, 19);
  EXPECT_EQ(example()[of_distances], std::byte{0x10});
  for (const unsigned lengths : {0x00u, 0x20u, 0x11u})  // none; a lone one of two bits; slot 3
    expect_refused(with_byte(of_distances, lengths), status::malformed_symbol, 19);
  expect_all(with_byte(163, 0xf0), status::ok, text);  // the half that is not used
}

TEST(gompresso_bit, shapes_that_lie) {
  for (const unsigned sequences : {0u, 7u, 12u, 64u, 255u})
    expect_refused(with_byte(8, sequences), status::malformed_symbol, 19);
  for (const unsigned sequences : {8u, 32u}) expect_all(with_byte(8, sequences), status::ok, text);
  for (const unsigned bits : {0u, 8u, 11u, 255u})
    expect_refused(with_byte(9, bits), status::malformed_symbol, 19);
  expect_all(with_byte(9, 9), status::ok, text);
  expect_refused(with_byte(10, 1), status::malformed_symbol, 19);
  expect_refused(with_byte(11, 1), status::malformed_symbol, 19);
}

// A complete code whose longest codewords have 10 bits is one of a chunk that says so.
TEST(gompresso_bit, codewords_may_be_as_long_as_the_header_says) {
  bytes chunk = example();
  chunk.resize(164);
  chunk[0] = std::byte{0};  // no sequence
  const auto set = [&](unsigned symbol, unsigned length) {
    std::byte& two = chunk[12 + symbol / 2];
    two &= std::byte{0xf0} >> symbol % 2 * 4;
    two |= static_cast<std::byte>(length << symbol % 2 * 4);
  };
  // 'a' and 'X' had 4 bits. All that begins with the codeword of 'a' becomes seven longer ones.
  set('a', 5);
  for (unsigned i = 0; i < 4; ++i) set(200 + i, 6 + i);
  set(206, 10);
  set(207, 10);
  for (const unsigned bits : {9u, 10u}) {
    chunk[9] = static_cast<std::byte>(bits);
    expect_all(chunk, bits == 10 ? status::ok : status::malformed_symbol, {});
  }
  // Those of distances have at most 9 bits.
  for (const unsigned longest : {9u, 10u}) {
    for (unsigned i = 0; i < distance_slots; ++i) set(literal_symbols + i, 0);
    for (unsigned i = 1; i <= longest; ++i) set(literal_symbols + i, i);
    set(literal_symbols, longest);
    expect_all(chunk, longest == 9 ? status::ok : status::malformed_symbol, {});
  }
}

/// A codec of gompresso_bit with these settings.
codec with(std::uint64_t eliminate, std::uint64_t sub_block, std::uint64_t code_bits) {
  parameter_values values = standard_values(settings_parameters);
  values[2] = eliminate;
  values[values.size() - 2] = sub_block;
  values.back() = code_bits;
  return find_codec("gompresso_bit")->with(values);
}

TEST(gompresso_bit, every_shape_gives_every_column_back) {
  for (const auto& column : test::lz_columns(9000, 4))
    for (const std::uint64_t sub_block : {8u, 16u, 32u})
      for (const std::uint64_t code_bits : {9u, 10u}) {
        bytes in;
        with(code_bits == 9 ? 0 : 1, sub_block, code_bits)
            .encode(column.bytes, element_type::uint8, in);
        EXPECT_EQ(shape::of(gompresso::word_at(in, 8)).sequences, sub_block);
        EXPECT_EQ(shape::of(gompresso::word_at(in, 8)).code_bits, code_bits);
        expect_all(in, status::ok, column.bytes);
      }
}

// A sub-block of 32 sequences with more literals than a decoder keeps would have longer strings.
TEST(gompresso_bit, literal_strings_of_long_sub_blocks) {
  for (const unsigned literals : {127u, 128u}) {
    // A sequence of the literal 0 alone; 1 is its end.
    bytes chunk = from_hex("0100000000400020200a0000");
    chunk.resize(164);
    chunk[12 + 'b' / 2] = chunk[12 + 256 / 2] = std::byte{1};
    gompresso::put_word(sub_block{literals + 1, literals}.word(), chunk);
    bytes stream(literals / 8 + 1);
    stream[literals / 8] = static_cast<std::byte>(1u << literals % 8);
    expect_all(test::joined(chunk, stream), literals == 127 ? status::ok : status::malformed_symbol,
               bytes(literals, std::byte{'b'}));
  }
}

TEST(gompresso_bit, a_source_before_the_output) {
  // Distance slot 5 is a distance of 7, or of 8 with the extra bit of the example. There are 6
  // bytes.
  bytes chunk = with_byte(12 + 277 / 2, 0);
  chunk[12 + 278 / 2] = std::byte{0x01};
  expect_refused(chunk, status::malformed_symbol, 19);
  EXPECT_EQ(chunk[171], std::byte{0x5e});
  chunk[171] = std::byte{0x5c};
  expect_refused(chunk, status::malformed_symbol, 19);
}

TEST(gompresso_bit, a_sequence_has_at_most_255_literals) {
  for (const unsigned literals : {255u, 256u, 257u}) {
    // Two sequences, the first one with one literal. Literals have the codeword 0; 1 is a length of
    // 4, and then 0 a distance of 1.
    bytes chunk = from_hex("0200000000400020100a0000");
    chunk.resize(164);
    chunk[12 + 'b' / 2] = chunk[12 + 260 / 2] = std::byte{1};
    chunk[12 + 273 / 2] = std::byte{0x10};
    gompresso::put_word(sub_block{literals + 5, literals + 9}.word(), chunk);
    bytes stream((literals + 5 + 7) / 8);
    stream[0] = std::byte{2};
    stream[(literals + 3) / 8] |= static_cast<std::byte>(1u << (literals + 3) % 8);
    expect_all(test::joined(chunk, stream), literals == 255 ? status::ok : status::malformed_symbol,
               bytes(literals + 9, std::byte{'b'}));
  }
}

// Their tokens take more memory than two kernels have between them for such a chunk.
TEST(gompresso_bit, sequences_of_one_byte) {
  constexpr std::uint32_t count = 1600;
  bytes chunk;
  gompresso::put_word(count, chunk);
  gompresso::put_word(limits{1, 64, 8192}.word(), chunk);
  gompresso::put_word(shape{16, 10, 0}.word(), chunk);
  chunk.resize(164);
  // The codeword of the literal is 0, and that of the end of a sequence is 1.
  chunk[12 + 'b' / 2] = chunk[12 + 256 / 2] = std::byte{1};
  for (std::uint32_t block = 0; block < count / 16; ++block)
    gompresso::put_word(sub_block{32, 16}.word(), chunk);
  expect_all(test::joined(chunk, bytes(count / 4, std::byte{0xaa})), status::ok,
             bytes(count, std::byte{'b'}));
}

TEST(gompresso_bit, slots_cover_all_values_once) {
  std::uint32_t next = 0;
  for (unsigned slot = 0; slot < distance_slots; ++slot) {
    EXPECT_EQ(slot_begin(slot), next);
    next += 1u << extra_bits(slot);
  }
  EXPECT_EQ(next, gompresso::max_window);
  for (std::uint32_t value = 0; value < next; ++value) {
    const unsigned slot = slot_of(value);
    ASSERT_TRUE(value >= slot_begin(slot) && value - slot_begin(slot) < 1u << extra_bits(slot));
  }
}

/// The bits of all symbols together.
std::uint64_t cost(const std::vector<std::uint64_t>& counts,
                   const std::vector<std::uint8_t>& lengths) {
  return std::inner_product(counts.begin(), counts.end(), lengths.begin(), std::uint64_t{0});
}

// Where the limit does not matter, the code is Huffman's: that of his paper, Table I, with 3.42
// digits on average.
TEST(limited_lengths, of_huffmans_paper) {
  const std::vector<std::uint64_t> percent = {20, 18, 10, 10, 10, 6, 6, 4, 4, 4, 4, 3, 1};
  EXPECT_EQ(cost(percent, limited_lengths(percent)), 342u);
}

// Fibonacci numbers make the longest codewords: without the limit, one of 12 symbols has 11 bits.
// The best code within the limit is found by trying all complete ones.
TEST(limited_lengths, are_the_best_within_the_limit) {
  std::vector<std::uint64_t> counts = {1, 1};
  while (counts.size() < 12) counts.push_back(counts.end()[-1] + counts.end()[-2]);
  const std::vector<std::uint8_t> lengths = limited_lengths(counts);
  EXPECT_EQ(*std::ranges::max_element(lengths), max_code_bits);
  EXPECT_TRUE(prefix_code{lengths}.acceptable());
  // With counts that fall, the lengths of the best code rise.
  std::uint64_t least = ~std::uint64_t{0};
  std::vector<std::uint64_t> falling(counts.rbegin(), counts.rend());
  const auto try_all = [&](const auto& self, std::size_t i, unsigned length, unsigned room,
                           std::uint64_t bits) -> void {
    if (i == falling.size()) {
      if (room == 0) least = std::min(least, bits);
      return;
    }
    for (unsigned l = length; l <= max_code_bits; ++l)
      if (1u << (max_code_bits - l) <= room)
        self(self, i + 1, l, room - (1u << (max_code_bits - l)), bits + falling[i] * l);
  };
  try_all(try_all, 0, 1, 1u << max_code_bits, 0);
  EXPECT_EQ(cost(counts, lengths), least);
  const std::vector<std::uint8_t> shorter = limited_lengths(counts, 4);
  EXPECT_EQ(*std::ranges::max_element(shorter), 4);
  EXPECT_TRUE(prefix_code{shorter}.acceptable());
  EXPECT_GT(cost(counts, shorter), least);
}

TEST(limited_lengths, of_few_symbols) {
  EXPECT_EQ(limited_lengths(std::vector<std::uint64_t>{0, 0}), (std::vector<std::uint8_t>{0, 0}));
  EXPECT_EQ(limited_lengths(std::vector<std::uint64_t>{0, 9}), (std::vector<std::uint8_t>{0, 1}));
  EXPECT_EQ(limited_lengths(std::vector<std::uint64_t>{1, 9}), (std::vector<std::uint8_t>{1, 1}));
}

test::decoded decode_on_host(resolve how, std::span<const std::byte> in,
                             std::span<const chunk> chunks, std::size_t out_bytes,
                             const lane_order& order) {
  return test::decode(test::kernel_of("gompresso_bit", "warp_per_chunk/lanes/global"),
                      element_type::uint8, in, chunks, out_bytes, std::byte{0xee},
                      {4, static_cast<std::uint64_t>(how)}, {.order = order});
}

// Chunks of several batches of 512 sequences, whose last one is not full.
TEST(gompresso_bit, gives_every_column_back_with_every_resolution) {
  unsigned runs = 0;
  for (const auto& column : test::lz_columns(60'000, 7))
    for (const std::uint64_t eliminate : {0u, 1u}) {
      const codec tested = test::gompresso_with("gompresso_bit", 4096, 255, eliminate == 1);
      const chunked_column c = compress(tested, column.bytes, element_type::uint8, 32768);
      for (const resolve how : test::every_resolve) {
        if (how == resolve::no_dependency && eliminate == 0) continue;
        const test::decoded d =
            decode_on_host(how, c.bytes, c.chunks, column.bytes.size(), lane_order::seeded(++runs));
        EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok)) << column.name;
        EXPECT_TRUE(d.out == column.bytes) << column.name;
        if (eliminate == 1 && how != resolve::sequential_copy) {
          EXPECT_EQ(d.counts.rounds, d.counts.groups) << column.name << ": a round per group";
        }
      }
    }
}

TEST(gompresso_bit, is_smaller_than_gompresso_byte_where_bytes_are_not_random) {
  for (const auto& column : test::lz_columns(60'000, 3)) {
    bytes by_bits, by_bytes;
    encode(column.bytes, {}, by_bits);
    find_codec("gompresso_byte")->encode(column.bytes, element_type::uint8, by_bytes);
    if (column.name == "words" || column.name == "period 3" || column.name == "one byte") {
      EXPECT_LT(by_bits.size(), by_bytes.size()) << column.name;
    }
    EXPECT_LT(by_bits.size(), by_bytes.size() + 700) << column.name;
  }
}

}  // namespace
}  // namespace codag::gompresso_bit
