// The tile kernels on the host backend: every depth, sets and tiles of different sizes, chunk
// tables of any shape, and what each step of section 4.2 of the paper saves.
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <random>
#include <string_view>
#include <vector>

#include "codag/codec/codec.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/each_variant.hpp"

namespace codag {
namespace {

using simt::host::lane_order;

class every_tile_kernel : public test::each_variant {
 public:
  static std::vector<harness::variant_facts> variants() {
    std::vector<harness::variant_facts> facts = test::variants_on(harness::backend::host);
    std::erase_if(facts, [](const auto& f) { return f.family != harness::family::tile; });
    return facts;
  }

 protected:
  /// Every depth that a launch can have, or the limits of what else it chooses.
  static std::vector<parameter_values> depths() { return test::all_powers(GetParam().parameters); }
  static void expect_back(const chunked_column& c, const std::vector<std::byte>& raw,
                          const parameter_values& values, const lane_order& order) {
    const test::decoded d = test::decode(tested_kernel(), c.type, c.bytes, c.chunks, raw.size(),
                                         std::byte{0xee}, values, {.order = order});
    EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok));
    EXPECT_TRUE(d.out == raw) << testing::PrintToString(values);
  }
};

TEST_P(every_tile_kernel, has_every_depth) {
  unsigned runs = 0;
  for (const element_type type : {element_type::int32, element_type::uint64})
    for (const std::size_t count : {1u, 600u, 5001u})
      for (const std::size_t which : {8u, 13u, 16u}) {  // runs of 3, random widths, random runs
        const auto raw = test::adversarial_columns(type, count, 4)[which].bytes;
        const chunked_column c = compress(tested_codec(), raw, type, 16384);
        for (const parameter_values& values : depths())
          expect_back(c, raw, values,
                      ++runs % 2 == 0 ? lane_order::ascending() : lane_order::descending());
        ++runs;  // each depth meets both orders
      }
}

// Groups take several tiles each where the first chunk is larger than the average.
TEST_P(every_tile_kernel, decodes_chunks_of_different_sizes) {
  const auto type = element_type::int32;
  const auto raw = test::adversarial_columns(type, 30000, 4)[13].bytes;
  chunked_column c;
  c.type = type;
  for (std::size_t at = 0, size = 4 * 29000; at < raw.size(); at += size, size = 100) {
    const auto piece = std::span(raw).subspan(at, std::min(size, raw.size() - at));
    const std::size_t begin = c.bytes.size();
    tested_codec().encode(piece, type, c.bytes);
    c.chunks.push_back({begin, at, static_cast<std::uint32_t>(c.bytes.size() - begin),
                        static_cast<std::uint32_t>(piece.size())});
  }
  ASSERT_GT(c.chunks.size(), 30u);
  for (const parameter_values& values : depths())
    expect_back(c, raw, values, lane_order::seeded(1));
}

TEST_P(every_tile_kernel, decodes_chunks_at_any_address) {
  const auto type = element_type::int32;
  const auto raw = test::adversarial_columns(type, 2000, 4)[13].bytes;
  const chunked_column aligned = compress(tested_codec(), raw, type, 4096);
  for (const std::size_t shift : {1, 2, 3, 4, 8, 12}) {  // a quad is 16 bytes
    chunked_column c = aligned;
    c.bytes.insert(c.bytes.begin(), shift, std::byte{0xaa});
    for (chunk& entry : c.chunks) entry.in_offset += shift;
    expect_back(c, raw, standard_values(GetParam().parameters), lane_order::ascending());
  }
}

// The status of a chunk is that of its first bad tile, whichever group finds it.
TEST_P(every_tile_kernel, gives_the_references_status_at_every_depth) {
  const std::array types{element_type::uint32, element_type::uint64};
  // Chunks that begin at a quad of memory, at another word, and between words.
  const std::array<std::size_t, 3> shifts{0, 4, 1};
  std::array<std::vector<std::byte>, 2> raws, goods;
  for (std::size_t i = 0; i < types.size(); ++i) {
    raws[i] = test::adversarial_columns(types[i], 5000, 4)[13].bytes;
    tested_codec().encode(raws[i], types[i], goods[i]);
  }
  std::mt19937 random(1);
  std::size_t refused = 0;
  for (unsigned round = 0; round < 30; ++round) {
    const std::size_t which = round / 2 % types.size(), shift = shifts[round % shifts.size()];
    const element_type type = types[which];
    const auto& raw = raws[which];
    std::vector<std::byte> in = goods[which];
    // Often the starts, where lies are of many kinds.
    for (unsigned n = 0; n < 3; ++n)
      in[random() % (round % 2 == 0 ? 200 : in.size())] = static_cast<std::byte>(random());
    if (round == 0) in.resize(in.size() - 4);
    std::vector<std::byte> out(raw.size());
    const status expected = tested_codec().decode(in, type, out);
    refused += expected == status::ok ? 0 : 1;
    const chunk whole{shift, 0, static_cast<std::uint32_t>(in.size()),
                      static_cast<std::uint32_t>(raw.size())};
    in.insert(in.begin(), shift, std::byte{0xaa});
    for (const parameter_values& values : depths()) {
      const test::decoded d =
          test::decode(tested_kernel(), type, in, {&whole, 1}, raw.size(), std::byte{0xee}, values);
      EXPECT_EQ(d.statuses[0], expected) << round << ", " << testing::PrintToString(values);
      if (expected == status::ok) {
        EXPECT_TRUE(d.out == out);
      }
    }
  }
  // Changed values, which is nearly all that some formats have, are values.
  const std::string_view codec = GetParam().codec;
  const bool no_starts = codec == "none" || codec == "nsf";
  const bool few_starts = codec == "fastlanes" || codec == "gpu_simdbp128";
  EXPECT_GT(refused, no_starts ? 0u : few_starts ? 3u : 10u) << "of 30";
}

// Of the formats with starts, these are the last ones of a tile or of a warp's lanes.
TEST_P(every_tile_kernel, gives_the_references_status_of_a_wrong_word) {
  const auto type = element_type::uint32;
  const auto raw = test::adversarial_columns(type, 5000, 4)[13].bytes;
  std::vector<std::byte> good;
  tested_codec().encode(raw, type, good);
  const chunk whole{0, 0, static_cast<std::uint32_t>(good.size()),
                    static_cast<std::uint32_t>(raw.size())};
  std::vector<std::byte> out(raw.size());
  for (const std::size_t start : {1, 15, 16, 31, 32, 33, 63, 64, 127, 128}) {
    for (const std::uint32_t lie : {0u, 0xffffu}) {
      std::vector<std::byte> in = good;
      constexpr std::size_t header_words = 3;
      if (4 * (header_words + start + 1) > in.size()) continue;
      std::memcpy(in.data() + 4 * (header_words + start), &lie, sizeof(lie));
      const status expected = tested_codec().decode(in, type, out);
      for (const parameter_values& values : depths()) {
        const test::decoded d = test::decode(tested_kernel(), type, in, {&whole, 1}, raw.size(),
                                             std::byte{0xee}, values);
        EXPECT_EQ(d.statuses[0], expected)
            << start << ", " << lie << ", " << testing::PrintToString(values);
        if (expected == status::ok) {
          EXPECT_TRUE(d.out == out);
        }
      }
    }
  }
}

// What is decoded then is not defined. The sanitizer sees whatever lies outside.
TEST_P(every_tile_kernel, stays_inside_if_chunks_have_the_same_output) {
  const auto type = element_type::int32;
  const auto try_starts = [&](std::size_t which, std::size_t count,
                              const std::vector<std::uint64_t>& starts) {
    const auto raw = test::adversarial_columns(type, count, 4)[which].bytes;
    std::vector<std::byte> in;
    tested_codec().encode(raw, type, in);
    std::vector<chunk> chunks;
    for (const std::uint64_t start : starts)
      chunks.push_back({0, 4 * start, static_cast<std::uint32_t>(in.size()),
                        static_cast<std::uint32_t>(raw.size())});
    const test::decoded d =
        test::decode(tested_kernel(), type, in, chunks, raw.size() + 4 * starts.back());
    EXPECT_EQ(std::ranges::count(d.statuses, status::not_decoded), 0);
  };
  for (const std::size_t which : {8u, 13u, 16u}) try_starts(which, 5000, {0, 4, 300, 512});
  // Runs of 3: a cascade's arrays of lengths are apart, and its arrays of marks are not.
  try_starts(8, 1024, {0, 300});
}

INSTANTIATE_TEST_SUITE_P(, every_tile_kernel, testing::ValuesIn(every_tile_kernel::variants()),
                         test::test_name);

// A set may have more blocks than a tile, or fewer.
TEST(dfor_tiles, decode_sets_of_any_size) {
  const codec& dfor = *find_codec("gpu_dfor");
  const auto& kernel = test::kernel_of("gpu_dfor", "block_per_tile/store");
  const auto type = element_type::uint64;
  const auto raw = test::adversarial_columns(type, 7000, 4)[13].bytes;
  for (const std::uint64_t set_blocks : {1u, 2u, 8u, 32u}) {
    const parameter_values settings = {set_blocks, 4};
    const chunked_column c = compress(dfor.with(settings), raw, type, 40000);
    for (const std::uint64_t depth : {1u, 4u, 8u, 32u}) {
      const test::decoded d = test::decode(kernel, type, c.bytes, c.chunks, raw.size(),
                                           std::byte{0xee}, parameter_values{depth, depth + 1});
      EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok));
      EXPECT_TRUE(d.out == raw) << set_blocks << " blocks per set, " << depth << " per tile";
    }
    for (const std::uint64_t tiles : {1u, 5u, 9u, 32u}) {
      const test::decoded d =
          test::decode(test::kernel_of("gpu_dfor", "warp_per_tile/store"), type, c.bytes, c.chunks,
                       raw.size(), std::byte{0xee}, parameter_values{2, tiles});
      EXPECT_EQ(d.statuses, std::vector<status>(c.chunks.size(), status::ok));
      EXPECT_TRUE(d.out == raw) << set_blocks << " blocks per set, " << tiles << " per warp";
    }
    const test::decoded by_cascade = test::decode(test::kernel_of("gpu_dfor", "cascaded/store"),
                                                  type, c.bytes, c.chunks, raw.size());
    EXPECT_EQ(by_cascade.statuses, std::vector<status>(c.chunks.size(), status::ok));
    EXPECT_TRUE(by_cascade.out == raw) << set_blocks << " blocks per set, by a cascade";
  }
}

/// The counts of a kernel over 100 blocks of 16-bit numbers, the sample of section 4.2.
simt::host::counts counts_of(const char* unpacking, std::uint64_t depth,
                             std::uint64_t miniblocks = 4) {
  std::mt19937 random(1);
  std::vector<std::uint64_t> values(128 * 96);
  for (std::uint64_t& v : values) v = random() % 65536;
  const auto raw = test::to_column(element_type::uint32, values);
  const parameter_values settings = {miniblocks};
  const chunked_column c =
      compress(find_codec("gpu_for")->with(settings), raw, element_type::uint32, max_chunk_bytes);
  const std::string variant = "block_per_tile/store" + std::string(unpacking);
  return test::decode(test::kernel_of("gpu_for", variant), element_type::uint32, c.bytes, c.chunks,
                      raw.size(), std::byte{0xee}, parameter_values{depth, 1})
      .counts;
}

TEST(section_4_2, shared_memory_reads_each_word_once) {
  // 66 words per block and two starts, instead of six words and more for each of 128 values.
  EXPECT_GT(counts_of("/global", 1).load_lanes, 96u * 128 * 6);
  EXPECT_LT(counts_of("/shared", 1).load_lanes, 96u * (66 + 2 + 128 * 5));
  EXPECT_LT(3 * counts_of("/shared", 4).load_lanes, counts_of("/global", 4).load_lanes);
}

TEST(section_4_2, deeper_tiles_read_fewer_sectors) {
  std::uint64_t before = counts_of("/shared", 1).load_sectors;
  for (const std::uint64_t depth : {2u, 4u, 8u, 16u, 32u}) {
    const std::uint64_t sectors = counts_of("/shared", depth).load_sectors;
    EXPECT_LT(sectors, before) << depth;
    before = sectors;
  }
}

TEST(section_4_2, offsets_cost_no_traffic) {
  EXPECT_EQ(counts_of("", 4).load_lanes, counts_of("/shared", 4).load_lanes);
  EXPECT_EQ(counts_of("", 4).block_barriers, counts_of("/shared", 4).block_barriers);
  EXPECT_EQ(counts_of("/one_width", 4, 1).load_lanes, counts_of("/shared", 4, 1).load_lanes);
}

}  // namespace
}  // namespace codag
