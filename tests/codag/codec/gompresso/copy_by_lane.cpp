// copy_by_lane: the bytes that one lane copies, at any place, and nothing around them.
#include "codag/lz/sequences/copy_by_lane.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "codag/simt/host/global_memory.hpp"
#include "tests/support/lambda_kernel.hpp"

namespace codag::lz {
namespace {

using memory = simt::host::global_vector<std::uint8_t>;

void expect_copied(std::uint32_t from, std::uint32_t to, std::uint32_t length,
                   std::uint32_t stable_end) {
  memory bytes(192);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{1});
  std::vector<std::uint8_t> expected(bytes.begin(), bytes.end());
  for (std::uint32_t i = 0; i < length; ++i) expected[to + i] = expected[from + i];
  test::run({1, 32}, [&](const simt::host::thread& t, test::no_storage&) {
    if (t.lane() == 0)
      copy_by_lane(t, bytes.data() + from, bytes.data() + to, length, to - from,
                   {bytes.data(), bytes.data() + stable_end});
  });
  EXPECT_TRUE(std::ranges::equal(bytes, expected))
      << length << " bytes from " << from << " to " << to;
}

TEST(copy_by_lane, copies_its_bytes_from_and_to_any_place) {
  for (std::uint32_t from = 0; from < 8; ++from)
    for (std::uint32_t to = 96; to < 100; ++to)
      for (std::uint32_t length = 0; length < 80; ++length)
        expect_copied(from, to, length, to + length);
}

TEST(copy_by_lane, repeats_its_bytes_at_any_distance) {
  for (std::uint32_t from = 0; from < 4; ++from)
    for (std::uint32_t distance = 1; distance < 40; ++distance)
      for (const std::uint32_t length :
           {distance - 1, distance, distance + 1, 2 * distance + 3, 99u})
        expect_copied(from, from + distance, length, from + distance + length);
}

/// Copies bytes in front of one that another lane writes at the same time.
void copy_beside_a_store(std::uint32_t from, std::uint32_t length, std::uint32_t stored,
                         const stable_bytes& stable, memory& bytes) {
  test::run({1, 32}, [&](const simt::host::thread& t, test::no_storage&) {
    if (t.lane() == 0)
      copy_by_lane(t, bytes.data() + from, bytes.data() + 64, length, 64 - from, stable);
    if (t.lane() == 1) t.store(bytes.data() + stored, std::uint8_t{9});
  });
}

// The suite of the race detector runs this file, too.
TEST(copy_by_lane, loads_no_byte_that_is_not_stable) {
  memory bytes(128);
  std::uint8_t* const all = bytes.data();
  for (std::uint32_t length = 1; length < 30; ++length)
    for (std::uint32_t from = 8; from < 12; ++from) {
      // The byte after the source, and the one before it.
      copy_beside_a_store(from, length, from + length, {all, all + from + length}, bytes);
      copy_beside_a_store(from, length, from - 1, {all + from, all + 64}, bytes);
    }
}

}  // namespace
}  // namespace codag::lz
