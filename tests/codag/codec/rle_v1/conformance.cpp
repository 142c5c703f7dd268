// Every rle_v1 decoder on bytes from Apache ORC's tests and specification.
// tests/codag/codec/orc_data.cpp has more of them, from files.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/columns.hpp"
#include "tests/support/every_decoder.hpp"

namespace codag::rle_v1 {
namespace {

using bytes = std::vector<std::byte>;

std::vector<std::uint64_t> arithmetic(std::uint64_t init, std::uint64_t delta, std::size_t count) {
  std::vector<std::uint64_t> v(count);
  for (std::size_t i = 0; i < count; ++i) v[i] = init + i * delta;
  return v;
}

struct vector_of_orc {
  const char* hex;
  bool is_signed;
  std::vector<std::uint64_t> values;
};

// From apache/orc, Apache-2.0: c++/test/TestRleDecoder.cc (simpleTest, signedNullLiteralTest,
// splitHeader, splitRuns, testSigned, testNull, testLeadingNulls) and ORCv1.md.
std::vector<vector_of_orc> vectors() {
  auto simple = arithmetic(100, ~0ull, 100);
  simple.insert(simple.end(), {2, 3, 5, 7, 11});
  auto split = arithmetic(255, 1, 128);
  split.insert(split.end(), {1, 2, 3, 4, 5});
  return {{"61ff64fb020305070b", false, simple},
          {"f80001020304050607", true, {0, ~0ull, 1, ~1ull, 2, ~2ull, 3, ~3ull}},
          {"0000dcba9876", false, arithmetic(247864668, 0, 3)},
          {"7d01ff01fb0102030405", false, split},
          {"7fff20", true, arithmetic(16, ~0ull, 130)},
          {"750200", true, arithmetic(0, 2, 120)},
          {"fb0102030405", false, {1, 2, 3, 4, 5}},
          {"610007", false, arithmetic(7, 0, 100)},
          {"61ff64", false, arithmetic(100, ~0ull, 100)},
          {"fb020306070b", false, {2, 3, 6, 7, 11}}};
}

void expect_status(const char* hex, std::size_t count, status expected) {
  SCOPED_TRACE(hex);
  test::expect_from_every_decoder("rle_v1", element_type::uint64, test::from_hex(hex), expected,
                                  bytes(count * 8));
}

TEST(rle_v1_conformance, vectors_of_orcs_tests_and_specification) {
  for (const auto& v : vectors()) {
    SCOPED_TRACE(v.hex);
    const element_type type = v.is_signed ? element_type::int64 : element_type::uint64;
    test::expect_from_every_decoder("rle_v1", type, test::from_hex(v.hex), status::ok,
                                    test::to_column(type, v.values));
  }
}

TEST(rle_v1_conformance, malformed_bytes_have_their_status) {
  expect_status("6100", 100, status::truncated_input);
  expect_status("fb0203", 5, status::truncated_input);
  expect_status("ff808080808080808080808001", 1, status::malformed_symbol);
  expect_status("ff8080808080808080808002", 1, status::malformed_symbol);
  expect_status("fb020304050607", 5, status::trailing_input);
  expect_status("610007", 5, status::output_overflow);
  expect_status("", 5, status::truncated_input);
  expect_status("", 0, status::ok);
}

// Decoders that take several full groups at once must see where the chunk or its output ends.
TEST(rle_v1_conformance, full_groups_at_the_end_of_input_and_output) {
  constexpr std::size_t groups = 9;
  bytes in, values;
  for (std::size_t g = 0; g < groups; ++g) {
    in.push_back(std::byte{0x80});
    for (std::size_t i = 0; i < 128; ++i) {
      const auto literal = static_cast<std::byte>((g * 31 + i * 7) % 128);
      in.push_back(literal);
      values.push_back(literal);
    }
  }
  const auto first = [](const bytes& all, std::size_t count) {
    return bytes(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
  };
  test::expect_from_every_decoder("rle_v1", element_type::uint8, in, status::ok, values);
  for (const std::size_t whole : {1u, 2u, 3u, 4u, 7u, 8u}) {
    const bytes part = first(in, 129 * whole);
    test::expect_from_every_decoder("rle_v1", element_type::uint8, part, status::ok,
                                    first(values, 128 * whole));
    test::expect_from_every_decoder("rle_v1", element_type::uint8, part, status::output_overflow,
                                    first(values, 128 * whole - 1));
    test::expect_from_every_decoder("rle_v1", element_type::uint8, first(in, 129 * whole - 1),
                                    status::truncated_input, first(values, 128 * whole));
    test::expect_from_every_decoder("rle_v1", element_type::uint8, first(in, 129 * whole + 1),
                                    status::trailing_input, first(values, 128 * whole));
  }
}

// An element keeps a varint's low bits after zigzag is undone. Decoders that expect varints of two
// bytes with values below 256 must see one above, wherever it is.
TEST(rle_v1_conformance, a_value_of_256_anywhere_in_a_full_group_of_two_byte_varints) {
  for (std::size_t large = 0; large < 128; ++large) {
    SCOPED_TRACE(large);
    bytes in = {std::byte{0x80}}, values;
    for (std::size_t i = 0; i < 128; ++i) {
      in.insert(in.end(), {std::byte{0x80}, i == large ? std::byte{2} : std::byte{1}});
      values.push_back(i == large ? std::byte{0x80} : std::byte{0x40});
    }
    test::expect_from_every_decoder("rle_v1", element_type::int8, in, status::ok, values);
  }
}

}  // namespace
}  // namespace codag::rle_v1
