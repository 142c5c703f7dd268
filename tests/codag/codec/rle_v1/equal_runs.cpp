// Equal runs of most values, one after another: a long run, as the encoder writes it. The decoders
// of bytes by lanes take several at once, if several warps decode a chunk.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "tests/codag/codec/rle_v1/by_lanes.hpp"
#include "tests/support/bytes.hpp"
#include "tests/support/each_variant.hpp"

namespace codag::rle_v1 {
namespace {

using test::bytes;

class equal_runs : public by_lanes {
 protected:
  static void expect_agreement(const column& c) {
    by_lanes::expect_agreement(c, {element_type::int8, element_type::uint8});
  }
};

/// `count` equal runs of `value` between other symbols: `lead` literals before them, and a run
/// after them.
symbols runs_among_others(std::size_t lead, std::size_t count, std::uint64_t value = 99) {
  symbols s;
  if (lead > 0) s.header(lead);
  for (std::size_t i = 0; i < lead; ++i) s.literal(i);
  for (std::size_t i = 0; i < count; ++i) s.run(max_run, 0, value);
  s.run(20);
  return s;
}

TEST_P(equal_runs, of_any_number_at_any_byte) {
  column c;
  for (std::size_t lead = 0; lead < 6; ++lead)
    for (const std::size_t count : {1u, 2u, 3u, 4u, 31u, 32u, 33u, 34u, 70u}) {
      const symbols s = runs_among_others(lead, count);
      c.add(s.in, s.values);
    }
  expect_agreement(c);
}

TEST_P(equal_runs, next_to_runs_that_are_not) {
  column c;
  for (const int delta : {0, 1, -1})
    for (const std::uint64_t base : {98u, 99u, 200u})
      for (const unsigned length : {max_run - 1, max_run})
        for (std::size_t before = 1; before < 4; ++before) {
          symbols s;
          for (std::size_t i = 0; i < before; ++i) s.run(max_run, 0, 99);
          s.run(length, delta, base);
          s.run(length, delta, base);
          for (std::size_t i = 0; i < 5; ++i) s.run(max_run, 0, 99);
          c.add(s.in, s.values);
        }
  expect_agreement(c);
}

// A byte that is missing is 0, as the value may be.
TEST_P(equal_runs, cut_or_too_long) {
  column c;
  for (const std::uint64_t value : {99u, 0u}) {
    const symbols s = runs_among_others(3, 35, value);
    for (std::size_t at = 0; at < s.in.size(); ++at)
      c.add(bytes(s.in.begin(), s.in.begin() + static_cast<std::ptrdiff_t>(at)), s.values);
    for (std::size_t room = 0; room < s.values; room += 63) c.add(s.in, room);
  }
  expect_agreement(c);
}

TEST(equal_runs_of_a_warp, are_written_together) {
  const symbols s = runs_among_others(0, 33);
  const chunk whole{0, 0, static_cast<std::uint32_t>(s.in.size()),
                    static_cast<std::uint32_t>(s.values)};
  const test::decoded d =
      test::decode(test::kernel_of("rle_v1", "warps_per_chunk/lanes/shared"), element_type::uint8,
                   s.in, {&whole, 1}, s.values, std::byte{0xee}, parameter_values{2});
  ASSERT_EQ(d.statuses[0], status::ok);
  // A warp stores 128 bytes at once. One run alone takes two stores; a chunk has 12 pieces.
  EXPECT_LE(d.counts.store_instructions, s.values / 128 + 12 + 8);
}

INSTANTIATE_TEST_SUITE_P(, equal_runs, testing::ValuesIn(equal_runs::variants()), test::test_name);

}  // namespace
}  // namespace codag::rle_v1
