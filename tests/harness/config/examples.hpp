// Configs as text: what the reader and the published schema are both tried on.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace codag::harness {

/// A config as text, and who takes it.
struct example {
  std::string text;
  bool by_reader, by_schema;
};

/// A whole config with one key replaced by, or added as, `value`.
inline std::string with(const std::string& key, const std::string& value) {
  nlohmann::json c = {{"experiment", "t"},
                      {"datasets", {"MC0"}},
                      {"codecs", {"rle_v1"}},
                      {"variants", {"block_per_chunk"}}};
  c[key] = nlohmann::json::parse(value);
  return c.dump();
}

/// A claim with one key replaced, or taken away by null.
inline nlohmann::json claim_with(const std::string& key, const std::string& value) {
  nlohmann::json c = {{"name", "speedup"},
                      {"source", "a paper"},
                      {"says", "It is faster."},
                      {"value", "/gbps"},
                      {"left", {{"codec", "rle_v1"}}},
                      {"right", {{"variant", "block_per_chunk"}}},
                      {"statistic", "geomean_ratio"},
                      {"expected", {{"at_least", 2}}}};
  c[key] = nlohmann::json::parse(value);
  if (c[key].is_null()) c.erase(key);
  return c;
}

inline std::vector<example> claim_examples() {
  std::vector<example> all;
  const auto add = [&](bool valid, const char* key, std::initializer_list<const char*> values) {
    for (const char* value : values) {
      const nlohmann::json list = nlohmann::json::array({claim_with(key, value)});
      all.push_back({with("claims", list.dump()), valid, valid});
    }
  };
  for (const char* value : {"[]", "{}", "[1]", "[{}]"})
    all.push_back({with("claims", value), false, false});
  add(true, "expected",
      {R"({"about": 13.46, "tolerance": 0.25})", R"({"at_most": -1})", R"({"at_least": 0})"});
  add(false, "expected",
      {"null", "1", "{}", R"({"about": 1})", R"({"about": 1, "tolerance": -1})",
       R"({"at_most": 1, "at_least": 0})", R"({"at_most": 1, "tolerance": 0})",
       R"({"at_most": "1"})", R"({"is": 1})"});
  add(true, "left",
      {R"({"variant": "x", "chunk_bytes": 1024, "prefetch_warp": "yes", "warps_per_block": 8})"});
  add(false, "left",
      {"null", "{}", "[]", R"({"GBps": 1})", R"({"codec": ["rle_v1"]})", R"({"codec": null})"});
  // A schema does not know which parts and parameters there are.
  for (const char* left : {R"({"gbps": 1})", R"({"warps": 8})"}) {
    const nlohmann::json list = nlohmann::json::array({claim_with("left", left)});
    all.push_back({with("claims", list.dump()), false, true});
  }
  add(false, "right", {"null", "{}"});
  add(true, "statistic", {R"("min_ratio")", R"("max_ratio")", R"("max_relative_difference")"});
  add(false, "statistic", {"null", R"("median")", R"("mean")"});  // a mean has no right
  add(true, "value", {R"("/time/cold/median_s")"});
  add(false, "value", {"null", "1", R"("gbps")", R"("/~2")"});
  add(false, "name", {"null", R"("")", R"("A b")"});
  add(false, "source", {"null", "1"});
  add(false, "says", {"null", "1"});
  add(false, "paper", {"1"});
  // A schema cannot compare two names.
  const nlohmann::json twice = {claim_with("source", R"("x")"), claim_with("source", R"("y")")};
  all.push_back({with("claims", twice.dump()), false, true});
  return all;
}

inline std::vector<example> alu_examples() {
  std::vector<example> all;
  const auto add = [&](bool valid, std::initializer_list<const char*> values) {
    for (const char* value : values)
      all.push_back(
          {std::string(R"({"experiment": "t", "microbenchmark": )") + value + "}", valid, valid});
  };
  add(true, {R"({"name": "alu", "operations_per_access": [1, 1048576]})"});
  add(false, {"{}", "[]", R"({"name": "alu"})", R"({"name": "fpu", "operations_per_access": [1]})",
              R"({"name": "alu", "operations_per_access": 1})",
              R"({"name": "alu", "operations_per_access": []})",
              R"({"name": "alu", "operations_per_access": [0]})",
              R"({"name": "alu", "operations_per_access": [1048577]})",
              R"({"name": "alu", "operations_per_access": [1, 1]})",
              R"({"name": "alu", "operations_per_access": [1], "warps": 1})"});
  // Neither it nor the axes of decompression, and both.
  all.push_back({R"({"experiment": "t"})", false, false});
  all.push_back(
      {with("microbenchmark", R"({"name": "alu", "operations_per_access": [1]})"), false, false});
  return all;
}

}  // namespace codag::harness
