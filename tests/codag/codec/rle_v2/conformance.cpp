// Every rle_v2 decoder on bytes from Apache ORC's tests and specification.
// tests/codag/codec/orc_data.cpp has more of them, from files.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codag/codec/rle_v2/rle_v2.hpp"
#include "codag/codec/rle_v2/width_table.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/every_decoder.hpp"

namespace codag::rle_v2 {
namespace {

using bytes = std::vector<std::byte>;
using integers = std::vector<std::uint64_t>;

integers signed_integers(std::initializer_list<std::int64_t> values) {
  return {values.begin(), values.end()};
}

integers arithmetic(std::uint64_t first, std::uint64_t delta, std::size_t count) {
  integers v(count);
  for (std::size_t i = 0; i < count; ++i) v[i] = first + i * delta;
  return v;
}

integers repeated(const integers& pattern, std::size_t count) {
  integers v(count);
  for (std::size_t i = 0; i < count; ++i) v[i] = pattern[i % pattern.size()];
  return v;
}

integers repeats(std::uint64_t first, std::size_t each, std::size_t count) {
  integers v(count);
  for (std::size_t i = 0; i < count; ++i) v[i] = first + i / each;
  return v;
}

/// 2030, 2000, 2020, 1000000, 2040, 2050, ...: the specification's example of a patched base.
integers with_outlier(std::size_t count) {
  integers v = {2030, 2000, 2020, 1000000};
  const integers rest = arithmetic(2040, 10, count - v.size());
  v.insert(v.end(), rest.begin(), rest.end());
  return v;
}

struct vector_of_orc {
  const char* name;
  const char* hex;
  bool is_signed;
  integers values;
};

// From apache/orc, Apache-2.0: c++/test/TestRleDecoder.cc, each under its test's name.
std::vector<vector_of_orc> decoder_vectors() {
  return {
      {"basicDelta0", "c0130002", true, arithmetic(0, 1, 20)},
      {"basicDelta1", "ce04e707c80132190f", true, signed_integers({-500, -400, -350, -325, -310})},
      {"basicDelta2", "ce04e707c701321923", true, signed_integers({-500, -600, -650, -675, -710})},
      {"basicDelta3", "ce04e807c70132190f", true, {500, 400, 350, 325, 310}},
      {"basicDelta5", "c0403f02", true, arithmetic(~0ull - 31, 1, 65)},
      {"delta0Width", "4e02000102c0024200", false, {0, 1, 2, 66, 66, 66}},
      {"shortRepeats", "04000402040404060408040a040c040e04100412", true, repeats(0, 7, 70)},
      {"multiByteShortRepeats", "3c80000000000000003c80000000000000023c8000000000000004", true,
       repeats(1ull << 62, 7, 21)},
      {"0to2Repeat1Direct", "46020240", true, {0, 1, 2}},
      {"bitSize1Direct", "40275555555555", false, repeated({0, 1}, 40)},
      {"bitSize1Direct, 30 values", "401d6db6db6c", false, repeated({0, 1, 1}, 30)},
      {"bitSize2Direct", "42132222222222", true, repeated({0, 1}, 20)},
      {"bitSize4Direct", "461304040404040404040404", true, repeated({0, 2}, 20)},
      {"bitSize4Direct, negative", "461330483048304830483048", true,
       repeated(signed_integers({-2, 0, 2, 4}), 20)},
      {"bitSize8Direct", "4e1300020406080a0c0e10121416181a1c1e20222426", true,
       arithmetic(0, 1, 20)},
      {"bitSize16Direct",
       "5e13000002020404060608080a0a0c0c0e0e101012121414161618181a1a1c1c1e1e2020222224242626", true,
       arithmetic(0, 0x101, 20)},
      {"bitSize24Direct",
       "6e130000000202020404040606060808080a0a0a0c0c0c0e0e0e1010101212121414141616161818181a1a1a1c1"
       "c"
       "1c1e1e1e202020222222242424262626",
       true, arithmetic(0, 0x10101, 20)},
      {"multipleRunsDirect", "42132222222222461304040404040404040404", true,
       [] {
         integers v = repeated({0, 1}, 20), more = repeated({0, 2}, 20);
         v.insert(v.end(), more.begin(), more.end());
         return v;
       }()},
      {"basicPatched0", "8e092b2107d01e00147028323c46505afce8", true, with_outlier(10)},
  };
}

// From apache/orc, Apache-2.0: c++/test/TestRleEncoder.cc (RleV2_*_example) and ORCv1.md. ORC's
// writer encodes the values to exactly these bytes.
std::vector<vector_of_orc> encoder_vectors() {
  const integers primes = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29};
  return {
      {"short_repeat_example", "0a2710", false, integers(5, 10000)},
      {"direct_example", "5e035ca1ab1edeadbeef", false, {23713, 43806, 57005, 48879}},
      {"Patched_base_example", "8e132b2107d01e00147028323c46505a646e78828c96a0aab4befce8", false,
       with_outlier(20)},
      {"delta_example, unaligned", "c40902024a28a6", false, primes},
      {"delta_example2", "c20600a09c014500", false, {0, 10000, 10001, 10001, 10002, 10003, 10003}},
  };
}

void expect_decodes(const vector_of_orc& v) {
  const element_type type = v.is_signed ? element_type::int64 : element_type::uint64;
  SCOPED_TRACE(v.name);
  test::expect_from_every_decoder("rle_v2", type, test::from_hex(v.hex), status::ok,
                                  test::to_column(type, v.values));
}

TEST(rle_v2_conformance, decodes_orcs_vectors) {
  for (const auto& v : decoder_vectors()) expect_decodes(v);
  for (const auto& v : encoder_vectors()) expect_decodes(v);
  // The specification packs its primes to 4 bits.
  expect_decodes({"delta", "c609020222424246", false, {2, 3, 5, 7, 11, 13, 17, 19, 23, 29}});
}

TEST(rle_v2_conformance, encodes_as_orcs_writer) {
  for (const auto& v : encoder_vectors()) {
    bytes out;
    encode(test::to_column(element_type::uint64, v.values), element_type::uint64, out);
    EXPECT_EQ(out, test::from_hex(v.hex)) << v.name;
  }
}

TEST(rle_v2_conformance, width_table_is_the_specifications) {
  constexpr unsigned widths[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
                                 17, 18, 19, 20, 21, 22, 23, 24, 26, 28, 30, 32, 40, 48, 56, 64};
  for (unsigned code = 0; code < width_codes; ++code) {
    EXPECT_EQ(decode_width(code), widths[code]);
    EXPECT_EQ(encode_width(widths[code]), code);
  }
  for (unsigned bits = 1; bits <= 64; ++bits) {
    EXPECT_GE(closest_width(bits), bits);
    if (encode_width(bits) > 0) {
      EXPECT_LT(decode_width(encode_width(bits) - 1), bits);
    }
  }
  EXPECT_EQ(encode_width(0), 0u);
}

void expect_status(const char* hex, std::size_t count, status expected) {
  SCOPED_TRACE(hex);
  bytes values(count * 8);
  if (expected == status::ok) {
    ASSERT_EQ(decode(test::from_hex(hex), element_type::uint64, values), status::ok);
  }
  test::expect_from_every_decoder("rle_v2", element_type::uint64, test::from_hex(hex), expected,
                                  values);
}

TEST(rle_v2_conformance, malformed_bytes_have_their_status) {
  expect_status("", 0, status::ok);
  expect_status("", 5, status::truncated_input);
  expect_status("0a27", 5, status::truncated_input);
  expect_status("0a2710", 4, status::output_overflow);
  expect_status("0a", 4, status::output_overflow);  // before the missing value
  expect_status("0a2710", 6, status::truncated_input);
  expect_status("0a271000", 5, status::trailing_input);
  expect_status("5e", 4, status::truncated_input);
  expect_status("5e035ca1ab1edeadbe", 4, status::truncated_input);
  expect_status("5e035ca1ab1edeadbeef", 3, status::output_overflow);
  expect_status("7fff", 511, status::output_overflow);
  expect_status("c609020222424246", 9, status::output_overflow);
  expect_status("c6090202224242", 10, status::truncated_input);
  expect_status("c00902", 10, status::truncated_input);
  expect_status("c00902ffffffffffffffffff02", 10, status::malformed_symbol);
  expect_status("c009ffffffffffffffffffff0102", 10, status::malformed_symbol);
  expect_status("c6000202", 1, status::malformed_symbol);  // one value, but the header has two
  expect_status("c0000202", 1, status::ok);                // a fixed delta of one value
}

TEST(rle_v2_conformance, malformed_patches_have_their_status) {
  // 4 values of 8 bits, base 0, 4-bit patches, 4-bit gaps; the entries' bytes are gap then patch.
  expect_status("8e030361000102030431", 4, status::ok);
  expect_status("8e0303600001020304", 4, status::ok);  // no patch
  expect_status("8e03036200010203041121", 4, status::ok);
  expect_status("8e030361000102030441", 4, status::malformed_symbol);    // after the run's end
  expect_status("8e03036200010203043111", 4, status::malformed_symbol);  // after the run's end
  expect_status("8e03036200010203041101", 4, status::malformed_symbol);  // patched twice
  expect_status("8e0303610001020304", 4, status::truncated_input);       // no entry
  expect_status("8e03036100010203", 4, status::truncated_input);         // no value
  expect_status("8e030361", 4, status::truncated_input);                 // no base
  expect_status("8e0303", 3, status::truncated_input);                   // the header comes first
  expect_status("8e030361", 3, status::output_overflow);
  expect_status("8e031f0100", 4, status::malformed_symbol);  // 64 bits of patch, 1 of gap
  expect_status("be03030000", 4, status::malformed_symbol);  // 64 bits of value
}

// 4 values of 8 bits, base 0, 24-bit patches, 1-bit gaps: an entry has 25 bits in a field of 26.
TEST(rle_v2_conformance, padding_above_a_gap_is_zero) {
  const std::string header = "8e031701";
  const std::string values = "0001020304";
  const bytes expected = test::to_column(element_type::uint64, {1, 2 + 0x100, 3, 4});
  test::expect_from_every_decoder("rle_v2", element_type::uint64,
                                  test::from_hex(header + values + "40000040"), status::ok,
                                  expected);
  // Gap 1 with a 1 above it: gap 3 to ORC's readers.
  expect_status((header + values + "c0000040").c_str(), 4, status::malformed_symbol);
  // Gap 0 with a 1 above it: gap 2 to ORC's readers.
  expect_status((header + values + "80000040").c_str(), 4, status::malformed_symbol);
  // Two entries, of which the second has it.
  expect_status(("8e031702" + values + "40000050000010").c_str(), 4, status::ok);
  expect_status(("8e031702" + values + "40000070000010").c_str(), 4, status::malformed_symbol);
  // The list must be whole before it is wrong.
  expect_status(("8e031702" + values + "c00000500000").c_str(), 4, status::truncated_input);
}

// The specification allows a patch list of 0 to 31 entries. ORC's writers never write 0, and its
// readers refuse it.
TEST(rle_v2_conformance, a_patched_base_may_have_no_patches) {
  const bytes expected = test::to_column(element_type::int64, signed_integers({-4, -3, -2, -1}));
  test::expect_from_every_decoder("rle_v2", element_type::int64,
                                  test::from_hex("8e0303008501020304"), status::ok, expected);
}

TEST(rle_v2_conformance, patched_bits_and_negative_bases_are_added) {
  const bytes expected = test::to_column(
      element_type::int64, signed_integers({1 - 5, 2 + 0x200 - 5, 3 - 5, 4 + 0xf00 - 5}));
  const auto expect = [&](const char* hex, status s) {
    test::expect_from_every_decoder("rle_v2", element_type::int64, test::from_hex(hex), s,
                                    expected);
  };
  expect("8e030362850102030412d3", status::malformed_symbol);
  expect("8e0303628501020304122f", status::ok);
}

}  // namespace
}  // namespace codag::rle_v2
