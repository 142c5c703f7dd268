// The device decoders' tables against the reference decoder's code, bit by bit: the one with a
// search, built by one thread and by a warp, and the one of two levels, built by a warp.
#include "codag/codec/deflate/huffman_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>

#include "codag/codec/deflate/block_tables.hpp"
#include "codag/codec/deflate/device_decoder.hpp"
#include "codag/codec/deflate/stream_reader.hpp"
#include "codag/schedule/team.hpp"
#include "codag/simt/host/launch.hpp"
#include "codag/simt/warp_group.hpp"
#include "tests/support/deflate_block_writer.hpp"

namespace codag::deflate {
namespace {

using test::code_lengths, test::random_complete_code;
/// The symbol itself, so that a table shows what it found.
struct plain_alphabet {
  static constexpr unsigned most_symbols = fixed_literal_symbols;
  static constexpr table_entry entry(unsigned symbol, unsigned length) {
    return make_entry(entry_kind::literal, symbol, length, 0);
  }
};

/// The tables of one alphabet.
struct table_of_literals : decltype(device_decoder<std::uint8_t>::scratch::literals) {
  using two_levels = decltype(block_tables::literals);
};
struct table_of_distances : decltype(device_decoder<std::uint8_t>::scratch::distances) {
  using two_levels = decltype(block_tables::distances);
};

/// Builds a table of `Table`'s kind with a warp.
template <class Table>
struct build_kernel {
  static constexpr const char* name = "build_kernel";
  static constexpr unsigned max_threads = simt::warp_size;
  struct shared_storage {
    Table table;
  };
  const code_lengths& lengths;
  bool may_be_incomplete;
  Table& built;
  bool& accepted;

  template <class Thread>
  void operator()(const Thread& t, shared_storage& shared) const {
    const warp_team<Thread> team(t);
    // From where the decoder keeps them: in place of the table that is filled last.
    for (std::size_t i = t.lane(); i < lengths.size(); i += simt::warp_size)
      shared.table.lengths[i] = lengths[i];
    team.sync();  // the lengths are whole
    const bool good = shared.table.sort(team, shared.table.lengths,
                                        static_cast<unsigned>(lengths.size()), may_be_incomplete);
    EXPECT_EQ(t.ballot(good), good ? simt::full_mask : 0u) << "all lanes say the same";
    if (good) shared.table.template fill<plain_alphabet>(team);
    if (t.lane() == 0) {
      accepted = good;
      built = shared.table;
    }
  }
};

template <class Table>
bool build_by_warp(const code_lengths& lengths, bool may_be_incomplete, Table& table) {
  bool accepted = false;
  simt::host::launch(build_kernel<Table>{lengths, may_be_incomplete, table, accepted}, {1, 32});
  return accepted;
}

template <class Table>
bool build_alone(const code_lengths& lengths, bool may_be_incomplete, Table& table) {
  const lone_thread team;
  if (!table.sort(team, lengths.data(), static_cast<unsigned>(lengths.size()), may_be_incomplete))
    return false;
  table.template fill<plain_alphabet>(team);
  return true;
}

/// Builds a table of two levels with a warp.
template <class Table>
struct build_two_levels_kernel {
  static constexpr const char* name = "build_two_levels_kernel";
  static constexpr unsigned max_threads = simt::warp_size;
  struct shared_storage {
    Table table;
    table_scratch scratch;
    std::uint8_t lengths[fixed_literal_symbols];
  };
  const code_lengths& lengths;
  bool may_be_incomplete;
  Table& built;
  bool& accepted;

  template <class Thread>
  void operator()(const Thread& t, shared_storage& shared) const {
    const simt::warp_group<Thread> warp(t);
    for (std::size_t i = t.lane(); i < lengths.size(); i += simt::warp_size)
      shared.lengths[i] = lengths[i];
    warp.sync();  // the lengths are whole
    const bool good = shared.table.template build<plain_alphabet>(
        warp, shared.lengths, static_cast<unsigned>(lengths.size()), may_be_incomplete,
        shared.scratch);
    EXPECT_EQ(t.ballot(good), good ? simt::full_mask : 0u) << "all lanes say the same";
    if (t.lane() == 0) {
      accepted = good;
      built = shared.table;
    }
  }
};

template <class Table>
bool build_two_levels(const code_lengths& lengths, bool may_be_incomplete, Table& table) {
  bool accepted = false;
  simt::host::launch(build_two_levels_kernel<Table>{lengths, may_be_incomplete, table, accepted},
                     {1, 32});
  return accepted;
}

/// As a decoder looks a codeword up.
template <unsigned PrimaryBits, unsigned Entries>
table_entry look_up(const two_level_table<PrimaryBits, Entries>& table, std::uint32_t bits) {
  return table.find(bits);
}
template <class Table>
table_entry look_up(const Table& table, std::uint32_t bits) {
  const table_entry entry = table.find(bits);
  return entry == longer_codeword ? table.template find_long<plain_alphabet>(bits) : entry;
}

/// Every 15 bits that a stream may hold next: the table finds what the reference decoder reads.
template <class Table>
void expect_same_code(const Table& table, const code_lengths& lengths, const std::string& name) {
  const canonical_code code(lengths);
  for (std::uint32_t bits = 0; bits < 1u << max_code_bits; ++bits) {
    const std::byte bytes[] = {static_cast<std::byte>(bits), static_cast<std::byte>(bits >> 8)};
    bit_reader in(bytes);
    unsigned symbol = 0;
    const bool found = code.read(in, symbol) == status::ok;
    const table_entry expected = found ? plain_alphabet::entry(symbol, lengths[symbol]) : no_entry;
    ASSERT_EQ(look_up(table, bits), expected) << name << ", bits " << bits;
  }
}

template <class Table>
void expect_built(const code_lengths& lengths, const std::string& name) {
  const auto alone = std::make_unique<Table>(), together = std::make_unique<Table>();
  ASSERT_TRUE(build_alone(lengths, true, *alone)) << name;
  expect_same_code(*alone, lengths, name);
  ASSERT_TRUE(build_by_warp(lengths, true, *together)) << name;
  expect_same_code(*together, lengths, name + ", by a warp");
  const auto two_levels = std::make_unique<typename Table::two_levels>();
  ASSERT_TRUE(build_two_levels(lengths, true, *two_levels)) << name;
  expect_same_code(*two_levels, lengths, name + ", of two levels");
}

template <class Table>
void expect_refused(const code_lengths& lengths, bool may_be_incomplete, const std::string& name) {
  const auto table = std::make_unique<Table>();
  EXPECT_FALSE(build_alone(lengths, may_be_incomplete, *table)) << name;
  EXPECT_FALSE(build_by_warp(lengths, may_be_incomplete, *table)) << name << ", by a warp";
  const auto two_levels = std::make_unique<typename Table::two_levels>();
  EXPECT_FALSE(build_two_levels(lengths, may_be_incomplete, *two_levels))
      << name << ", of two levels";
}

// RFC 1951 section 3.2.2: the code of A to H with lengths 3, 3, 3, 3, 3, 2, 4, 4.
TEST(deflate_huffman_table, the_rfcs_example) {
  const char* const codewords[] = {"010", "011", "100", "101", "110", "00", "1110", "1111"};
  const code_lengths lengths = {3, 3, 3, 3, 3, 2, 4, 4};
  table_of_literals table;
  ASSERT_TRUE(build_alone(lengths, false, table));
  for (unsigned symbol = 0; symbol < 8; ++symbol) {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < lengths[symbol]; ++i)
      bits |= static_cast<std::uint32_t>(codewords[symbol][i] - '0') << i;
    EXPECT_EQ(look_up(table, bits), plain_alphabet::entry(symbol, lengths[symbol])) << symbol;
  }
}

TEST(deflate_huffman_table, fixed_codes) {
  code_lengths literals(fixed_literal_symbols), distances(fixed_distance_symbols);
  for (unsigned i = 0; i < literals.size(); ++i) literals[i] = fixed_code_length(i);
  for (unsigned i = 0; i < distances.size(); ++i)
    distances[i] = fixed_code_length(fixed_literal_symbols + i);
  expect_built<table_of_literals>(literals, "literals");
  expect_built<table_of_distances>(distances, "distances");
}

TEST(deflate_huffman_table, random_complete_codes) {
  std::mt19937_64 random(1);
  for (unsigned round = 0; round < 40; ++round) {
    const std::string name = "round " + std::to_string(round);
    const unsigned depth = static_cast<unsigned>(random() % 100);
    expect_built<table_of_literals>(
        random_complete_code(max_literal_symbols, 2 + random() % 285, 15, depth, random), name);
    expect_built<table_of_distances>(
        random_complete_code(distance_codes, 2 + random() % 29, 15, depth, random), name);
    expect_built<table_of_distances>(
        random_complete_code(meta_symbols, 2 + random() % 18, 7, depth, random), name);
  }
}

// A codeword of each length from 1 to 15, so that every step of the walk and the search is one.
TEST(deflate_huffman_table, one_codeword_of_each_length) {
  code_lengths lengths;
  for (std::uint8_t length = 1; length <= 15; ++length) lengths.push_back(length);
  lengths.push_back(15);
  expect_built<table_of_literals>(lengths, "rising");
  std::ranges::reverse(lengths);
  expect_built<table_of_literals>(lengths, "falling");
}

TEST(deflate_huffman_table, incomplete_codes_of_one_bit_or_none) {
  for (const std::size_t symbol : {0, 1, 29}) {
    code_lengths lengths(distance_codes);
    expect_built<table_of_distances>(lengths, "no codeword");
    expect_refused<table_of_distances>(lengths, false, "no codeword where there must be");
    lengths[symbol] = 1;
    expect_built<table_of_distances>(lengths, "one codeword");
    expect_refused<table_of_distances>(lengths, false, "one codeword where there must be more");
  }
}

TEST(deflate_huffman_table, other_incomplete_and_over_subscribed_codes_are_refused) {
  expect_refused<table_of_literals>({2}, true, "one codeword of two bits");
  expect_refused<table_of_literals>({2, 2, 2}, true, "three of four");
  expect_refused<table_of_literals>({1, 1, 1}, true, "three of one bit");
  expect_refused<table_of_literals>({1, 2, 2, 15}, true, "nothing left for the last");
  std::mt19937_64 random(2);
  for (unsigned round = 0; round < 40; ++round) {
    const std::string name = "round " + std::to_string(round);
    code_lengths lengths = random_complete_code(200, 3 + random() % 190, 15, 50, random);
    std::size_t some = 0;
    while (lengths[some] < 2) ++some;
    --lengths[some];
    expect_refused<table_of_literals>(lengths, true, name + ", over-subscribed");
    lengths[some] = 0;
    expect_refused<table_of_literals>(lengths, true, name + ", incomplete");
  }
}

// A codeword of each length: those of more than 9 bits share a sub-table of 64 entries.
TEST(deflate_two_level_table, refuses_a_code_that_it_has_no_room_for) {
  code_lengths lengths = {15};
  for (std::uint8_t length = 1; length <= 15; ++length) lengths.push_back(length);
  const auto fits = std::make_unique<two_level_table<9, 512 + 64>>();
  EXPECT_TRUE(build_two_levels(lengths, false, *fits));
  const auto too_small = std::make_unique<two_level_table<9, 512 + 63>>();
  EXPECT_FALSE(build_two_levels(lengths, false, *too_small));
}

// RFC 1951 section 3.2.5, the tables' first, last and some middle rows: base and extra bits.
TEST(deflate_table_entry, lengths_and_distances_of_the_rfc) {
  constexpr std::uint32_t all_ones = 0xffffffff;
  struct row {
    unsigned symbol, least, most;
  };
  for (const row& r : {row{257, 3, 3}, row{264, 10, 10}, row{265, 11, 12}, row{273, 35, 42},
                       row{284, 227, 258}, row{285, 258, 258}}) {
    const table_entry entry = literal_alphabet::entry(r.symbol, 7);
    EXPECT_EQ(kind_of(entry), entry_kind::number) << r.symbol;
    EXPECT_EQ(number_of(entry, 0), r.least) << r.symbol;
    EXPECT_EQ(number_of(entry, all_ones), r.most) << r.symbol;
  }
  for (const row& r :
       {row{0, 1, 1}, row{3, 4, 4}, row{4, 5, 6}, row{17, 385, 512}, row{29, 24577, 32768}}) {
    const table_entry entry = distance_alphabet::entry(r.symbol, 15);
    EXPECT_EQ(kind_of(entry), entry_kind::number) << r.symbol;
    EXPECT_EQ(number_of(entry, 0), r.least) << r.symbol;
    EXPECT_EQ(number_of(entry, all_ones), r.most) << r.symbol;
  }
  EXPECT_EQ(total_of(distance_alphabet::entry(29, 15)), 28u);
  EXPECT_EQ(base_of(literal_alphabet::entry(255, 15)), 255u);
  EXPECT_EQ(kind_of(literal_alphabet::entry(256, 1)), entry_kind::end);
  for (const unsigned unused : {286, 287})
    EXPECT_EQ(kind_of(literal_alphabet::entry(unused, 8)), entry_kind::none);
  for (const unsigned unused : {30, 31})
    EXPECT_EQ(kind_of(distance_alphabet::entry(unused, 5)), entry_kind::none);
}

}  // namespace
}  // namespace codag::deflate
