// The check of a case's output against the original bytes.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace codag::harness
