// Seeded corruptions: always a status, nothing outside the spans (the sanitizers watch, on
// allocations of the exact size), no hang.
#include <gtest/gtest.h>

#include <random>

#include "codag/codec/rle_v2/rle_v2.hpp"
#include "tests/support/columns.hpp"

namespace codag::rle_v2 {
namespace {

using bytes = std::vector<std::byte>;

status decode_exact(bytes in, element_type type, std::size_t out_bytes) {
  in.shrink_to_fit();
  bytes out(out_bytes);
  return decode(in, type, out);
}

/// Encodings of columns that take every branch, with their uncompressed sizes.
struct stream {
  bytes encoded;
  std::size_t raw_bytes;
};

std::vector<stream> streams(element_type type, std::mt19937_64& random) {
  std::vector<stream> all;
  auto columns = test::adversarial_columns(type, 200, static_cast<unsigned>(random()));
  std::vector<std::uint64_t> patched(200);
  for (auto& v : patched) v = random() % 30 == 0 ? random() >> 20 : random() % 16;
  columns.push_back({"patched", test::to_column(type, patched)});
  for (const auto& column : columns) {
    bytes encoded;
    encode(column.bytes, type, encoded);
    all.push_back({encoded, column.bytes.size()});
  }
  return all;
}

TEST(rle_v2_corrupted, every_truncation_is_found) {
  std::mt19937_64 random(1);
  for (const element_type type : test::all_types)
    for (const auto& s : streams(type, random))
      for (std::size_t size = 0; size < s.encoded.size(); ++size) {
        const bytes cut(s.encoded.begin(), s.encoded.begin() + static_cast<std::ptrdiff_t>(size));
        ASSERT_EQ(decode_exact(cut, type, s.raw_bytes), status::truncated_input);
      }
}

TEST(rle_v2_corrupted, wrong_sizes_are_found) {
  std::mt19937_64 random(2);
  for (const element_type type : test::all_types)
    for (auto s : streams(type, random)) {
      EXPECT_EQ(decode_exact(s.encoded, type, s.raw_bytes + size_of(type)),
                status::truncated_input);
      EXPECT_NE(decode_exact(s.encoded, type, s.raw_bytes - size_of(type)), status::ok);
      s.encoded.push_back(std::byte{0});
      EXPECT_EQ(decode_exact(s.encoded, type, s.raw_bytes), status::trailing_input);
    }
}

TEST(rle_v2_corrupted, bit_flips_are_contained) {
  std::mt19937_64 random(3);
  unsigned refused = 0, tried = 0;
  for (const element_type type : test::all_types)
    for (unsigned round = 0; round < 20; ++round)
      for (auto s : streams(type, random)) {
        for (auto n = 1 + random() % 4; n > 0; --n)
          s.encoded[random() % s.encoded.size()] ^= static_cast<std::byte>(1u << random() % 8);
        refused += decode_exact(s.encoded, type, s.raw_bytes) == status::ok ? 0 : 1;
        ++tried;
      }
  EXPECT_GT(refused, tried / 20) << "a flip in a value cannot be seen, one in a header is";
}

TEST(rle_v2_corrupted, random_bytes_are_contained) {
  std::mt19937_64 random(4);
  for (unsigned round = 0; round < 20000; ++round) {
    bytes in(random() % 80);
    for (auto& b : in) b = static_cast<std::byte>(random());
    const element_type type = test::all_types[random() % std::size(test::all_types)];
    EXPECT_NE(decode_exact(in, type, random() % 2000), status::not_decoded);
  }
}

// A patched base's header is the one with fields that can contradict each other.
TEST(rle_v2_corrupted, every_patched_base_header_is_contained) {
  std::mt19937_64 random(5);
  bytes in(4 + 8 + 40 * 8 + 31 * 8);
  for (unsigned third = 0; third < 256; ++third)
    for (unsigned fourth = 0; fourth < 256; ++fourth) {
      for (auto& b : in) b = static_cast<std::byte>(random() & random() & random());
      in[0] = static_cast<std::byte>(0x80 | (random() % 32) << 1);
      in[1] = std::byte{39};
      in[2] = static_cast<std::byte>(third);
      in[3] = static_cast<std::byte>(fourth);
      EXPECT_NE(decode_exact(in, element_type::int64, 40 * 8), status::output_overflow);
    }
}

}  // namespace
}  // namespace codag::rle_v2
