// The check of a case's output against the original bytes.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/measure/workload.hpp"

namespace codag::harness {
namespace {

const std::vector<std::byte> original = {std::byte{1}, std::byte{2}, std::byte{0xff}};
const std::vector<status> fine = {status::ok, status::ok};

TEST(verification, passes_equal_bytes_of_good_chunks) {
  const verification v = check(original, original, fine);
  EXPECT_TRUE(v.ok) << v.reason;
  EXPECT_EQ(v.chunk_status, (std::map<std::string, std::uint64_t>{{"ok", 2}}));
}

TEST(verification, names_the_first_wrong_byte) {
  std::vector<std::byte> out = original;
  out[1] = std::byte{7};
  const verification v = check(original, out, fine);
  EXPECT_FALSE(v.ok);
  EXPECT_NE(v.reason.find("byte 1"), std::string::npos) << v.reason;
}

TEST(verification, names_the_first_bad_chunk_even_if_the_bytes_are_right) {
  const verification v =
      check(original, original, std::vector{status::ok, status::malformed_symbol});
  EXPECT_FALSE(v.ok);
  EXPECT_NE(v.reason.find("chunk 1"), std::string::npos) << v.reason;
  EXPECT_NE(v.reason.find("malformed_symbol"), std::string::npos) << v.reason;
  EXPECT_EQ(v.chunk_status.at("malformed_symbol"), 1u);
}

TEST(verification, a_byte_that_is_never_written_is_wrong) {
  const std::vector<std::byte> poison = poison_for(original);
  for (std::size_t i = 0; i < original.size(); ++i) EXPECT_NE(poison[i], original[i]);
  EXPECT_FALSE(check(original, poison, fine).ok);
}

// Cores share a large output among them, in ranges of 4 MiB.
TEST(verification, sees_every_byte_of_a_large_output) {
  std::vector<std::byte> large(9'000'001);
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<std::byte>(i * i % 251);
  const std::vector<std::byte> poison = poison_for(large);
  ASSERT_EQ(poison.size(), large.size());
  EXPECT_TRUE(std::ranges::equal(large, poison,
                                 [](std::byte byte, std::byte other) { return other == ~byte; }));
  for (const std::size_t at : {std::size_t{0}, std::size_t{4} << 20, std::size_t{5'000'000},
                               std::size_t{8} << 20, large.size() - 1}) {
    std::vector<std::byte> out = large;
    out[at] = poison[at];
    EXPECT_EQ(first_difference(large, out), at);
  }
  EXPECT_EQ(first_difference(large, large), std::nullopt);
}

}  // namespace
}  // namespace codag::harness
