// rle_v2 against stored vectors and against streams cut out of ORC files: decodes both, and its own
// encoding of the streams must be no longer than that of ORC's writer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "codag/codec/rle_v2/rle_v2.hpp"
#include "datasets/digest.hpp"
#include "tests/support/columns.hpp"

namespace codag::rle_v2 {
namespace {

using bytes = std::vector<std::byte>;

/// The file's text, or nothing.
std::string read_data(const std::string& path) {
  std::ifstream file(CODAG_TEST_DATA "/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bytes from_hex(const std::string& hex) {
  bytes b;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    b.push_back(static_cast<std::byte>(std::stoul(hex.substr(i, 2), nullptr, 16)));
  return b;
}

element_type type_of(const nlohmann::json& j) {
  return j["signed"].get<bool>() ? element_type::int64 : element_type::uint64;
}

std::uint64_t integer(const nlohmann::json& j) {
  return j.is_number_unsigned() ? j.get<std::uint64_t>()
                                : static_cast<std::uint64_t>(j.get<std::int64_t>());
}

/// Our encoding of `values`, after it decoded to the same values.
bytes encode_and_check(const bytes& values, element_type type) {
  bytes encoded, again(values.size());
  encode(values, type, encoded);
  EXPECT_EQ(decode(encoded, type, again), status::ok);
  EXPECT_EQ(again, values);
  return encoded;
}

TEST(rle_v2_orc, every_stored_vector) {
  const std::string text = read_data("orc/rle_vectors.json");
  if (text.empty()) GTEST_SKIP() << "orc/rle_vectors.json is not on this machine";
  const auto json = nlohmann::json::parse(text);
  unsigned seen = 0;
  for (const auto& v : json["vectors"]) {
    if (v["codec"] != "rle_v2") continue;
    ++seen;
    SCOPED_TRACE(v["name"].get<std::string>());
    std::vector<std::uint64_t> values;
    for (const auto& value : v["values"]) values.push_back(integer(value));
    const bytes in = from_hex(v["bytes_hex"]), expected = test::to_column(type_of(v), values);
    bytes out(expected.size());
    EXPECT_EQ(decode(in, type_of(v), out), status::ok);
    EXPECT_EQ(out, expected);
    encode_and_check(expected, type_of(v));
  }
  EXPECT_EQ(seen, 35u);
}

TEST(rle_v2_orc, streams_of_orc_files_and_orcs_own_compression) {
  const std::string text = read_data("orc/streams.json");
  if (text.empty()) GTEST_SKIP() << "orc/streams.json is not on this machine";
  std::size_t orc_total = 0, our_total = 0;
  unsigned seen = 0;
  for (const auto& file : nlohmann::json::parse(text)) {
    for (const auto& s : file["streams"]) {
      if (s["codec"] != "rle_v2") continue;
      ++seen;
      const std::string path = s["path"];
      SCOPED_TRACE(path);
      const std::string stored = read_data(path);
      ASSERT_EQ(stored.size(), s["rle_bytes"].get<std::size_t>());
      const element_type type = type_of(s);
      bytes values(s["count"].get<std::size_t>() * 8);
      ASSERT_EQ(decode(std::as_bytes(std::span(stored)), type, values), status::ok);
      EXPECT_EQ(datasets::sha256(values), s["i64le_sha256"].get<std::string>());

      const std::size_t ours = encode_and_check(values, type).size();
      std::cout << path << ": ORC " << stored.size() << ", ours " << ours << '\n';
      EXPECT_LE(ours, stored.size());
      orc_total += stored.size();
      our_total += ours;
    }
  }
  std::cout << seen << " streams: ORC " << orc_total << ", ours " << our_total << '\n';
  EXPECT_GE(seen, 40u);
  EXPECT_LE(our_total, orc_total);
}

}  // namespace
}  // namespace codag::rle_v2
