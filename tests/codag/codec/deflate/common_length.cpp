// Which codes have a common length, and where literals of that length begin: against the table of
// the code, bit by bit. lanes.cpp tests that lanes decode such streams.
#include "codag/codec/deflate/common_length.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

#include "codag/codec/deflate/code_range.hpp"
#include "codag/simt/host/launch.hpp"
#include "codag/simt/warp_group.hpp"
#include "tests/support/deflate_block_writer.hpp"

namespace codag::deflate {
namespace {

using test::code_lengths;

constexpr std::uint32_t places = 400;
using staged_words = std::array<std::uint32_t, (places + 64) / 32 + 4>;

struct found_length {
  literal_table table;
  common_length common;
  std::array<std::uint64_t, places> begins;  ///< from each place on, if the length dominates
};

struct find_kernel {
  static constexpr const char* name = "find_kernel";
  static constexpr unsigned max_threads = simt::warp_size;
  struct shared_storage {
    literal_table table;
    table_scratch scratch;
    std::uint8_t lengths[fixed_literal_symbols];
    code_range::storage range;
    staged_words staged;
  };
  const code_lengths& lengths;
  const staged_words& words;
  found_length& found;

  template <class Thread>
  void operator()(const Thread& t, shared_storage& shared) const {
    const simt::warp_group<Thread> warp(t);
    for (std::size_t i = t.lane(); i < lengths.size(); i += simt::warp_size)
      shared.lengths[i] = lengths[i];
    if (t.lane() == 0) shared.staged = words;
    warp.sync();  // the lengths and the words are whole
    ASSERT_TRUE(shared.table.build<literal_alphabet>(
        warp, shared.lengths, static_cast<unsigned>(lengths.size()), false, shared.scratch));
    const auto common = common_length::of(warp, shared.table);
    if (t.lane() == 0) found.table = shared.table;
    if (t.lane() == 0) found.common = common;
    if (!common.dominates()) return;
    const code_range literals(warp, common, shared.range);
    for (std::uint32_t bit = t.lane(); bit < places; bit += simt::warp_size)
      found.begins[bit] = literals.begins_from(shared.staged.data(), bit);
  }
};

found_length find(const code_lengths& lengths, const staged_words& words) {
  found_length found{};
  simt::host::launch(find_kernel{lengths, words, found}, {1, simt::warp_size});
  return found;
}

/// How many literals, and other symbols, have codewords of each length.
struct code_of_lengths {
  unsigned literals[max_code_bits + 1], others[max_code_bits + 1];
  [[nodiscard]] code_lengths lengths() const {
    code_lengths all(fixed_literal_symbols);
    unsigned literal = 0, other = end_of_block;
    for (std::uint8_t length = 1; length <= max_code_bits; ++length) {
      for (unsigned i = 0; i < literals[length]; ++i) all[literal++] = length;
      for (unsigned i = 0; i < others[length]; ++i) all[other++] = length;
    }
    return all;
  }
};

// A length of three quarters of the codes dominates: with one literal less, it does not.
TEST(deflate_common_length, dominates_from_three_quarters_on) {
  const auto of = [](const code_of_lengths& code) { return find(code.lengths(), {}).common; };
  const common_length base64 = of({{0, 0, 0, 0, 0, 0, 62, 1}, {0, 0, 0, 0, 0, 0, 1, 1}});
  EXPECT_TRUE(base64.dominates());
  EXPECT_TRUE(base64.synchronises_late());
  EXPECT_EQ(base64.length, 6u);
  EXPECT_EQ(base64.codes, 62u * 8);
  EXPECT_TRUE(of({{0, 0, 0, 0, 0, 0, 48, 31}, {0, 0, 0, 0, 0, 0, 0, 1}}).dominates());
  EXPECT_FALSE(of({{0, 0, 0, 0, 0, 0, 47, 32}, {0, 0, 0, 0, 0, 0, 1, 0}}).dominates());
  // Long codewords leave the rest of their slots to sub-tables.
  EXPECT_TRUE(
      of({{0, 0, 0, 0, 0, 0, 0, 0, 240, 0, 0, 0, 16}, {0, 0, 0, 0, 0, 0, 0, 0, 15, 0, 0, 0}})
          .dominates());
  EXPECT_FALSE(of({{0, 1, 1, 1, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 0, 0, 0, 1}}).dominates());
}

TEST(deflate_common_length, does_not_call_short_codewords_late) {
  const common_length digits =
      find(code_of_lengths{{0, 0, 0, 0, 0, 31}, {0, 0, 0, 0, 0, 1}}.lengths(), {}).common;
  EXPECT_TRUE(digits.dominates());
  EXPECT_FALSE(digits.synchronises_late());
}

// From 8 bits on, five eighths suffice if all samples are literals.
TEST(deflate_common_length, calls_long_codewords_late_from_five_eighths_on) {
  const auto of = [](const code_of_lengths& code) { return find(code.lengths(), {}).common; };
  const common_length doubles = of({{0, 0, 0, 0, 0, 0, 0, 47, 160}, {0, 0, 0, 0, 0, 0, 0, 0, 2}});
  EXPECT_FALSE(doubles.dominates());
  EXPECT_EQ(doubles.sampled_literals, 32u);
  EXPECT_TRUE(doubles.synchronises_late());
  EXPECT_FALSE(
      of({{0, 0, 0, 0, 0, 0, 0, 48, 158}, {0, 0, 0, 0, 0, 0, 0, 0, 2}}).synchronises_late());
  EXPECT_FALSE(
      of({{0, 0, 0, 0, 0, 0, 0, 44, 160}, {0, 0, 0, 0, 0, 0, 0, 0, 8}}).synchronises_late());
}

TEST(deflate_common_length, samples_literals) {
  const auto with = [](unsigned literals) {
    const code_of_lengths code{{0, 0, 0, 0, 0, literals}, {0, 0, 0, 0, 0, 32 - literals}};
    return find(code.lengths(), {}).common;
  };
  EXPECT_FALSE(with(24).most_are_literals());
  EXPECT_TRUE(with(25).most_are_literals());
  EXPECT_FALSE(with(27).nearly_all_are_literals());
  EXPECT_TRUE(with(28).nearly_all_are_literals());
  code_lengths fixed;
  for (unsigned symbol = 0; symbol < fixed_literal_symbols; ++symbol)
    fixed.push_back(static_cast<std::uint8_t>(fixed_code_length(symbol)));
  EXPECT_EQ(find(fixed, {}).common.sampled_literals, 25u);
}

TEST(deflate_common_length, finds_every_literal_of_that_length) {
  const code_of_lengths codes[] = {
      {{0, 0, 0, 0, 0, 0, 62, 1}, {0, 0, 0, 0, 0, 0, 1, 1}},
      {{0, 0, 0, 0, 0, 0, 0, 124, 1}, {0, 0, 0, 0, 0, 0, 1, 1, 1}},  // one shorter, others longer
      {{0, 0, 0, 1, 0, 0, 55}, {0, 0, 0, 0, 0, 0, 1}},
      {{0, 0, 3}, {0, 0, 1}},
      {{0, 0, 0, 0, 0, 0, 0, 0, 250}, {0, 0, 0, 0, 0, 0, 0, 0, 6}}};
  std::mt19937_64 random(7);
  for (std::size_t i = 0; i < std::size(codes); ++i) {
    staged_words words;
    for (auto& word : words) word = static_cast<std::uint32_t>(random());
    const code_lengths lengths = codes[i].lengths();
    const found_length found = find(lengths, words);
    ASSERT_TRUE(found.common.dominates()) << i;
    for (std::uint32_t bit = 0; bit < places; ++bit)
      for (unsigned k = 0; k < 64; ++k) {
        const table_entry entry = found.table.first(staged_bits(words.data(), bit + k));
        const bool expected = is_literal(entry) && length_of(entry) == found.common.length;
        ASSERT_EQ((found.begins[bit] >> k & 1) != 0, expected)
            << "code " << i << ", bit " << bit << " and " << k << " more";
      }
  }
}

}  // namespace
}  // namespace codag::deflate
