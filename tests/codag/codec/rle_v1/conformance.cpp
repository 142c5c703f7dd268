// rle_v1 against bytes that Apache ORC's tests, specification and writers made.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/registered_kernels.hpp"

namespace codag::rle_v1 {
namespace {

using bytes = std::vector<std::byte>;

bytes from_hex(const std::string& hex) {
  bytes b;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    b.push_back(static_cast<std::byte>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  return b;
}

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

/// Decodes with the reference decoder and with every variant, which must agree.
void expect_decodes(const bytes& in, bool is_signed, const std::vector<std::uint64_t>& values,
                    const std::string& what) {
  const element_type type = is_signed ? element_type::int64 : element_type::uint64;
  const bytes expected = test::to_column(type, values);
  bytes out(expected.size());
  ASSERT_EQ(decode(in, type, out), status::ok) << what;
  ASSERT_EQ(out, expected) << what;
  const chunk whole{0, 0, static_cast<std::uint32_t>(in.size()),
                    static_cast<std::uint32_t>(expected.size())};
  for (const auto& kernel : test::kernels_of("rle_v1")) {
    const test::decoded d = test::decode(kernel, type, in, {&whole, 1}, expected.size());
    EXPECT_EQ(d.statuses[0], status::ok) << what << " " << kernel.facts.variant;
    EXPECT_EQ(d.out, expected) << what << " " << kernel.facts.variant;
  }
}

TEST(rle_v1_conformance, vectors_of_orcs_tests_and_specification) {
  for (const auto& v : vectors()) expect_decodes(from_hex(v.hex), v.is_signed, v.values, v.hex);
}

TEST(rle_v1_conformance, malformed_bytes_have_their_status) {
  bytes out(5 * 8), of_100(800);
  EXPECT_EQ(decode(from_hex("6100"), element_type::uint64, of_100), status::truncated_input);
  EXPECT_EQ(decode(from_hex("fb0203"), element_type::uint64, out), status::truncated_input);
  EXPECT_EQ(
      decode(from_hex("ff808080808080808080808001"), element_type::uint64, std::span(out).first(8)),
      status::malformed_symbol);
  EXPECT_EQ(
      decode(from_hex("ff8080808080808080808002"), element_type::uint64, std::span(out).first(8)),
      status::malformed_symbol);
  EXPECT_EQ(decode(from_hex("fb020304050607"), element_type::uint64, out), status::trailing_input);
  EXPECT_EQ(decode(from_hex("610007"), element_type::uint64, out), status::output_overflow);
  EXPECT_EQ(decode({}, element_type::uint64, out), status::truncated_input);
  EXPECT_EQ(decode({}, element_type::uint64, {}), status::ok);
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(rle_v1_conformance, every_stored_vector) {
  const std::string text = read_file(CODAG_TEST_DATA "/orc/rle_vectors.json");
  if (text.empty()) GTEST_SKIP() << "orc/rle_vectors.json is not on this machine";
  const auto json = nlohmann::json::parse(text);
  unsigned seen = 0;
  for (const auto& v : json["vectors"]) {
    if (v["codec"] != "rle_v1") continue;
    ++seen;
    std::vector<std::uint64_t> values;
    for (const auto& value : v["values"])
      values.push_back(value.is_number_unsigned()
                           ? value.get<std::uint64_t>()
                           : static_cast<std::uint64_t>(value.get<std::int64_t>()));
    expect_decodes(from_hex(v["bytes_hex"]), v["signed"], values, v["name"]);
  }
  EXPECT_EQ(seen, 12u);
}

// Streams out of ORC files: ours must decode them, and its own encoding be no longer than ORC's.
TEST(rle_v1_conformance, streams_of_orc_files_and_orcs_own_compression) {
  const std::string text = read_file(CODAG_TEST_DATA "/orc/streams.json");
  if (text.empty()) GTEST_SKIP() << "orc/streams.json is not on this machine";
  std::size_t orc_total = 0, our_total = 0;
  unsigned seen = 0;
  for (const auto& file : nlohmann::json::parse(text)) {
    for (const auto& s : file["streams"]) {
      if (s["codec"] != "rle_v1") continue;
      ++seen;
      const std::string raw =
          read_file(std::string(CODAG_TEST_DATA "/") + s["path"].get<std::string>());
      const auto view = std::as_bytes(std::span(raw));
      const element_type type = s["signed"] ? element_type::int64 : element_type::uint64;
      bytes values(s["count"].get<std::size_t>() * 8);
      ASSERT_EQ(decode(view, type, values), status::ok) << s["path"];
      bytes encoded;
      encode(values, type, encoded);
      EXPECT_LE(encoded.size(), raw.size()) << s["path"];
      bytes again(values.size());
      ASSERT_EQ(decode(encoded, type, again), status::ok) << s["path"];
      EXPECT_EQ(again, values) << s["path"];
      orc_total += raw.size();
      our_total += encoded.size();
    }
  }
  EXPECT_GE(seen, 40u);
  RecordProperty("orc_bytes", std::to_string(orc_total));
  RecordProperty("our_bytes", std::to_string(our_total));
  EXPECT_LE(our_total, orc_total);
}

}  // namespace
}  // namespace codag::rle_v1
