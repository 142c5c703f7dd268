// The run-length codecs against stored vectors and against streams from ORC files. Every decoder
// must decode them, the reference decoder and all variants, and our own encoding of the streams
// must be no longer than that of ORC's writer.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/codec/rle_v1/rle_v1.hpp"
#include "codag/codec/rle_v2/rle_v2.hpp"
#include "datasets/digest.hpp"
#include "tests/support/columns.hpp"
#include "tests/support/every_decoder.hpp"
#include "tests/support/shared_data.hpp"

namespace codag {
namespace {

using bytes = std::vector<std::byte>;
using nlohmann::json;

element_type type_of(const json& j) {
  return j["signed"].get<bool>() ? element_type::int64 : element_type::uint64;
}

std::uint64_t integer(const json& j) {
  return j.is_number_unsigned() ? j.get<std::uint64_t>()
                                : static_cast<std::uint64_t>(j.get<std::int64_t>());
}

/// The streams of all files that are in the codec's format.
std::vector<json> streams_of(const std::string& codec, const json& files) {
  std::vector<json> streams;
  for (const json& file : files)
    for (const json& stream : file["streams"])
      if (stream["codec"] == codec) streams.push_back(stream);
  return streams;
}

struct expected_counts {
  const char* codec;
  unsigned vectors, malformed;
  std::size_t streams, small_streams;
};

/// For the test's name in ctest's list.
void PrintTo(const expected_counts& expected, std::ostream* out) {
  *out << expected.codec;
}

/// The interpreter runs these streams under every variant; the larger ones would take it minutes.
constexpr std::size_t small_stream_values = 20000;

class orc_data : public testing::TestWithParam<expected_counts> {
 protected:
  static std::string codec_name() { return GetParam().codec; }
};

TEST_P(orc_data, every_decoder_decodes_the_stored_vectors) {
  SKIP_WITHOUT_SHARED_DATA("orc/rle_vectors.json");
  const json all = json::parse(test::read_shared_data("orc/rle_vectors.json"));
  unsigned seen = 0;
  for (const json& v : all["vectors"]) {
    if (v["codec"] != codec_name()) continue;
    ++seen;
    SCOPED_TRACE(v["name"].get<std::string>());
    std::vector<std::uint64_t> values;
    for (const json& value : v["values"]) values.push_back(integer(value));
    const bytes column = test::to_column(type_of(v), values);
    test::expect_from_every_decoder(codec_name(), type_of(v), test::from_hex(v["bytes_hex"]),
                                    status::ok, column);
    bytes encoded, again(column.size());
    find_codec(codec_name())->encode(column, type_of(v), encoded);
    EXPECT_EQ(find_codec(codec_name())->decode(encoded, type_of(v), again), status::ok);
    EXPECT_EQ(again, column);
  }
  EXPECT_EQ(seen, GetParam().vectors);
}

TEST_P(orc_data, every_decoder_refuses_the_malformed_vectors) {
  SKIP_WITHOUT_SHARED_DATA("orc/rle_vectors.json");
  const json all = json::parse(test::read_shared_data("orc/rle_vectors.json"));
  unsigned seen = 0;
  for (const json& v : all["malformed"]) {
    if (v["codec"] != codec_name()) continue;
    ++seen;
    SCOPED_TRACE(v["name"].get<std::string>());
    // 100 values are more than any of them holds. The varint of 12 bytes is wrong in itself.
    const bool overlong = v["name"] == "neg_v1_long_varint";
    test::expect_from_every_decoder(codec_name(), type_of(v), test::from_hex(v["bytes_hex"]),
                                    overlong ? status::malformed_symbol : status::truncated_input,
                                    bytes(100 * 8));
  }
  EXPECT_EQ(seen, GetParam().malformed);
}

TEST_P(orc_data, every_variant_decodes_the_small_streams_of_orc_files) {
  SKIP_WITHOUT_SHARED_DATA("orc/streams.json");
  const json all = json::parse(test::read_shared_data("orc/streams.json"));
  std::size_t seen = 0;
  for (const json& s : streams_of(codec_name(), all)) {
    if (s["count"].get<std::size_t>() > small_stream_values) continue;
    ++seen;
    SCOPED_TRACE(s["path"].get<std::string>());
    const std::string stored = test::read_shared_data(s["path"]);
    const auto in = std::as_bytes(std::span(stored));
    bytes values(s["count"].get<std::size_t>() * 8);
    ASSERT_EQ(find_codec(codec_name())->decode(in, type_of(s), values), status::ok);
    ASSERT_EQ(datasets::sha256(values), s["i64le_sha256"].get<std::string>());
    test::expect_from_every_decoder(codec_name(), type_of(s), in, status::ok, values);
  }
  EXPECT_EQ(seen, GetParam().small_streams);
}

TEST_P(orc_data, our_encoding_of_the_streams_is_no_longer_than_orcs) {
  SKIP_WITHOUT_SHARED_DATA("orc/streams.json");
  const json all = json::parse(test::read_shared_data("orc/streams.json"));
  const codec& tested = *find_codec(codec_name());
  const std::vector<json> streams = streams_of(codec_name(), all);
  for (const json& s : streams) {
    SCOPED_TRACE(s["path"].get<std::string>());
    const std::string stored = test::read_shared_data(s["path"]);
    ASSERT_EQ(stored.size(), s["rle_bytes"].get<std::size_t>());
    bytes values(s["count"].get<std::size_t>() * 8), encoded, again(values.size());
    ASSERT_EQ(tested.decode(std::as_bytes(std::span(stored)), type_of(s), values), status::ok);
    EXPECT_EQ(datasets::sha256(values), s["i64le_sha256"].get<std::string>());
    tested.encode(values, type_of(s), encoded);
    EXPECT_LE(encoded.size(), stored.size());
    EXPECT_EQ(tested.decode(encoded, type_of(s), again), status::ok);
    EXPECT_EQ(again, values);
  }
  EXPECT_EQ(streams.size(), GetParam().streams);
}

/// A stream can be cut between its runs, and nowhere else.
TEST_P(orc_data, the_runs_of_the_streams_are_measured) {
  SKIP_WITHOUT_SHARED_DATA("orc/streams.json");
  const json all = json::parse(test::read_shared_data("orc/streams.json"));
  const codec& tested = *find_codec(codec_name());
  const auto measure =
      codec_name() == std::string("rle_v1") ? rle_v1::measure_run : rle_v2::measure_run;
  for (const json& s : streams_of(codec_name(), all)) {
    SCOPED_TRACE(s["path"].get<std::string>());
    const std::string stored = test::read_shared_data(s["path"]);
    std::uint64_t values = 0;
    for (auto rest = std::as_bytes(std::span(stored)); !rest.empty();) {
      integer::run_extent run;
      ASSERT_EQ(measure(rest, run), status::ok);
      bytes alone(run.values * 8);
      ASSERT_EQ(tested.decode(rest.first(run.bytes), type_of(s), alone), status::ok);
      integer::run_extent cut;
      ASSERT_EQ(measure(rest.first(run.bytes - 1), cut), status::truncated_input);
      values += run.values;
      rest = rest.subspan(run.bytes);
    }
    EXPECT_EQ(values, s["count"].get<std::uint64_t>());
  }
}

/// Runs have as many symbols as the encoders say.
TEST_P(orc_data, the_runs_of_our_encoding_are_measured) {
  const std::string name = codec_name();
  std::vector<std::uint64_t> some;  // repeats, steps, noise, and outliers in small values
  std::uint64_t noise = 1;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    noise = noise * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t kind = i / 1000 % 4;
    some.push_back(kind == 0   ? i / 300
                   : kind == 1 ? i * 3
                   : kind == 2 ? noise >> 20
                               : (noise >> 60) + (i % 97 == 0 ? 1u << 30 : 0));
  }
  bytes encoded;
  const std::uint64_t symbols = find_codec(name)->encode(test::to_column(element_type::int64, some),
                                                         element_type::int64, encoded);
  std::uint64_t measured = 0, values = 0;
  for (std::span<const std::byte> rest = encoded; !rest.empty();) {
    integer::run_extent run;
    const status s =
        name == "rle_v1" ? rle_v1::measure_run(rest, run) : rle_v2::measure_run(rest, run);
    ASSERT_EQ(s, status::ok);
    measured += run.symbols;
    values += run.values;
    rest = rest.subspan(run.bytes);
  }
  EXPECT_EQ(values, some.size());
  EXPECT_EQ(measured, symbols);
}

INSTANTIATE_TEST_SUITE_P(, orc_data,
                         testing::Values(expected_counts{"rle_v1", 12, 3, 59, 59},
                                         expected_counts{"rle_v2", 35, 1, 40, 31}),
                         [](const auto& tested) { return std::string(tested.param.codec); });

}  // namespace
}  // namespace codag
