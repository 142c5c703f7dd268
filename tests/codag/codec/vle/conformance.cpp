// vle's code and format: the example of format.md, codes of known optimal size, and every status.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <queue>
#include <string>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/vle/encoder.hpp"
#include "codag/codec/vle/vle.hpp"
#include "tests/support/every_decoder.hpp"

namespace codag::vle {
namespace {

using bytes = std::vector<std::byte>;

bytes of_text(const std::string& text) {
  bytes result;
  for (const char c : text) result.push_back(static_cast<std::byte>(c));
  return result;
}

bytes encoded(const bytes& raw) {
  bytes out;
  EXPECT_EQ(encode(raw, element_type::uint8, out), raw.size());
  return out;
}

void expect_all(const bytes& in, status expected, const bytes& out) {
  test::expect_from_every_decoder("vle", element_type::uint8, in, expected, out);
}

/// The chunk of the example in format.md: "babc".
bytes example() {
  bytes chunk(header_bytes + 4);
  chunk['a'] = chunk['c'] = std::byte{2};
  chunk['b'] = std::byte{1};
  chunk[header_bytes] = std::byte{0x32};
  return chunk;
}

TEST(vle_conformance, the_example_of_the_format_page) {
  EXPECT_EQ(encoded(of_text("babc")), example());
  expect_all(example(), status::ok, of_text("babc"));
}

// Huffman's example in "A Method for the Construction of Minimum-Redundancy Codes" (1952), Table I:
// 13 messages with these probabilities, whose code has these lengths, 3.42 digits on average.
TEST(vle_conformance, the_code_of_huffmans_paper) {
  const std::vector<std::uint32_t> percent = {20, 18, 10, 10, 10, 6, 6, 4, 4, 4, 4, 3, 1};
  symbol_counts counts{};
  std::ranges::copy(percent, counts.begin());
  const code_lengths lengths = lengths_for(counts);
  std::uint32_t digits = 0;
  for (std::size_t i = 0; i < percent.size(); ++i) digits += percent[i] * lengths[i];
  EXPECT_EQ(digits, 342u);
}

/// The size of an optimal code: the sum of all inner nodes' weights, whoever is joined first.
std::uint64_t optimal_bits(const symbol_counts& counts) {
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> nodes;
  for (const std::uint32_t count : counts)
    if (count > 0) nodes.push(count);
  if (nodes.size() == 1) return nodes.top();
  std::uint64_t bits = 0;
  while (nodes.size() > 1) {
    std::uint64_t both = nodes.top();
    nodes.pop();
    both += nodes.top();
    nodes.pop();
    nodes.push(both);
    bits += both;
  }
  return bits;
}

std::uint64_t bits_of(const symbol_counts& counts, const code_lengths& lengths) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < symbols; ++i) bits += std::uint64_t{counts[i]} * lengths[i];
  return bits;
}

/// Whether the codewords use all bit strings up, as a fraction of 2^32.
std::uint64_t kraft_sum(const code_lengths& lengths) {
  std::uint64_t sum = 0;
  for (const unsigned length : lengths)
    if (length > 0) sum += std::uint64_t{1} << (max_code_bits - length);
  return sum;
}

TEST(vle_conformance, codes_are_optimal_and_complete) {
  std::uint64_t state = 1;
  for (unsigned round = 0; round < 200; ++round) {
    symbol_counts counts{};
    for (auto& count : counts) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const auto random = static_cast<std::uint32_t>(state >> 33);
      // Rounds differ in how many symbols occur, and in how uneven they are.
      if (random % 256 <= round) count = 1 + (random >> 8) % (1u << round % 20);
    }
    const code_lengths lengths = lengths_for(counts);
    EXPECT_EQ(bits_of(counts, lengths), optimal_bits(counts));
    const auto occurring = std::ranges::count_if(counts, [](auto c) { return c > 0; });
    if (occurring > 1) {
      EXPECT_EQ(kraft_sum(lengths), std::uint64_t{1} << 32);
    }
    for (unsigned i = 0; i < symbols; ++i) EXPECT_EQ(lengths[i] > 0, counts[i] > 0);
  }
}

TEST(vle_conformance, lengths_are_limited_to_32_bits) {
  // Fibonacci numbers give the longest codewords that there are.
  symbol_counts counts{};
  std::uint32_t a = 1, b = 1;
  for (unsigned i = 0; i < 44; ++i) {
    counts[i] = a;
    b += std::exchange(a, b);
  }
  const code_lengths lengths = lengths_for(counts);
  EXPECT_EQ(*std::ranges::max_element(lengths), max_code_bits);
  EXPECT_EQ(kraft_sum(lengths), std::uint64_t{1} << 32);
  EXPECT_TRUE(std::is_sorted(lengths.begin(), lengths.begin() + 44, std::greater<>{}));
  const std::uint64_t best = optimal_bits(counts);
  EXPECT_GT(bits_of(counts, lengths), best);
  EXPECT_LT(bits_of(counts, lengths), best + best / 1000);
}

TEST(vle_conformance, columns_of_no_one_and_two_symbols) {
  EXPECT_EQ(encoded({}), bytes(header_bytes));
  expect_all(bytes(header_bytes), status::ok, {});
  const bytes one(100, std::byte{7});
  EXPECT_EQ(encoded(one).size(), header_bytes + 16) << "100 bits";
  expect_all(encoded(one), status::ok, one);
  bytes two = one;
  two[50] = std::byte{255};
  expect_all(encoded(two), status::ok, two);
}

/// A chunk with a codeword for each length from 1 to 32, and two of 32 bits.
bytes with_longest_codewords(bytes& raw) {
  code_lengths lengths{};
  for (unsigned i = 0; i <= 32; ++i)
    lengths[5 * i] = static_cast<std::uint8_t>(std::min(i + 1, 32u));
  for (unsigned i = 0; i < 500; ++i) raw.push_back(static_cast<std::byte>(i * 7 % 33 * 5));
  const codebook book = codebook_of(lengths);
  bytes chunk(chunk_bytes_of(code_bits(raw, book)));
  std::ranges::transform(lengths, chunk.begin(), [](auto l) { return static_cast<std::byte>(l); });
  EXPECT_EQ(put_codewords(raw, book, 0, std::span(chunk).subspan(header_bytes)), 0u);
  return chunk;
}

TEST(vle_conformance, codewords_of_every_length) {
  bytes raw;
  const bytes chunk = with_longest_codewords(raw);
  expect_all(chunk, status::ok, raw);
}

TEST(vle_conformance, parts_of_a_column_join_at_any_bit) {
  bytes raw;
  const bytes whole = with_longest_codewords(raw);
  code_lengths lengths{};
  for (unsigned i = 0; i < symbols; ++i) lengths[i] = std::to_integer<std::uint8_t>(whole[i]);
  const codebook book = codebook_of(lengths);
  for (std::size_t cut = 0; cut <= 64; ++cut) {
    const auto first = std::span(raw).first(cut), second = std::span(raw).subspan(cut);
    bytes words(whole.size() - header_bytes, std::byte{0xee});
    put_codewords(first, book, 0, words);
    const std::uint64_t bit = code_bits(first, book);
    std::uint32_t head = put_codewords(second, book, bit, words);
    for (std::size_t i = bit / 32 * 4; head != 0; ++i, head >>= 8)
      words[i] |= static_cast<std::byte>(head);
    EXPECT_TRUE(std::ranges::equal(words, std::span(whole).subspan(header_bytes))) << cut;
  }
}

TEST(vle_conformance, each_fault_has_its_status) {
  const bytes out = of_text("babc");
  const auto expect = [&](const bytes& in, status s, std::size_t count = 4) {
    expect_all(in, s, bytes(count));
  };
  bytes in = example();
  in.resize(255);
  expect(in, status::truncated_input);
  expect({}, status::truncated_input);
  in = example();
  in.resize(header_bytes);
  expect(in, status::truncated_input);
  in = example();
  in['a'] = std::byte{33};
  expect(in, status::malformed_symbol);
  in = example();
  in['a'] = std::byte{3};  // bit strings are left over
  expect(in, status::malformed_symbol);
  in = example();
  in['d'] = std::byte{2};  // there are not enough
  expect(in, status::malformed_symbol);
  in = example();
  in[header_bytes] |= std::byte{0x40};  // a bit after the last codeword
  expect(in, status::malformed_symbol);
  in = example();
  in[header_bytes + 3] = std::byte{0x80};  // the last bit of the last word
  expect(in, status::malformed_symbol);
  in = example();
  in.push_back({});  // 34 bits are left
  expect(in, status::trailing_input);
  in = example();
  in.pop_back();  // the format's words are whole, but a decoder needs only their bits
  expect_all(in, status::ok, out);
  expect(example(), status::truncated_input, 40);
  in = bytes(header_bytes);  // no codeword
  expect(in, status::malformed_symbol, 1);
  in['x'] = std::byte{1};  // one codeword, which is 0
  in.push_back(std::byte{0b1000});
  expect_all(in, status::malformed_symbol, bytes(8));
  expect_all(in, status::malformed_symbol, bytes(3));
  in.back() = {};
  expect_all(in, status::ok, of_text("xxx"));
  expect_all(in, status::truncated_input, bytes(9));
  in['x'] = std::byte{2};  // one codeword of two bits
  expect(in, status::malformed_symbol, 1);
}

}  // namespace
}  // namespace codag::vle
