// Groups that are written through a ring: copies of every length and place, sources everywhere,
// rings of every size, and chunks that begin at any byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>

#include "codag/codec/gompresso/words.hpp"
#include "codag/codec/gompresso_byte/gompresso_byte.hpp"
#include "tests/support/gompresso_chunks.hpp"
#include "tests/support/lz_columns.hpp"

namespace codag {
namespace {

using gompresso::sequence;
using simt::host::lane_order;
using test::bytes;

constexpr gompresso_byte::limits any_limits{0, 255, 32768};

/// Who writes: the warp that reads, or another one, whose ring has a larger least size.
struct ring_variant {
  const char* name;
  parameter_values parameters;
};
std::array<ring_variant, 2> variants_of(std::uint64_t ring_bytes) {
  return {ring_variant{"warp_per_chunk/lanes/ring", {2, ring_bytes}},
          ring_variant{"warps_per_chunk/lanes/ring", {std::max<std::uint64_t>(ring_bytes, 4096)}}};
}

test::decoded decode_by_ring(const ring_variant& variant, const bytes& in, std::size_t out_bytes,
                             std::uint64_t offset, const lane_order& order) {
  const chunk c{0, offset, static_cast<std::uint32_t>(in.size()),
                static_cast<std::uint32_t>(out_bytes)};
  return test::decode(test::kernel_of("gompresso_byte", variant.name), element_type::uint8, in,
                      {&c, 1}, offset + out_bytes, std::byte{0xee}, variant.parameters,
                      {.order = order});
}

/// Where a chunk begins in memory: so many bytes after an aligned address.
const std::vector<std::uint64_t> all_offsets = {0, 1, 6, 11, 15};

/// The values that the reference decoder gives, by every ring, at several places in memory. Returns
/// the counts of the last run.
simt::host::counts expect_right(const std::vector<test::gompresso_group>& groups,
                                const std::string& name,
                                const std::vector<std::uint64_t>& offsets = all_offsets) {
  const bytes chunk = test::gompresso_chunk(groups, any_limits);
  std::size_t out_bytes = 0;
  for (const auto& group : groups)
    for (const sequence& s : group.sequences) out_bytes += s.bytes();
  bytes expected(out_bytes);
  EXPECT_EQ(gompresso_byte::decode(chunk, element_type::uint8, expected), status::ok) << name;
  simt::host::counts counts;
  for (const std::uint64_t ring_bytes : {2048u, 4096u, 16384u})
    for (const std::uint64_t offset : offsets)
      for (const auto variants = variants_of(ring_bytes); const ring_variant& variant : variants) {
        const auto order = offset % 2 == 0 ? lane_order::descending() : lane_order::seeded(offset);
        const test::decoded d = decode_by_ring(variant, chunk, out_bytes, offset, order);
        EXPECT_EQ(d.statuses[0], status::ok) << name;
        EXPECT_TRUE(std::equal(expected.begin(), expected.end(),
                               d.out.begin() + static_cast<std::ptrdiff_t>(offset)))
            << name << ", " << variant.name << ", ring " << ring_bytes << ", offset " << offset;
        EXPECT_TRUE(std::all_of(d.out.begin(), d.out.begin() + static_cast<std::ptrdiff_t>(offset),
                                [](std::byte b) { return b == std::byte{0xee}; }))
            << name;
        // Both variants take the same batches.
        if (&variant != variants.data()) {
          EXPECT_EQ(d.counts.rounds, counts.rounds) << name << ", offset " << offset;
        }
        counts = d.counts;
      }
  return counts;
}

/// Groups of sequences, each with literals that tell where they stand.
class groups_of {
 public:
  void add(const std::vector<sequence>& sequences) {
    // Only the last group may have fewer than 32.
    if (!groups.empty()) groups.back().sequences.resize(32);
    test::gompresso_group group{sequences, {}};
    for (const sequence& s : sequences)
      for (unsigned i = 0; i < s.literals; ++i)
        group.literals.push_back(static_cast<char>(literals_++ * 7 / 3));
    groups.push_back(std::move(group));
  }
  std::vector<test::gompresso_group> groups;

 private:
  unsigned literals_ = 0;
};

TEST(gompresso_ring, segments_of_every_length) {
  groups_of g;
  g.add(std::vector<sequence>(32, {1, 0, 0}));
  for (std::uint32_t n = 0; n < 255; n += n < 20 ? 1 : 29) {
    g.add(std::vector<sequence>(32, {n, 0, 0}));
    g.add(std::vector<sequence>(32, {n, n, n == 0 ? 0u : 20u}));
    g.add(std::vector<sequence>(32, {n % 3, n + 1, 31}));
  }
  g.add(std::vector<sequence>(32, {255, 255, 32}));
  g.add({{0, 255, 1}, {255, 0, 0}, {0, 0, 0}, {0, 255, 32}});
  expect_right(g.groups, "every length");
}

TEST(gompresso_ring, sources_at_every_distance) {
  groups_of g;
  for (unsigned i = 0; i < 40; ++i) g.add(std::vector<sequence>(32, {29, 0, 0}));
  const std::uint32_t written = 40 * 32 * 29;
  for (std::uint32_t base = 1; base < written - 900; base += 893) {
    std::vector<sequence> group;
    for (std::uint32_t i = 0; i < 32; ++i)
      group.push_back({i % 3, 1 + i * 7 % 23, std::min(base + i * 29, 32768u)});
    g.add(group);
  }
  expect_right(g.groups, "every distance");
}

// The chunk's first bytes, which begin within a word, after they have left the ring.
TEST(gompresso_ring, the_chunks_first_bytes) {
  groups_of g;
  for (unsigned i = 0; i < 24; ++i) g.add(std::vector<sequence>(32, {24, 0, 0}));
  std::uint32_t written = 24 * 32 * 24;
  for (std::uint32_t length = 1; length < 40; length += 4) {
    std::vector<sequence> group;
    for (std::uint32_t i = 0; i < 32; ++i, written += length + 1)
      group.push_back({1, length, written + 1 - i % 5});
    g.add(group);
  }
  expect_right(g.groups, "first bytes");
}

TEST(gompresso_ring, matches_that_wait_are_counted) {
  groups_of chain;
  chain.add({{6, 5, 6}, {1, 5, 6}, {1, 5, 6}, {1, 60, 1}});
  EXPECT_EQ(expect_right(chain.groups, "a chain").rounds, 5u);
  groups_of ready;
  ready.add(std::vector<sequence>(32, {3, 0, 0}));
  // The last byte before the group is there, and the one after that is not.
  ready.add({{0, 5, 5}, {0, 7, 12}, {2, 9, 23}});
  EXPECT_EQ(expect_right(ready.groups, "just ready").rounds, 2u);
  ready.add({{0, 5, 5}, {0, 7, 11}});
  EXPECT_EQ(expect_right(ready.groups, "just not ready").rounds, 4u);
}

// Each seed has two places in memory. The three seeds of a length have all five.
TEST(gompresso_ring, random_groups) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    std::mt19937_64 random(seed);
    const std::uint64_t longest = std::array{4u, 12u, 60u, 255u}[seed % 4], near = random() % 4;
    groups_of g;
    std::uint32_t at = 0;
    for (unsigned n = 0; n < 25; ++n) {
      std::vector<sequence> group;
      for (unsigned i = 0; i < (n == 24 ? 9u : 32u); ++i) {
        sequence s{static_cast<std::uint32_t>(random() % longest), 0, 0};
        at += s.literals;
        if (at > 0 && random() % 8 > 0) {
          s.length = static_cast<std::uint32_t>(1 + random() % longest);
          const std::uint32_t reach = std::min(at, random() % 4 < near ? 700u : 32768u);
          s.distance = static_cast<std::uint32_t>(1 + random() % reach);
          at += s.length;
        }
        group.push_back(s);
      }
      g.add(group);
    }
    const unsigned nth = seed / 4 * 2;
    expect_right(g.groups, "seed " + std::to_string(seed),
                 {all_offsets[nth % 5], all_offsets[(nth + 1) % 5]});
  }
}

TEST(gompresso_ring, says_the_same_of_damaged_chunks) {
  std::mt19937_64 random(6);
  unsigned refused = 0;
  for (const auto& column : test::lz_columns(1500, 8))
    for (unsigned n = 0; n < 40; ++n) {
      bytes chunk;
      gompresso_byte::encode(column.bytes, {.eliminate_dependencies = n % 2 == 0}, chunk);
      for (auto flips = 1 + random() % 3; flips > 0; --flips)
        chunk[random() % std::min<std::size_t>(chunk.size(), 200)] ^=
            static_cast<std::byte>(1u << random() % 8);
      bytes out(column.bytes.size());
      const status expected = gompresso_byte::decode(chunk, element_type::uint8, out);
      refused += expected == status::ok ? 0 : 1;
      for (const ring_variant& variant : variants_of(2048)) {
        const test::decoded d =
            decode_by_ring(variant, chunk, out.size(), n % 16, lane_order::seeded(n));
        ASSERT_EQ(d.statuses[0], expected) << column.name << " " << n;
        if (expected == status::ok) {
          ASSERT_TRUE(std::equal(out.begin(), out.end(),
                                 d.out.begin() + static_cast<std::ptrdiff_t>(n % 16)))
              << column.name << " " << n;
        }
      }
    }
  EXPECT_GT(refused, 80u);
}

}  // namespace
}  // namespace codag
