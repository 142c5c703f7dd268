// How back-references are resolved: right in every way, and in as many rounds as the paper says.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>

#include "codag/codec/gompresso/words.hpp"
#include "codag/codec/gompresso_byte/gompresso_byte.hpp"
#include "tests/support/gompresso_chunks.hpp"
#include "tests/support/lz_columns.hpp"

namespace codag {
namespace {

using gompresso::sequence;
using simt::host::lane_order;
using test::bytes, test::from_text, test::resolve;

struct counted {
  std::uint64_t groups, rounds;
  friend bool operator==(const counted&, const counted&) = default;
};
void PrintTo(const counted& c, std::ostream* out) {
  *out << c.rounds << " rounds in " << c.groups << " groups";
}

/// Decodes the chunk in three lane orders, and expects these values each time.
counted count(resolve how, const bytes& chunk, const bytes& expected) {
  counted result{};
  for (const lane_order& order :
       {lane_order::ascending(), lane_order::descending(), lane_order::seeded(1)}) {
    const test::decoded d = test::decode_gompresso(how, chunk, expected.size(), {.order = order});
    EXPECT_EQ(d.statuses[0], status::ok);
    EXPECT_TRUE(d.out == expected);
    result = {d.counts.groups, d.counts.rounds};
  }
  return result;
}

bytes decoded_by_reference(const bytes& chunk, std::size_t out_bytes) {
  bytes out(out_bytes);
  EXPECT_EQ(gompresso_byte::decode(chunk, element_type::uint8, out), status::ok);
  return out;
}

/// One group, and how many rounds it takes with each resolution that it allows.
counted rounds_of_group(resolve how, const std::vector<sequence>& group) {
  std::string literals;
  std::size_t out_bytes = 0;
  for (const sequence& s : group) {
    for (unsigned i = 0; i < s.literals; ++i)
      literals.push_back(static_cast<char>('a' + literals.size() % 26));
    out_bytes += s.bytes();
  }
  const bytes chunk = test::gompresso_chunk({{group, literals}});
  return count(how, chunk, decoded_by_reference(chunk, out_bytes));
}

// Fig. 2: the back-reference of T1 is resolved first, then those of T2 and T3, which need it.
TEST(gompresso_rounds, the_papers_figure_2) {
  const std::vector<sequence> group = {{20, 0, 0}, {1, 8, 21}, {1, 6, 7}, {1, 5, 13}};
  // The first two have no dependency but on literals above the HWM, which is 0 when the group
  // begins: Fig. 3 resolves nothing in round 1.
  EXPECT_EQ(rounds_of_group(resolve::multi_round, group), (counted{1, 3}));
  EXPECT_EQ(rounds_of_group(resolve::sequential_copy, group), (counted{1, 3}));
}

TEST(gompresso_rounds, a_chain_takes_a_round_per_lane) {
  std::vector<sequence> chain(32, {1, 5, 6});
  chain[0] = {6, 5, 6};
  EXPECT_EQ(rounds_of_group(resolve::multi_round, chain), (counted{1, 32}));
  EXPECT_EQ(rounds_of_group(resolve::sequential_copy, chain), (counted{1, 32}));
}

// Such a back-reference waits for ever in Fig. 3. Here it waits for the lanes below it.
TEST(gompresso_rounds, copies_of_own_bytes_end) {
  EXPECT_EQ(rounds_of_group(resolve::multi_round, {{1, 60, 1}}), (counted{1, 1}));
  EXPECT_EQ(rounds_of_group(resolve::multi_round, {{5, 5, 5}, {5, 5, 5}, {5, 5, 5}}),
            (counted{1, 3}));
  EXPECT_EQ(rounds_of_group(resolve::multi_round, {{3, 30, 3}, {0, 30, 30}, {2, 9, 1}}),
            (counted{1, 3}));
}

TEST(gompresso_rounds, a_group_without_back_references) {
  EXPECT_EQ(rounds_of_group(resolve::multi_round, {{9, 0, 0}, {9, 0, 0}}), (counted{1, 1}));
  EXPECT_EQ(rounds_of_group(resolve::sequential_copy, {{9, 0, 0}, {9, 0, 0}}), (counted{1, 0}));
  EXPECT_EQ(rounds_of_group(resolve::no_dependency, {{9, 0, 0}, {9, 0, 0}}), (counted{1, 1}));
}

/// The rounds of Fig. 3 for these groups, one lane after the other. The first lane that is pending
/// when a round begins does not wait for its own bytes.
std::uint64_t rounds_of_figure_3(const std::vector<test::gompresso_group>& groups) {
  struct lane {
    std::size_t begin, read_end, end;
    bool pending;
  };
  std::uint64_t rounds = 0;
  std::size_t at = 0;
  for (const auto& group : groups) {
    std::size_t hwm = at;
    std::vector<lane> lanes;
    for (const sequence& s : group.sequences) {
      const std::size_t write_pos = at + s.literals;
      lanes.push_back({at, write_pos - s.distance + s.length, write_pos + s.length, s.length > 0});
      at = lanes.back().end;
    }
    auto first = lanes.begin();
    do {
      ++rounds;
      first = std::find_if(lanes.begin(), lanes.end(), [](const lane& l) { return l.pending; });
      for (auto l = first; l != lanes.end(); ++l)
        if (l->read_end <= hwm || (l == first && hwm == l->begin)) l->pending = false;
      first = std::find_if(lanes.begin(), lanes.end(), [](const lane& l) { return l.pending; });
      if (first != lanes.begin()) hwm = std::prev(first)->end;
    } while (first != lanes.end());
  }
  return rounds;
}

/// Groups of random sequences, most of which copy from near.
std::vector<test::gompresso_group> random_groups(unsigned seed, std::size_t& out_bytes) {
  std::mt19937_64 random(seed);
  std::vector<test::gompresso_group> groups(5);
  out_bytes = 0;
  for (auto& group : groups) {
    const bool last = &group == &groups.back();
    for (unsigned i = 0; i < (last ? 7 : 32); ++i) {
      sequence s{static_cast<std::uint32_t>(random() % 6), 0, 0};
      if (out_bytes + s.literals > 0 && random() % 8 > 0) {
        const auto here = static_cast<std::uint32_t>(out_bytes + s.literals);
        s.length = static_cast<std::uint32_t>(1 + random() % 12);
        s.distance = static_cast<std::uint32_t>(1 + random() % std::min(here, 200u));
      }
      for (unsigned k = 0; k < s.literals; ++k)
        group.literals.push_back(static_cast<char>(random()));
      out_bytes += s.bytes();
      group.sequences.push_back(s);
    }
  }
  return groups;
}

TEST(gompresso_rounds, are_those_of_figure_3) {
  std::uint64_t least = ~0ull, most = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::size_t out_bytes = 0;
    const auto groups = random_groups(seed, out_bytes);
    const bytes chunk = test::gompresso_chunk(groups);
    const bytes expected = decoded_by_reference(chunk, out_bytes);
    const std::uint64_t rounds = rounds_of_figure_3(groups);
    EXPECT_EQ(count(resolve::multi_round, chunk, expected), (counted{5, rounds})) << seed;
    std::uint64_t references = 0;
    for (const auto& group : groups)
      for (const sequence& s : group.sequences) references += s.length > 0 ? 1 : 0;
    EXPECT_EQ(count(resolve::sequential_copy, chunk, expected), (counted{5, references})) << seed;
    least = std::min(least, rounds);
    most = std::max(most, rounds);
  }
  EXPECT_GT(most, least + 10) << "the chunks differ";
}

TEST(gompresso_resolution, gives_every_column_back) {
  unsigned runs = 0;
  for (const std::uint32_t chunk_bytes : {1024u, 32768u})
    for (const auto& column : test::lz_columns(40'000, 7))
      for (const std::uint64_t eliminate : {0u, 1u}) {
        const codec tested =
            test::gompresso_with("gompresso_byte", 4096, runs % 2 == 0 ? 64 : 255, eliminate == 1);
        const chunked_column c = compress(tested, column.bytes, element_type::uint8, chunk_bytes);
        for (const resolve how : test::every_resolve) {
          if (how == resolve::no_dependency && eliminate == 0) continue;
          const test::decoded d = test::decode_gompresso(
              how, c.bytes, c.chunks, column.bytes.size(), {.order = lane_order::seeded(++runs)});
          EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok)) << column.name;
          EXPECT_TRUE(d.out == column.bytes) << column.name;
          EXPECT_EQ(d.counts.groups > 0, true);
          if (eliminate == 1 && how != resolve::sequential_copy) {
            EXPECT_EQ(d.counts.rounds, d.counts.groups) << column.name << ": a round per group";
          }
        }
      }
}

// Any damage: what the reference decoder says of an independent chunk, every resolution says. A
// chunk without the flag may be right only with the other two.
TEST(gompresso_resolution, says_the_same_of_damaged_chunks) {
  std::mt19937_64 random(5);
  unsigned refused = 0;
  for (const auto& column : test::lz_columns(1500, 8))
    for (unsigned n = 0; n < 60; ++n) {
      bytes chunk;
      gompresso_byte::encode(column.bytes, {.eliminate_dependencies = n % 2 == 0}, chunk);
      for (auto flips = 1 + random() % 3; flips > 0; --flips)
        chunk[random() % std::min<std::size_t>(chunk.size(), 200)] ^=
            static_cast<std::byte>(1u << random() % 8);
      bytes out(column.bytes.size());
      const status expected = gompresso_byte::decode(chunk, element_type::uint8, out);
      refused += expected == status::ok ? 0 : 1;
      for (const resolve how : test::every_resolve) {
        if (how == resolve::no_dependency && !gompresso::says_independent(chunk)) continue;
        const test::decoded d = test::decode_gompresso(how, chunk, out.size());
        ASSERT_EQ(d.statuses[0], expected) << column.name << " " << n;
        if (expected == status::ok) {
          ASSERT_TRUE(d.out == out) << column.name << " " << n;
        }
      }
    }
  EXPECT_GT(refused, 100u);
}

}  // namespace
}  // namespace codag
