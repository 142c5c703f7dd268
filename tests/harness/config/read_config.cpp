// What the config reader takes, what it refuses, in which words, and whether the published schema
// agrees.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "datasets/dataset.hpp"
#include "harness/config/config.hpp"
#include "harness/config/sizes.hpp"
#include "harness/plan/known_names.hpp"
#include "tests/harness/config/published_schema.hpp"

namespace codag::harness {
namespace {

namespace fs = std::filesystem;

class read_config_test : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("codag-config-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(const std::string& text, const std::string& name = "c.json") {
    const fs::path file = folder_ / name;
    std::ofstream(file) << text;
    return file;
  }
  config read(const std::string& text) { return read_config(write(text), registry_names()); }
  std::string refusal(const std::string& text) {
    try {
      read(text);
    } catch (const datasets::bad_input& e) {
      const std::string what = e.what();
      EXPECT_EQ(what.find('\n'), std::string::npos) << what;
      EXPECT_NE(what.find("c.json: "), std::string::npos) << what;
      return what;
    }
    return "accepted";
  }
  fs::path folder_;
};

/// A whole config with `extra` put in.
std::string config_with(const std::string& extra) {
  return R"({"experiment": "t", "datasets": ["MC0"], "codecs": ["rle_v1"], "variants": ["block_per_chunk"])" +
         extra + "}";
}

TEST_F(read_config_test, a_variants_parameters_are_axes) {
  const config c =
      read(R"({"experiment": "t", "datasets": ["MC0"], "codecs": ["rle_v1"], "variants": [
    "block_per_chunk", {"name": "warp_per_chunk/all_threads/shared", "warps_per_block": [2, 8], "ring_bytes": ["256B", "1KiB"]}]})");
  std::vector<std::string> names;
  for (const named_choice& v : c.variants) names.push_back(v.name);
  const std::string warp = "warp_per_chunk/all_threads/shared";
  EXPECT_EQ(names, (std::vector<std::string>{
                       "block_per_chunk", warp + "/warps=2/ring=256B", warp + "/warps=2/ring=1024B",
                       warp + "/warps=8/ring=256B", warp + "/warps=8/ring=1024B"}));
  EXPECT_EQ(c.variants[3].registered, warp);
  EXPECT_EQ(c.variants[3].chosen.of("warps_per_block"), 8u);
  EXPECT_EQ(c.variants[3].chosen.of("ring_bytes"), 256u);
  EXPECT_TRUE(c.variants[0].chosen.values.empty());
}

TEST_F(read_config_test, what_a_profile_takes) {
  const config by_default = read(config_with(""));
  EXPECT_EQ(by_default.stalls.period_exponent, 11u);
  EXPECT_EQ(by_default.metrics, (std::vector<std::string>{"throughput", "pipes", "occupancy"}));
  const config c = read(config_with(
      R"(, "measurements": ["stalls", "metrics"], "stalls": {"period": 9}, "metrics": ["pipes", "dram__bytes_read.sum"])"));
  EXPECT_EQ(c.measurements, (std::vector{measurement::stalls, measurement::metrics}));
  EXPECT_EQ(c.stalls.period_exponent, 9u);
  EXPECT_EQ(c.metrics, (std::vector<std::string>{"pipes", "dram__bytes_read.sum"}));
}

TEST_F(read_config_test, a_misspelt_metric_group_gets_the_nearest) {
  const std::string error = refusal(config_with(R"(, "metrics": ["troughput"])"));
  EXPECT_NE(error.find("metrics/0"), std::string::npos) << error;
  EXPECT_NE(error.find("did you mean \"throughput\"?"), std::string::npos) << error;
}

TEST_F(read_config_test, takes_every_key) {
  const config c =
      read(R"({"$schema": "x", "experiment": "all", "description": "d", "size": "64KiB", "seed": 7,
    "chunk_bytes": [4096, "16KiB"], "datasets": ["MC0", {"name": "f", "path": "sub/f.csv.gz", "type": "int32", "format": "csv",
    "csv_column": "fare", "csv_delimiter": ";", "size": 100}], "codecs": ["rle_v1"],
    "variants": ["block_per_chunk", "cpu_reference"], "measurements": ["verify", "counts", "energy"], "baseline": "cpu_reference", "energy": {"seconds": 5},
    "transfer": {"piece_bytes": "8MiB", "streams": 3, "copy_back": false},
    "backend": "host", "time": {"warmup": 0, "min_samples": 2, "max_samples": 3, "max_noise": 0.5, "time_limit_s": 1.5,
    "throttle_threshold": 0.5, "cold": false, "hot": true}})");
  EXPECT_EQ(c.size, 65536u);
  EXPECT_EQ(c.seed, 7u);
  EXPECT_EQ(c.chunk_bytes, (std::vector<std::uint32_t>{4096, 16384}));
  EXPECT_EQ(c.datasets[1].path, (folder_ / "sub/f.csv.gz").string()) << "relative to the config";
  EXPECT_EQ(c.datasets[1].type, element_type::int32);
  EXPECT_EQ(c.datasets[1].csv_column, "fare");
  EXPECT_EQ(c.datasets[1].csv_delimiter, ';');
  EXPECT_EQ(c.datasets[1].size, 100u);
  EXPECT_EQ(c.measurements,
            (std::vector{measurement::verify, measurement::counts, measurement::energy}));
  EXPECT_EQ(c.energy.seconds, 5);
  EXPECT_EQ(c.transfer.piece_bytes, 8u << 20);
  EXPECT_EQ(c.transfer.streams, 3u);
  EXPECT_FALSE(c.transfer.copy_back);
  EXPECT_EQ(c.baseline, "cpu_reference");
  EXPECT_EQ(c.backend, backend::host);
  EXPECT_EQ(c.time.max_samples, 3u);
  EXPECT_FALSE(c.time.cold);
}

TEST_F(read_config_test, sizes) {
  EXPECT_EQ(parse_size("64KiB", ""), 65536u);
  EXPECT_EQ(parse_size("1GiB", ""), 1073741824u);
  EXPECT_EQ(parse_size("3MB", ""), 3000000u);
  EXPECT_EQ(parse_size("17", ""), 17u);
  for (const char* bad : {"", "KiB", "1XB", "-1", "0", "1.5MiB", "99999999999999999999999",
                          "17592186044417", "1 KiB"})
    EXPECT_THROW(parse_size(bad, "p"), datasets::bad_input) << bad;
  EXPECT_THROW(parse_size(-1, "p"), datasets::bad_input);
  EXPECT_THROW(parse_size(0u, "p"), datasets::bad_input);
}

struct bad_config {
  std::string text, says;
  bool schema_sees_it = true;  // some rules are beyond a JSON Schema
};

std::vector<fs::directory_entry> published_configs() {
  std::vector<fs::directory_entry> configs;
  for (const auto& entry : fs::recursive_directory_iterator(CODAG_SOURCE_DIR "/configs"))
    if (entry.path().extension() == ".json" && entry.path().filename() != "schema.json")
      configs.push_back(entry);
  return configs;
}

std::vector<bad_config> bad_configs() {
  return {
      {"{", "not valid JSON: at line 1", true},
      {"[]", "expected an object", true},
      {config_with(R"(, "sise": 1)"), R"(/sise: unknown key; expected one of $schema, experiment)",
       true},
      {config_with(R"(, "sise": 1)"), R"(did you mean "size"?)", true},
      {R"({"experiment": "t", "datasets": ["MC0"], "codecs": ["rle_v1"]})",
       R"("variants" is missing)", true},
      {R"({"experiment": "t", "datasets": ["MC9"], "codecs": ["rle_v1"], "variants": ["block_per_chunk"]})",
       R"(/datasets/0: unknown dataset "MC9")", true},
      {R"({"experiment": "t", "datasets": ["MC0"], "codecs": ["rle_v1"], "variants": ["blok_per_chunk"]})",
       R"(/variants/0: unknown variant "blok_per_chunk")", true},
      {R"({"experiment": "t", "datasets": ["MC0"], "codecs": ["rle_v1"], "variants": ["blok_per_chunk"]})",
       R"(did you mean "block_per_chunk"?)", true},
      {R"({"experiment": "t", "datasets": ["MC0"], "codecs": ["rle_v1"], "variants": [{"name": "block_per_chunk", "warps_per_block": 33}]})",
       "/variants/0/warps_per_block: expected a whole number from 3 to 32, found 33", false},
      {R"({"experiment": "t", "datasets": ["MC0"], "codecs": ["rle_v1"], "variants": [{"name": "block_per_chunk", "ring_bytes": 512}]})",
       "/variants/0/ring_bytes: unknown key; expected one of name, warps_per_block", false},
      {R"({"experiment": "t", "datasets": ["MC0"], "codecs": ["rle_v1"], "variants": [{"name": "warp_per_chunk/all_threads/shared", "ring_bytes": [256, 384]}]})",
       "/variants/0/ring_bytes/1: expected a power of two from 256 to 8192 bytes", false},
      {R"({"experiment": "t", "datasets": ["MC0"], "codecs": ["rle_v1"], "variants": [{"name": "cpu_reference", "warps_per_block": 4}]})",
       "/variants/0/warps_per_block: unknown key; expected one of name", false},
      {R"({"experiment": "t", "datasets": ["MC0"], "codecs": ["rle_v1"], "variants": [{"name": "block_per_chunk", "warps": 4}]})",
       R"(/variants/0/warps: unknown key)", false},
      {R"({"experiment": "t", "datasets": ["MC0"], "codecs": ["rle_v1"], "variants": [{"name": "block_per_chunk", "warps_per_block": 4}, {"name": "block_per_chunk", "warps_per_block": [4, 8]}]})",
       "/variants/1: a second variant block_per_chunk/warps=4", false},
      {R"({"experiment": "t", "datasets": [], "codecs": ["rle_v1"], "variants": ["block_per_chunk"]})",
       "/datasets: the list is empty", true},
      {R"({"experiment": "t", "datasets": ["MC0", "MC0"], "codecs": ["rle_v1"], "variants": ["block_per_chunk"]})",
       "/datasets/1: appears twice", true},
      {R"({"experiment": "A b", "datasets": ["MC0"], "codecs": ["rle_v1"], "variants": ["block_per_chunk"]})",
       "/experiment: expected a name", true},
      {config_with(R"(, "size": "1 parsec")"), "/size: expected a size", true},
      {config_with(R"(, "size": 0)"), "/size: expected a size", true},
      {config_with(R"(, "seed": -1)"), "/seed: expected a whole number", true},
      {config_with(R"(, "chunk_bytes": 1000)"), "/chunk_bytes: expected a multiple of 8 from 1024",
       true},
      {config_with(R"(, "chunk_bytes": [4096, 4097])"), "/chunk_bytes/1: expected a multiple of 8",
       true},
      {config_with(R"(, "backend": "gpu")"), R"(/backend: unknown backend "gpu")", true},
      {config_with(R"(, "time": {"max_noise": 2})"), "/time/max_noise: expected a number from",
       true},
      {config_with(R"(, "time": {"min_samples": 0})"), "/time/min_samples: expected a whole number",
       true},
      {config_with(R"(, "time": {"min_samples": 9, "max_samples": 3})"),
       "max_samples is below min_samples", false},
      {config_with(R"(, "time": {"cold": 1})"), "/time/cold: expected true or false", true},
      {R"({"experiment": "t", "datasets": [{"path": "x"}], "codecs": ["rle_v1"], "variants": ["block_per_chunk"]})",
       R"(/datasets/0: "type" is missing)", true},
      {R"({"experiment": "t", "datasets": [{"path": "x", "type": "int8", "format": "csv"}], "codecs": ["rle_v1"], "variants": ["block_per_chunk"]})",
       R"("csv_column" is missing)", true},
      {R"({"experiment": "t", "datasets": [{"path": "x", "type": "int9"}], "codecs": ["rle_v1"], "variants": ["block_per_chunk"]})",
       R"(did you mean "int8"?)", true},
  };
}

TEST_F(read_config_test, says_what_is_wrong_where_and_what_was_expected) {
  for (const bad_config& bad : bad_configs())
    EXPECT_NE(refusal(bad.text).find(bad.says), std::string::npos) << bad.text << "\n"
                                                                   << refusal(bad.text);
  EXPECT_THROW(read_config(folder_ / "none.json", registry_names()), datasets::bad_input);
}

TEST_F(read_config_test, the_published_configs_are_read) {
  for (const auto& entry : published_configs())
    EXPECT_NO_THROW(read_config(entry.path(), registry_names())) << entry.path();
}

TEST_F(read_config_test, the_published_schema_agrees) {
  std::vector<fs::path> files;
  for (const auto& entry : published_configs()) files.push_back(entry.path());
  const std::size_t published = files.size();
  for (const bad_config& bad : bad_configs())
    files.push_back(write(bad.text, "bad" + std::to_string(files.size()) + ".json"));
  const auto accepted = accepted_by_schema(files);
  if (!accepted) GTEST_SKIP() << "python3-jsonschema is not installed";
  for (std::size_t i = 0; i < published; ++i) EXPECT_TRUE((*accepted)[i]) << files[i];
  for (std::size_t i = published; i < files.size(); ++i) {
    const bad_config bad = bad_configs()[i - published];
    EXPECT_EQ((*accepted)[i], !bad.schema_sees_it) << bad.text;
  }
}

}  // namespace
}  // namespace codag::harness
