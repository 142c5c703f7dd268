// Configs that would take too much memory, stack or time are refused, each with one short line.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "datasets/shown_text.hpp"
#include "harness/config/config.hpp"
#include "harness/config/json_file.hpp"
#include "harness/plan/known_names.hpp"
#include "tests/datasets/temporary_directory.hpp"
#include "tests/harness/config/examples.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

class config_limits : public testing::Test {
 protected:
  /// What is said after the file's path; "accepted" if the config is read.
  std::string refusal(const std::string& text) {
    const auto file = folder_.write("c.json", text);
    try {
      read_config(file, registry_names());
    } catch (const datasets::bad_input& e) {
      const std::string what = e.what();
      EXPECT_LT(what.size(), 2000u);
      EXPECT_FALSE(datasets::has_control_character(what)) << what;
      return what.substr(std::min(what.size(), file.string().size() + 2));
    }
    return "accepted";
  }

  datasets::temporary_directory folder_;
};

std::string nested(int levels) {
  const auto count = static_cast<std::size_t>(levels);
  return std::string(count, '[') + std::string(count, ']');
}

/// `count` different numbers from `first`, as a list.
json numbers(std::size_t count, std::size_t first) {
  json list = json::array();
  for (std::size_t i = 0; i < count; ++i) list.push_back(first + i);
  return list;
}

TEST_F(config_limits, depth) {
  EXPECT_EQ(refusal(with("$schema", nested(max_json_depth - 1))), "accepted") << "in an object";
  for (const int levels : {max_json_depth, 100'000})
    EXPECT_EQ(refusal(R"({"$schema": )" + nested(levels) + "}").find("is nested deeper than 64"),
              0u);
}

TEST_F(config_limits, bytes) {
  const std::string config = with("seed", "1");
  const std::string blanks(max_config_bytes - config.size(), ' ');
  EXPECT_EQ(refusal(config + blanks), "accepted");
  EXPECT_EQ(refusal(config + blanks + " ").find("has more than 4194304 bytes; "), 0u);
}

TEST_F(config_limits, cases) {
  json chunks = json::array();
  for (std::size_t i = 0; i < 60'000; ++i) chunks.push_back(1024 + 8 * i);
  const std::string text = with("chunk_bytes", chunks.dump());
  EXPECT_EQ(refusal(text), "accepted") << "60000 cases";
  json twice = json::parse(text);
  twice["codecs"] = {"rle_v1", "rle_v2"};
  EXPECT_EQ(refusal(twice.dump()).find("/: stands for more than 100000 cases"), 0u);
  twice["chunk_bytes"].erase(twice["chunk_bytes"].begin() + 600, twice["chunk_bytes"].end());
  twice["codecs"] = {"rle_v1", {{"name", "deflate"}, {"level", numbers(9, 1)}}};
  twice["variants"] =
      json::array({{{"name", "block_per_chunk"}, {"warps_per_block", numbers(30, 3)}}});
  EXPECT_EQ(refusal(twice.dump()).find("/: stands for more than 100000 cases"), 0u);
}

// Also a check of time: with comparisons of all pairs, these lists would take minutes.
TEST_F(config_limits, long_lists_of_every_kind) {
  EXPECT_EQ(refusal(with("chunk_bytes", numbers(100'000, 1024).dump())).find("/chunk_bytes"), 0u);
  json files = json::array();
  for (int i = 0; i < 20'000; ++i) files.push_back({{"path", std::to_string(i)}, {"type", "int8"}});
  EXPECT_EQ(refusal(with("datasets", files.dump())), "accepted");
  json metrics = json::array();
  for (int i = 0; i < 30'000; ++i) metrics.push_back("a__b." + std::to_string(i));
  EXPECT_EQ(refusal(with("metrics", metrics.dump())), "accepted");
}

TEST_F(config_limits, claims) {
  json claims = json::array();
  for (int i = 0; i < 1000; ++i)
    claims.push_back(claim_with("name", "\"c" + std::to_string(i) + "\""));
  EXPECT_EQ(refusal(with("claims", claims.dump())), "accepted");
  EXPECT_EQ(refusal(with("claims", json::array({claim_with("hardware", R"("")")}).dump())),
            "/claims/0/hardware: expected a part of a GPU's name, such as A100, found \"\"");
  claims.push_back(claim_with("name", R"("one_more")"));
  EXPECT_EQ(refusal(with("claims", claims.dump())),
            "/claims: has more than 1000 entries; make several configs");
}

TEST_F(config_limits, long_texts_and_control_characters_are_not_repeated_whole) {
  const std::string text = "\x1b[31m\n\xc2\x9b" + std::string(100'000, 'x');
  json key = json::parse(with("seed", "1"));
  key[text] = 1;
  EXPECT_NE(refusal(key.dump()).find("...: unknown key"), std::string::npos);
  EXPECT_NE(
      refusal("{" + json(text).dump() + ":1," + json(text).dump() + ":2}").find("appears twice"),
      std::string::npos);
  for (const char* of : {"datasets", "codecs", "variants", "measurements", "metrics"})
    EXPECT_EQ(refusal(with(of, json::array({text}).dump())).find("/" + std::string(of) + "/0: "),
              0u);
  for (const char* of :
       {"experiment", "size", "seed", "backend", "baseline", "chunk_bytes", "time"})
    EXPECT_EQ(refusal(with(of, json(text).dump())).find("/" + std::string(of)), 0u) << of;
  EXPECT_EQ(refusal("{\"" + std::string(100'000, 'x')).find("not valid JSON: at line 1"), 0u);
  EXPECT_EQ(refusal("{\"size\": " + std::string(100'000, '9') + "e999}").find("not valid JSON: "),
            0u);
}

}  // namespace
}  // namespace codag::harness
