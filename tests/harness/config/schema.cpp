// The published schema and the reader have the same defaults and names, and accept the same
// configs.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "codag/codec/deflate/encoders.hpp"
#include "datasets/dataset.hpp"
#include "harness/config/config.hpp"
#include "harness/config/sizes.hpp"
#include "harness/plan/known_names.hpp"
#include "tests/datasets/temporary_directory.hpp"
#include "tests/harness/config/examples.hpp"
#include "tests/harness/config/published_schema.hpp"

namespace codag::harness {
namespace {

nlohmann::json schema() {
  std::ifstream in(CODAG_SOURCE_DIR "/configs/schema.json");
  return nlohmann::json::parse(in);
}

/// The registered names, and the peer "mine" instead of those that are installed.
known_names names_with_a_peer() {
  known_names known = registry_names();
  known.find_peer = [](const std::string& library, const std::filesystem::path&) -> peer_lookup {
    if (library != "mine") return {.file = {}, .absent = "there is no " + library, .facts = {}};
    peer_decoder_facts decoder;
    decoder.codec = "stored";
    decoder.variant = "fast";
    decoder.compresses = true;
    decoder.parameters = {
        {.key = "effort", .label = "effort", .least = 1, .most = 2, .standard = 1}};
    peer_facts facts;
    facts.name = "mine";
    facts.decoders = {decoder};
    return {.file = "libmine.so", .absent = {}, .facts = std::move(facts)};
  };
  return known;
}

std::vector<example> examples() {
  std::vector<example> all;
  const auto add = [&](bool by_reader, bool by_schema, const std::string& key,
                       std::initializer_list<const char*> values) {
    for (const char* value : values) all.push_back({with(key, value), by_reader, by_schema});
  };
  const auto good = [&](auto... a) { add(true, true, a...); };
  const auto bad = [&](auto... a) { add(false, false, a...); };
  // A schema cannot multiply by a unit, nor compare two values.
  const auto beyond_a_schema = [&](auto... a) { add(false, true, a...); };
  using list = std::initializer_list<const char*>;

  good("$schema", list{R"("schema.json")", "5"});
  good("experiment", list{R"("a-b_9")"});
  bad("experiment", list{R"("")", R"("A")", R"("a b")", "1", "null"});
  bad("description", list{"1"});
  bad("datsets", list{R"(["MC0"])"});
  good("size", list{"1", "1e6", "17592186044416", R"("1B")", R"("007kB")", R"("16384GiB")"});
  bad("size", list{"0", "-1", "1.5", "17592186044417", R"("")", R"("0MiB")", R"("1TiB")",
                   R"("1 MiB")", "true", "[1]"});
  beyond_a_schema("size", list{R"("16385GiB")"});
  good("peers",
       list{R"(["mine"])", R"([{"library": "mine"}])",
            R"([{"library": "mine", "decoders": ["stored/fast"], "timeout_s": 1.5}])",
            R"([{"library": "no", "optional": true, "decoders": ["a/b/c", {"name": "d/e"}]}])",
            R"([{"library": "mine", "decoders": [{"name": "stored/fast", "effort": [1, 2]}]}])"});
  bad("peers", list{"[]", R"("mine")", "[1]", R"([""])", R"(["mine", "mine"])", "[{}]",
                    R"([{"library": "a\nb"}])", R"([{"library": "mine", "decoders": []}])",
                    R"([{"library": "mine", "decoders": ["stored"]}])",
                    R"([{"library": "mine", "decoders": ["Stored/fast"]}])",
                    R"([{"library": "mine", "timeout_s": 0}])", R"([{"library": "mine", "x": 1}])",
                    R"([{"library": "no", "optional": true}])"});
  // A schema knows no library.
  beyond_a_schema(
      "peers", list{R"(["no"])", R"([{"library": "mine", "decoders": ["stored/slow"]}])",
                    R"([{"library": "mine", "decoders": [{"name": "stored/fast", "x": 1}]}])",
                    R"([{"library": "mine", "decoders": [{"name": "stored/fast", "effort": 3}]}])",
                    R"([{"library": "mine", "decoders": ["rle_v2/fast"]}])"});
  good("seed", list{"0", "2.0", "18446744073709551615"});
  bad("seed", list{"-1", "0.5", R"("1")", "18446744073709551616"});
  good("chunk_bytes", list{"1024", R"("4096B")", R"("128MiB")", R"([1024, "64KiB"])"});
  bad("chunk_bytes", list{"1016", "1028", "268435464", "[]", "[1024, 1024]", R"([""])", "{}"});
  beyond_a_schema("chunk_bytes", list{R"("1B")", R"("1GiB")", R"("1025B")", R"([4096, "4KiB"])"});
  good("datasets", list{R"([{"name": "MC0"}])", R"([{"name": "MC0", "size": "1MiB"}, "MC3"])",
                        R"([{"path": "x", "type": "float64"}])",
                        R"([{"path": "x/", "type": "int8", "name": "n"}])",
                        R"([{"path": "/a b/é", "type": "int8"}])",
                        R"([{"path": "x", "type": "int8", "name": "words", "format": "raw"}])",
                        R"([{"path": "x", "type": "int8", "format": "csv", "csv_column": 0}])",
                        R"([{"path": "x.gz", "format": "gzip", "size": 9}])",
                        R"([{"path": "x.zz", "format": "zlib", "name": "x"}])",
                        R"([{"path": "x", "type": "int8", "format": "csv", "csv_column": "a",
                             "csv_delimiter": "\t", "size": 9}])",
                        R"([{"path": "x", "type": "uint8", "format": "csv", "csv_column": "a",
                             "csv_text": true}])",
                        R"([{"path": "x", "type": "int32", "format": "csv", "csv_column": "a",
                             "csv_text": false}])",
                        R"([{"path": "x", "type": "int8", "format": "auto"}])",
                        R"([{"path": "x", "format": "npy"}])",
                        R"([{"path": "x", "format": "npy", "column": 0, "type": "int8"}])",
                        R"([{"path": "x", "format": "npy", "column": "12"}])",
                        R"([{"path": "x", "type": "int8", "format": "csv", "csv_column": "a",
                             "csv_header": "yes", "csv_delimiter": "tab"}])",
                        R"([{"path": "x", "type": "int8", "format": "csv", "csv_column": "3",
                             "csv_header": "no"}])"});
  bad("datasets", list{"[]",
                       R"("MC0")",
                       "[1]",
                       R"(["MC1"])",
                       R"(["MC0", "MC0"])",
                       "[{}]",
                       R"([{"name": "words"}])",
                       R"([{"path": "x"}])",
                       R"([{"path": "", "type": "int8"}])",
                       R"([{"path": "x", "type": "int"}])",
                       R"([{"path": 1, "type": "int8"}])",
                       R"([{"path": "x/", "type": "int8"}])",
                       R"([{"path": "a\u0000b", "type": "int8"}])",
                       R"([{"path": "a\nb", "type": "int8", "name": "n"}])",
                       R"([{"path": "a\n", "type": "int8", "name": "n"}])",
                       R"([{"path": "a\u0085/b", "type": "int8"}])",
                       R"([{"path": "x", "type": "int8", "name": "a\u007f"}])",
                       R"([{"path": "x", "type": "int8", "name": "a\u0085"}])",
                       R"([{"path": "x", "type": "int8", "name": "a/b"}])",
                       R"([{"path": "x", "type": "int8", "name": ""}])",
                       R"([{"path": "x", "type": "int8", "format": "csv"}])",
                       R"([{"path": "x", "type": "int8", "format": "tsv"}])",
                       R"([{"path": "x", "type": "int8", "csv_column": "a"}])",
                       R"([{"path": "x", "type": "uint8", "format": "gzip"}])",
                       R"([{"path": "x", "format": "raw"}])",
                       R"([{"path": "x", "format": "csv", "csv_column": 0}])",
                       R"([{"path": "x", "format": "zlib", "csv_column": 0}])",
                       R"([{"name": "MC0", "format": "gzip"}])",
                       R"([{"path": "x", "type": "int8", "csv_delimiter": ";"}])",
                       R"([{"path": "x", "type": "int8", "format": "csv", "csv_column": ""}])",
                       R"([{"path": "x", "type": "int8", "format": "csv", "csv_column": -1}])",
                       R"([{"path": "x", "type": "int8", "format": "csv", "csv_column": "a",
                            "csv_delimiter": "\""}])",
                       R"([{"path": "x", "type": "int8", "format": "csv", "csv_column": "a",
                            "csv_delimiter": "é"}])",
                       R"([{"path": "x", "type": "int8", "csv_text": true}])",
                       R"([{"path": "x", "type": "int32", "format": "csv", "csv_column": "a",
                            "csv_text": true}])",
                       R"([{"path": "x", "type": "int8", "column": 1}])",
                       R"([{"path": "x", "format": "auto"}])",
                       R"([{"path": "x", "format": "npy", "column": "a"}])",
                       R"([{"path": "x", "format": "npy", "column": -1}])",
                       R"([{"path": "x", "format": "npy", "csv_column": 1}])",
                       R"([{"path": "x", "format": "parquet", "column": 1}])",
                       R"([{"path": "x", "type": "int8", "csv_header": "yes"}])",
                       R"([{"path": "x", "type": "int8", "format": "csv", "csv_column": "a",
                            "csv_header": "no"}])",
                       R"([{"path": "x", "type": "int8", "format": "csv", "csv_column": "a",
                            "csv_header": true}])"});
  good("datasets", list{R"([{"name": "uniform", "type": "int16", "bit_width": [4, 8]}])",
                        R"([{"name": "entropy", "entropy": 2.5}, {"name": "entropy"}])"});
  bad("datasets",
      list{R"([{"name": "uniform", "bit_width": []}])",
           R"([{"name": "uniform", "bit_width": [4, 4]}])",
           R"([{"name": "uniform", "bit_width": null}])", R"([{"name": "uniform", "Bits": 4}])"});
  // A schema does not know which parameters a generator has, nor their limits.
  beyond_a_schema(
      "datasets",
      list{R"(["MC0", {"name": "MC0"}])", R"([{"name": "MC0", "type": "int8"}])",
           R"([{"name": "uniform", "bits": 4}])", R"([{"name": "uniform", "bit_width": 65}])"});
  bad("codecs", list{"[]", R"("rle_v1")", R"(["rle_v3"])", R"(["rle_v1", "rle_v1"])", "[1]"});
  good("codecs", list{R"([{"name": "rle_v1"}])", R"([{"name": "deflate", "level": 0}])",
                      R"([{"name": "deflate", "encoder": "zlib", "level": [1, 9]}])",
                      R"([{"name": "deflate", "strategy": "rle", "flush_bytes": "4KiB"}])"});
  bad("codecs", list{"[{}]", R"([{"name": "rle_v3"}])", R"([{"name": "deflate", "level": []}])",
                     R"([{"name": "deflate", "level": {}}])"});
  beyond_a_schema("codecs", list{R"([{"name": "deflate", "levels": 1}])",
                                 R"([{"name": "deflate", "level": 10}])",
                                 R"([{"name": "deflate", "level": 1.5}])",
                                 R"([{"name": "deflate", "encoder": "zopfli"}])",
                                 R"([{"name": "deflate", "strategy": "none"}])",
                                 R"([{"name": "deflate", "flush_bytes": 63}])",
                                 R"([{"name": "deflate", "encoder": "libdeflate", "level": 13}])"});
  bad("variants", list{"[]", R"(["warp"])", R"(["cpu_reference", "cpu_reference"])"});
  good("measurements", list{R"(["time"])", R"(["verify", "counts"])",
                            R"(["stalls", "metrics", "energy", "transfer", "latency"])"});
  bad("measurements", list{"[]", R"(["stall"])", R"(["time", "time"])"});
  good("baseline", list{R"("cpu_reference")"});
  bad("baseline", list{R"("copy")", "1"});
  good("backend", list{R"("auto")", R"("cuda")", R"("host")"});
  bad("backend", list{R"("gpu")", "true"});
  good("verify", list{R"("last")", R"("every")"});
  bad("verify", list{R"("none")", "true", R"(["every"])"});
  bad("deflate", list{"{}"});  // before version 2 the encoder was set here
  const bool has_libdeflate = deflate::find_encoder("libdeflate")->absent.empty();
  add(has_libdeflate, true, "codecs",
      list{R"([{"name": "deflate", "encoder": "libdeflate", "level": 12}])"});
  good("time", list{"{}", R"({"warmup": 0, "min_samples": 1, "max_samples": 1, "max_noise": 0,
                              "time_limit_s": 0.5, "throttle_threshold": 1, "cold": false})"});
  bad("time", list{"[]", R"({"warmups": 1})", R"({"warmup": -1})", R"({"min_samples": 0})",
                   R"({"max_samples": 1000001})", R"({"max_noise": 1.1})", R"({"hot": 1})",
                   R"({"time_limit_s": -1})", R"({"time_limit_s": "1"})",
                   R"({"cold": false, "hot": false})"});
  beyond_a_schema("time", list{R"({"max_samples": 9})"});
  good("energy", list{"{}", R"({"seconds": 0.5})", R"({"seconds": 60})"});
  bad("energy", list{"[]", "2", R"({"seconds": 0.4})", R"({"seconds": 61})", R"({"seconds": "2"})",
                     R"({"second": 2})"});
  good("transfer", list{"{}", R"({"piece_bytes": 4096, "streams": 1, "copy_back": false})",
                        R"({"piece_bytes": "1GiB", "streams": 16})"});
  bad("transfer", list{"[]", "true", R"({"piece_bytes": 4095})", R"({"piece_bytes": 1073741825})",
                       R"({"piece_bytes": "much"})", R"({"streams": 0})", R"({"streams": 17})",
                       R"({"streams": 1.5})", R"({"copy_back": 1})", R"({"pieces": 2})"});
  beyond_a_schema("transfer", list{R"({"piece_bytes": "1KiB"})", R"({"piece_bytes": "2GiB"})"});
  good("stalls", list{"{}", R"({"period": 5})", R"({"period": 31})"});
  bad("stalls", list{"[]", R"({"period": 4})", R"({"period": 32})", R"({"period": 11.5})",
                     R"({"cycles": 2048})"});
  good("metrics", list{R"(["pipes"])", R"(["throughput", "occupancy", "dram__bytes_read.sum"])"});
  bad("metrics", list{"[]", R"("pipes")", "[1]", R"(["pipe"])", R"(["pipes", "pipes"])",
                      R"(["dram__bytes read"])", R"([""])", R"(["dram_bytes_read.sum"])"});
  for (const auto& more : {claim_examples(), alu_examples()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

bool reader_takes(const std::filesystem::path& file) {
  try {
    read_config(file, names_with_a_peer());
    return true;
  } catch (const datasets::bad_input&) {
    return false;
  }
}

TEST(schema, agrees_with_the_reader) {
  const std::vector<example> all = examples();
  const datasets::temporary_directory folder;
  std::vector<std::filesystem::path> files;
  for (const example& one : all) {
    files.push_back(folder.write(std::to_string(files.size()), one.text));
    EXPECT_EQ(reader_takes(files.back()), one.by_reader) << one.text;
  }
  const auto accepted = accepted_by_schema(files);
  if (!accepted) GTEST_SKIP() << "the schema was not tried: install python3-jsonschema";
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ((*accepted)[i], all[i].by_schema) << all[i].text;
}

TEST(schema, prints_the_defaults_that_the_reader_has) {
  const datasets::temporary_directory folder;
  const config c = read_config(folder.write("c.json", with("time", "{}")), registry_names());
  const nlohmann::json keys = schema()["properties"];
  EXPECT_EQ(parse_size(keys["size"]["default"], ""), c.size);
  EXPECT_EQ(keys["seed"]["default"], c.seed);
  EXPECT_EQ(parse_size(keys["chunk_bytes"]["default"], ""), c.chunk_bytes.front());
  std::vector<std::string> measurements;
  for (const measurement m : c.measurements) measurements.emplace_back(to_string(m));
  EXPECT_EQ(keys["measurements"]["default"], measurements);
  EXPECT_EQ(keys["baseline"]["default"], c.baseline);
  EXPECT_EQ(keys["backend"]["default"], "auto");
  EXPECT_EQ(keys["verify"]["default"], "last");
  EXPECT_EQ(c.time.verified, verified_samples::last);
  EXPECT_FALSE(c.backend) << "neither backend: the machine decides";
  EXPECT_EQ(keys["stalls"]["properties"]["period"]["default"], c.stalls.period_exponent);
  EXPECT_EQ(keys["metrics"]["default"], c.metrics);
  const nlohmann::json time = keys["time"]["properties"];
  EXPECT_EQ(time["warmup"]["default"], c.time.warmup);
  EXPECT_EQ(time["min_samples"]["default"], c.time.min_samples);
  EXPECT_EQ(time["max_samples"]["default"], c.time.max_samples);
  EXPECT_EQ(time["min_time_s"]["default"], c.time.min_time_s);
  EXPECT_EQ(time["max_noise"]["default"], c.time.max_noise);
  EXPECT_EQ(time["time_limit_s"]["default"], c.time.time_limit_s);
  EXPECT_EQ(time["throttle_threshold"]["default"], c.time.throttle_threshold);
  EXPECT_EQ(time["cold"]["default"], c.time.cold);
  EXPECT_EQ(time["hot"]["default"], c.time.hot);
  EXPECT_EQ(keys["energy"]["properties"]["seconds"]["default"], c.energy.seconds);
  const nlohmann::json transfer = keys["transfer"]["properties"];
  EXPECT_EQ(parse_size(transfer["piece_bytes"]["default"], ""), c.transfer.piece_bytes);
  EXPECT_EQ(transfer["streams"]["default"], c.transfer.streams);
  EXPECT_EQ(transfer["copy_back"]["default"], c.transfer.copy_back);
}

TEST(schema, lists_the_names_that_the_registries_know) {
  const known_names known = registry_names();
  const nlohmann::json keys = schema()["properties"];
  const auto expect_names = [](const nlohmann::json& listed, const std::vector<std::string>& names,
                               const char* where) {
    EXPECT_EQ(listed.get<std::set<std::string>>(), std::set(names.begin(), names.end()))
        << "a name was registered or dropped: bring configs/schema.json up to date at " << where;
  };
  const nlohmann::json dataset = keys["datasets"]["items"]["oneOf"];
  expect_names(dataset[0]["enum"], names_of(known.datasets), "datasets");
  expect_names(dataset[2]["properties"]["name"]["enum"], names_of(known.datasets),
               "datasets, name");
  const nlohmann::json codec = keys["codecs"]["items"]["oneOf"];
  expect_names(codec[0]["enum"], names_of(known.codecs), "codecs");
  expect_names(codec[1]["properties"]["name"]["enum"], names_of(known.codecs), "codecs, name");
  const auto variants = names_of(known.variants);
  const nlohmann::json variant = keys["variants"]["items"]["oneOf"];
  expect_names(variant[0]["enum"], variants, "variants");
  expect_names(variant[1]["properties"]["name"]["enum"], variants, "variants, name");
  expect_names(keys["baseline"]["enum"], variants, "baseline");
  expect_names(keys["queries"]["items"]["enum"], known.queries, "queries");
  std::vector<std::string> measurements;
  for (const measurement m : all_measurements) measurements.emplace_back(to_string(m));
  expect_names(keys["measurements"]["items"]["enum"], measurements, "measurements");
  expect_names(keys["metrics"]["items"]["anyOf"][0]["enum"], names_of_groups(), "metrics");
  const nlohmann::json claim = keys["claims"]["items"]["properties"];
  expect_names(claim["statistic"]["enum"], statistic_names(), "claims, statistic");
}

}  // namespace
}  // namespace codag::harness
