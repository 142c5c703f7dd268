// A truncated run-length chunk costs its input, not the output that it declares. Costs are counts
// of the host backend: exact, and the same on every machine.
#include <gtest/gtest.h>

#include <random>

#include "codag/codec/codec.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/each_variant.hpp"

namespace codag {
namespace {

constexpr std::uint32_t declared_bytes = 1 << 20;
/// The most values of one symbol.
std::uint64_t longest_run(const codec& codec) {
  return codec.name == "rle_v1" ? 130 : 512;
}

class truncated_chunks : public test::each_variant {
 public:
  static std::vector<harness::variant_facts> variants() {
    std::vector<harness::variant_facts> facts = test::variants_on(harness::backend::host);
    std::erase_if(facts, [](const auto& f) { return !f.codec.starts_with("rle_"); });
    return facts;
  }

 protected:
  /// What it costs to find that a chunk of `in`, which declares declared_bytes, is truncated.
  static simt::host::counts cost_of(element_type type, std::span<const std::byte> in) {
    const chunk whole{0, 0, static_cast<std::uint32_t>(in.size()), declared_bytes};
    const test::decoded d = test::decode(tested_kernel(), type, in, {&whole, 1}, declared_bytes,
                                         std::byte{0xee}, test::few_warps(GetParam()));
    EXPECT_EQ(d.statuses[0], status::truncated_input);
    return d.counts;
  }
  /// How often a chunk is decoded that is not whole: first in pieces, and then as one.
  static std::uint64_t times() {
    return GetParam().variant.starts_with("warps_per_chunk/") ? 2 : 1;
  }
  /// The numbers that are stored besides: the status, and between two kernels a chunk's entry.
  static std::uint64_t others() { return tested_kernel().workspace_bytes == nullptr ? 1 : 1 + 4; }
};

TEST_P(truncated_chunks, one_without_bytes_writes_no_more_than_a_run) {
  for (const element_type type : {element_type::uint8, element_type::int64}) {
    const simt::host::counts cost = cost_of(type, {});
    EXPECT_LE(cost.store_lanes, times() * longest_run(tested_codec()) + others());
  }
}

TEST_P(truncated_chunks, one_cut_in_half_writes_no_more_than_a_half_can_hold) {
  for (const element_type type : {element_type::uint8, element_type::int64}) {
    const std::uint64_t run_length = longest_run(tested_codec());
    const std::size_t count = declared_bytes / size_of(type);
    std::vector<std::uint64_t> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = i / run_length % 60;
    std::vector<std::byte> in;
    const std::uint64_t symbols = tested_codec().encode(test::to_column(type, values), type, in);
    ASSERT_EQ(symbols, (count + run_length - 1) / run_length);
    const std::size_t half = symbols / 2;
    in.resize(in.size() / symbols * half);  // all symbols are equally long
    const std::size_t whole = half * run_length;
    const simt::host::counts cost = cost_of(type, in);
    EXPECT_GE(4 * cost.store_lanes, whole + 1) << "a lane stores up to four elements at once";
    EXPECT_LE(cost.store_lanes, times() * (whole + run_length) + others());
  }
}

// Some are also malformed, or overflow.
TEST_P(truncated_chunks, any_bytes_have_the_references_status) {
  constexpr std::uint32_t most_bytes = 8192;  // more than most of the chunks can hold
  std::mt19937 random(1);
  std::vector<std::byte> in;
  std::vector<chunk> chunks;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const chunk c{in.size(), i * most_bytes, static_cast<std::uint32_t>(random() % 60),
                  8 * (static_cast<std::uint32_t>(random()) % (most_bytes / 8))};
    // Many bytes with a high bit make long varints.
    for (std::uint32_t b = 0; b < c.in_bytes; ++b)
      in.push_back(static_cast<std::byte>(i % 2 == 0 ? random() : random() | random() | random()));
    chunks.push_back(c);
  }
  for (const element_type type : {element_type::int8, element_type::uint64}) {
    const test::decoded d =
        test::decode(tested_kernel(), type, in, chunks, chunks.size() * most_bytes, std::byte{0xee},
                     test::few_warps(GetParam()));
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      const chunk& c = chunks[i];
      std::vector<std::byte> out(c.out_bytes);
      EXPECT_EQ(d.statuses[i],
                tested_codec().decode(std::span(in).subspan(c.in_offset, c.in_bytes), type, out))
          << "chunk " << i << " of " << to_string(type);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, truncated_chunks, testing::ValuesIn(truncated_chunks::variants()),
                         test::test_name);

}  // namespace
}  // namespace codag
