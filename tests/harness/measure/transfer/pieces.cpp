// Pieces cover a column once, in order, and each of them is a column of its own.
#include "harness/measure/transfer/pieces.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "harness/measure/workload.hpp"

namespace codag::harness {
namespace {

/// Chunks one after the other, with these sizes: compressed, uncompressed.
std::vector<chunk> chunks_of(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& sizes) {
  std::vector<chunk> chunks;
  std::uint64_t in = 0, out = 0;
  for (const auto& [in_bytes, out_bytes] : sizes) {
    chunks.push_back({in, out, in_bytes, out_bytes});
    in += in_bytes;
    out += out_bytes;
  }
  return chunks;
}

std::vector<std::uint32_t> counts(const std::vector<piece>& pieces) {
  std::vector<std::uint32_t> all(pieces.size());
  std::ranges::transform(pieces, all.begin(), &piece::chunk_count);
  return all;
}

using sizes = std::vector<std::uint32_t>;

TEST(pieces, have_as_many_chunks_as_fit) {
  const auto chunks = chunks_of({{10, 64}, {20, 64}, {30, 64}, {40, 64}, {50, 8}});
  EXPECT_EQ(counts(pieces_of(chunks, 128)), (sizes{2, 2, 1}));
  EXPECT_EQ(counts(pieces_of(chunks, 127)), (sizes{1, 1, 1, 2}));
  EXPECT_EQ(counts(pieces_of(chunks, 1 << 30)), (sizes{5}));
  EXPECT_EQ(counts(pieces_of(chunks, 1)), (sizes{1, 1, 1, 1, 1})) << "one at least";
  EXPECT_TRUE(pieces_of({}, 128).empty());
}

TEST(pieces, say_where_they_lie) {
  const auto pieces = pieces_of(chunks_of({{10, 64}, {20, 64}, {30, 64}, {40, 8}}), 128);
  ASSERT_EQ(pieces.size(), 2u);
  const piece& second = pieces[1];
  EXPECT_EQ(second.first_chunk, 2u);
  EXPECT_EQ(second.in_begin, 30u);
  EXPECT_EQ(second.in_bytes, 70u);
  EXPECT_EQ(second.out_begin, 128u);
  EXPECT_EQ(second.out_bytes, 72u);
}

TEST(pieces, begin_where_a_column_may_begin) {
  // Of the outputs' beginnings 0, 5, 10, 16 and 24 only those after 10 are multiples of 8.
  EXPECT_EQ(counts(pieces_of(chunks_of({{1, 5}, {1, 5}, {1, 6}, {1, 8}, {1, 3}}), 1)),
            (sizes{3, 1, 1}));
}

TEST(pieces, of_any_column_cover_it_once) {
  std::mt19937_64 random(1);
  const auto up_to = [&](std::uint32_t most) {
    return static_cast<std::uint32_t>(random() % (most + 1));
  };
  for (int i = 0; i < 2000; ++i) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> of(up_to(40));
    const bool aligned = random() % 2 == 0;
    for (auto& [in, out] : of) {
      in = up_to(100);
      out = aligned ? 8 * up_to(12) : up_to(100);
    }
    std::vector<chunk> chunks = chunks_of(of);
    for (std::uint64_t gap = 0; chunk & c : chunks) c.in_offset += gap += up_to(3);
    const std::uint64_t most = 1 + up_to(300);
    const auto pieces = pieces_of(chunks, most);
    const auto within = chunks_within(pieces, chunks);
    ASSERT_EQ(within.size(), chunks.size());
    std::uint32_t next = 0;
    for (const piece& p : pieces) {
      ASSERT_EQ(p.first_chunk, next);
      ASSERT_GT(p.chunk_count, 0u);
      ASSERT_EQ(p.out_begin % 8, 0u);
      std::uint64_t out = 0;
      for (; next < p.first_chunk + p.chunk_count; ++next) {
        const chunk& c = within[next];
        ASSERT_EQ(p.in_begin + c.in_offset, chunks[next].in_offset);
        ASSERT_EQ(p.out_begin + c.out_offset, chunks[next].out_offset);
        ASSERT_LE(c.in_offset + c.in_bytes, p.in_bytes);
        ASSERT_EQ(c.out_offset, out) << "the piece's output has no gap";
        out += c.out_bytes;
      }
      ASSERT_EQ(out, p.out_bytes);
      ASSERT_TRUE(!aligned || p.out_bytes <= most || p.chunk_count == 1);
    }
    ASSERT_EQ(next, chunks.size());
  }
}

TEST(pieces, of_chunks_in_another_order_are_refused) {
  for (const std::vector<chunk>& chunks : {std::vector<chunk>{{0, 8, 1, 8}},
                                           {{0, 0, 1, 8}, {1, 16, 1, 8}},
                                           {{0, 0, 2, 8}, {1, 8, 1, 8}},
                                           {{4, 8, 1, 8}, {5, 0, 1, 8}}})
    EXPECT_THROW(pieces_of(chunks, 64), cannot_run);
}

}  // namespace
}  // namespace codag::harness
