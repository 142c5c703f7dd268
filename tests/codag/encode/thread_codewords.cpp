// What a thread of vle_lookback keeps of its values' codewords, and what it must find again.
#include "codag/encode/vle/thread_codewords.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <tuple>

#include "codag/simt/host/launch.hpp"

namespace codag::vle {
namespace {

using entry = short_code_table::entry;

/// The codewords of a thread whose first two values have codewords of these lengths, all of whose
/// bits are set, and whose other values have one bit, 0. A copy of the table that stands alone.
kept_codewords kept(std::uint32_t first, std::uint32_t second) {
  std::array<entry, symbols * short_code_table::copies> copy{};
  const auto put = [&](unsigned symbol, std::uint32_t length, std::uint32_t codeword) {
    copy[symbol * short_code_table::copies] = codeword << short_code_table::length_bits | length;
  };
  const auto ones = [](std::uint32_t length) {
    return length == short_code_table::lacking ? 0 : (1u << length) - 1;
  };
  put(0, 1, 0);
  put(1, first, ones(first));
  put(2, second, ones(second));
  return {copy.data(), {0x00000201}};
}

TEST(kept_codewords, are_crowded_from_33_bits_per_pair_on) {
  EXPECT_FALSE(kept(1, 1).crowded());
  EXPECT_FALSE(kept(16, 16).crowded());
  EXPECT_FALSE(kept(10, 22).crowded());
  EXPECT_TRUE(kept(16, 17).crowded());
  EXPECT_TRUE(kept(22, 11).crowded());
  EXPECT_TRUE(kept(22, 22).crowded());
}

TEST(kept_codewords, are_crowded_if_a_symbol_has_none) {
  EXPECT_TRUE(kept(short_code_table::lacking, 1).crowded());
  EXPECT_TRUE(kept(1, short_code_table::lacking).crowded());
  EXPECT_TRUE(kept(short_code_table::lacking, short_code_table::lacking).crowded());
}

TEST(kept_codewords, are_joined_from_the_low_bits_on) {
  const kept_codewords codewords = kept(3, 7);
  EXPECT_EQ(codewords.bits(), 3u + 7 + 30);
  std::uint32_t words[3] = {};
  codeword_joiner joiner(words, 28);
  codewords.append_to(joiner);
  // Ten ones from bit 28 on, and 30 zeros: they end at bit 68.
  EXPECT_EQ(words[0], 0xf0000000u);
  EXPECT_EQ(words[1], 0x0000003fu);
  EXPECT_EQ(joiner.at(), words + 2);
  EXPECT_EQ(joiner.rest(), 0u);
}

struct visiting_kernel {
  static constexpr const char* name = "visiting";
  static constexpr unsigned max_threads = simt::warp_size, min_blocks = 1;
  struct shared_storage {};
  const long_code_table* table;
  const std::byte* values;
  std::uint32_t* bits;
  bool* lacks;

  template <class Thread>
  void operator()(const Thread& t, shared_storage& /*shared*/) const {
    if (t.lane() > 0) return;
    *lacks = for_each_codeword(t, *table, values, 3,
                               [&](std::uint32_t, std::uint32_t length) { *bits += length; });
  }
};

TEST(for_each_codeword, gives_a_symbol_without_one_a_bit) {
  const auto table = std::make_unique<long_code_table>();
  std::fill_n(table->entries, symbols, long_code_table::lacking);
  table->entries[5] = std::uint64_t{3} << 32 | 2;
  for (const auto& [last, bits, lacking] : {std::tuple{5, 6u, false}, std::tuple{6, 5u, true}}) {
    const std::array values{std::byte{5}, std::byte{5}, static_cast<std::byte>(last)};
    std::uint32_t seen = 0;
    bool lacks = !lacking;
    simt::host::launch(visiting_kernel{table.get(), values.data(), &seen, &lacks},
                       {1, simt::warp_size});
    EXPECT_EQ(seen, bits);
    EXPECT_EQ(lacks, lacking);
  }
}

}  // namespace
}  // namespace codag::vle
