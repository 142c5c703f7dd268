// 10,000 seeded corruptions: a status a chunk, good chunks beside them still right, nothing out of
// bounds (the sanitizers watch), no hang, and the same status from every decoder.
#include <gtest/gtest.h>

#include <random>

#include "codag/codec/codec.hpp"
#include "tests/support/damaged_column.hpp"
#include "tests/support/decode_on_host.hpp"

namespace codag {
namespace {

constexpr unsigned corruptions = 10000;
template <template <class> class Schedule, class T>
void expect_contained(element_type type, unsigned count, unsigned seed) {
  std::mt19937_64 random(seed);
  const test::damaged_column d = test::damage(type, count, random);
  const test::decoded got =
      test::decode<Schedule<rle_v1::device_decoder<T>>>(d.in, d.chunks, d.original.size());
  unsigned refused = 0;
  for (std::size_t i = 0; i < d.chunks.size(); ++i) {
    const chunk& c = d.chunks[i];
    std::vector<std::byte> expected(c.out_bytes);
    const status reference =
        rle_v1::decode(std::span(d.in).subspan(c.in_offset, c.in_bytes), type, expected);
    EXPECT_EQ(got.statuses[i], reference) << "chunk " << i << ": " << to_string(got.statuses[i])
                                          << ", reference " << to_string(reference);
    refused += reference != status::ok ? 1 : 0;
    const auto begin = got.out.begin() + static_cast<std::ptrdiff_t>(c.out_offset);
    if (i % 2 == 0) {
      EXPECT_EQ(got.statuses[i], status::ok);
      EXPECT_TRUE(std::equal(begin, begin + c.out_bytes,
                             d.original.begin() + static_cast<std::ptrdiff_t>(c.out_offset)))
          << "good chunk " << i;
    }
    for (auto b = begin + c.out_bytes; b != begin + test::damaged_chunk_bytes; ++b)
      ASSERT_EQ(*b, std::byte{0xee}) << "behind chunk " << i;
  }
  EXPECT_GT(refused, count / 4) << "most corruptions are found";
}

template <template <class> class Schedule>
void expect_all_contained() {
  expect_contained<Schedule, std::int8_t>(element_type::int8, corruptions / 4, 1);
  expect_contained<Schedule, std::uint16_t>(element_type::uint16, corruptions / 4, 2);
  expect_contained<Schedule, std::int32_t>(element_type::int32, corruptions / 4, 3);
  expect_contained<Schedule, std::uint64_t>(element_type::uint64, corruptions / 4, 4);
}

TEST(corrupted_chunks, warp_per_chunk_contains_them) {
  expect_all_contained<warp_per_chunk>();
}
TEST(corrupted_chunks, block_per_chunk_contains_them) {
  expect_all_contained<baselines::block_per_chunk>();
}

template <template <class> class Schedule>
void expect_bad_tables_refused() {
  const std::vector<std::byte> in = {std::byte{0x61}, std::byte{0}, std::byte{7}};
  const std::uint64_t huge = ~std::uint64_t{0};
  const std::vector<chunk> chunks = {
      {0, 0, 3, 100},         {0, 100, 4, 100},        {1, 100, 3, 100},
      {huge, 100, 3, 100},    {huge - 2, 100, 3, 100}, {0, 101, 3, 100},
      {0, huge - 50, 3, 100}, {0, 100, 3, 0xffffffff}, {0, 100, 0xffffffff, 100},
      {0, 100, 3, 100}};
  const auto d = test::decode<Schedule<rle_v1::device_decoder<std::uint8_t>>>(in, chunks, 200);
  for (std::size_t i = 1; i + 1 < chunks.size(); ++i)
    EXPECT_EQ(d.statuses[i], status::bad_chunk_table) << "entry " << i;
  EXPECT_EQ(d.statuses.front(), status::ok);
  EXPECT_EQ(d.statuses.back(), status::ok);
  EXPECT_EQ(d.out, std::vector<std::byte>(200, std::byte{7}));
}

TEST(corrupted_chunks, entries_that_point_outside_are_refused) {
  expect_bad_tables_refused<warp_per_chunk>();
  expect_bad_tables_refused<baselines::block_per_chunk>();
}

}  // namespace
}  // namespace codag
