// 800 seeded corruptions, in three lane orders (the fuzzers try millions). Every chunk gets a
// status, the same from every decoder. Good chunks beside corrupted ones are still right. No access
// is out of bounds (the sanitizers watch), and nothing hangs.
#include <gtest/gtest.h>

#include <random>

#include "codag/codec/codec.hpp"
#include "tests/support/damaged_column.hpp"
#include "tests/support/each_variant.hpp"

namespace codag {
namespace {

constexpr unsigned corruptions = 800;

class corrupted_chunks : public test::each_variant {
 protected:
  static void expect_contained(element_type type, unsigned count, unsigned seed,
                               const simt::host::lane_order& order,
                               std::uint32_t chunk_bytes = test::damaged_chunk_bytes) {
    if (!GetParam().decodes(type)) return;
    std::mt19937_64 random(seed);
    const test::damaged_column d = test::damage(tested_codec(), type, count, random, chunk_bytes);
    const test::decoded got =
        test::decode(tested_kernel(), type, d.in, d.chunks, d.original.size(), std::byte{0xee},
                     test::few_warps(GetParam()), {.order = order});
    unsigned refused = 0;
    for (std::size_t i = 0; i < d.chunks.size(); ++i) {
      const chunk& c = d.chunks[i];
      std::vector<std::byte> expected(c.out_bytes);
      const status reference =
          tested_codec().decode(std::span(d.in).subspan(c.in_offset, c.in_bytes), type, expected);
      EXPECT_EQ(got.statuses[i], reference) << "chunk " << i << ": " << to_string(got.statuses[i])
                                            << ", reference " << to_string(reference);
      refused += reference != status::ok ? 1 : 0;
      const auto begin = got.out.begin() + static_cast<std::ptrdiff_t>(c.out_offset);
      if (!test::is_damaged(i)) {
        EXPECT_EQ(got.statuses[i], status::ok);
        EXPECT_TRUE(std::equal(begin, begin + c.out_bytes,
                               d.original.begin() + static_cast<std::ptrdiff_t>(c.out_offset)))
            << "good chunk " << i;
      }
      for (auto b = begin + c.out_bytes; b != begin + chunk_bytes; ++b)
        ASSERT_EQ(*b, std::byte{0xee}) << "after chunk " << i;
    }
    EXPECT_GT(refused, count / 4) << "most corruptions are found";
  }
};

TEST_P(corrupted_chunks, are_contained) {
  using simt::host::lane_order;
  expect_contained(element_type::int8, corruptions / 4, 1, lane_order::ascending());
  expect_contained(element_type::uint16, corruptions / 4, 2, lane_order::descending());
  expect_contained(element_type::int32, corruptions / 4, 3, lane_order::seeded(3));
  expect_contained(element_type::uint64, corruptions / 4, 4, lane_order::descending());
}

// Long enough for several full groups of literals, and for windows that move.
TEST_P(corrupted_chunks, of_many_symbols_are_contained) {
  using simt::host::lane_order;
  constexpr std::uint32_t chunk_bytes = 3000;
  expect_contained(element_type::uint8, 15, 5, lane_order::descending(), chunk_bytes);
  expect_contained(element_type::int16, 15, 6, lane_order::seeded(6), chunk_bytes);
  expect_contained(element_type::uint32, 15, 7, lane_order::ascending(), chunk_bytes);
  expect_contained(element_type::int64, 15, 8, lane_order::descending(), chunk_bytes);
}

TEST_P(corrupted_chunks, entries_that_point_outside_are_refused) {
  const auto type =
      GetParam().decodes(element_type::uint8) ? element_type::uint8 : element_type::uint32;
  const std::vector<std::byte> sevens(100, std::byte{7});
  const chunked_column good = compress(tested_codec(), sevens, type);
  const std::uint32_t all = good.chunks[0].in_bytes;
  const std::uint64_t huge = ~std::uint64_t{0};
  const std::vector<chunk> chunks = {{0, 0, all, 100},          {0, 100, all + 1, 100},
                                     {1, 100, all, 100},        {huge, 100, all, 100},
                                     {huge - 2, 100, all, 100}, {0, 101, all, 100},
                                     {0, huge - 50, all, 100},  {0, 100, all, 0xffffffff},
                                     {0, 100, 0xffffffff, 100}, {0, 100, all, 100}};
  const auto d = test::decode(tested_kernel(), type, good.bytes, chunks, 200);
  for (std::size_t i = 1; i + 1 < chunks.size(); ++i)
    EXPECT_EQ(d.statuses[i], status::bad_chunk_table) << "entry " << i;
  EXPECT_EQ(d.statuses.front(), status::ok);
  EXPECT_EQ(d.statuses.back(), status::ok);
  EXPECT_EQ(d.out, std::vector<std::byte>(200, std::byte{7}));
}

/// The variants of codecs that decode elements; deflate and vle decode bytes.
class chunks_of_elements : public test::each_variant {
 public:
  static std::vector<harness::variant_facts> variants() {
    std::vector<harness::variant_facts> facts = test::variants_on(harness::backend::host);
    std::erase_if(facts, [](const auto& f) { return !f.codec.starts_with("rle_"); });
    return facts;
  }
};

// No byte after the last whole element is ever written, so the status must not be ok.
TEST_P(chunks_of_elements, sizes_with_a_part_of_an_element_are_refused) {
  const std::vector<std::byte> sevens(96, std::byte{7});
  const chunked_column good = compress(tested_codec(), sevens, element_type::uint64);
  chunk longer = good.chunks[0];
  longer.out_bytes += 5;
  std::vector<std::byte> out(longer.out_bytes);
  EXPECT_EQ(tested_codec().decode(good.bytes, element_type::uint64, out), status::bad_chunk_table);
  const auto d = test::decode(tested_kernel(), element_type::uint64, good.bytes,
                              std::vector{longer}, out.size());
  EXPECT_EQ(d.statuses[0], status::bad_chunk_table);
}

INSTANTIATE_EACH_VARIANT(corrupted_chunks, host);
INSTANTIATE_TEST_SUITE_P(, chunks_of_elements, testing::ValuesIn(chunks_of_elements::variants()),
                         test::test_name);

}  // namespace
}  // namespace codag
