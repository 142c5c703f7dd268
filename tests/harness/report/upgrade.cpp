// A report of schema version 1, as read_report gives it to its readers.
#include "harness/report/upgrade.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace codag::harness {
namespace {

using nlohmann::json;

/// A row as version 1 had it.
json row(const json& more = json::object()) {
  json c = {{"name", "MC0/rle_v1/block_per_chunk/128KiB"},
            {"variant", "block_per_chunk"},
            {"schedule", "block_per_chunk"},
            {"decoding", "single_thread"},
            {"input_buffer", "shared"},
            {"prefetch_warp", true},
            {"warps_per_block", 32},
            {"ring_bytes", nullptr},
            {"gbps", 100},
            {"roof_share", 0.5},
            {"absent", {{"ring_bytes", "the variant allows only one value"}}}};
  c.update(more);
  return c;
}

json upgraded(const json& c) {
  json report = {{"codag", {{"schema_version", 1}, {"cases", json::array({c})}}}};
  upgrade_report(report);
  EXPECT_EQ(report["codag"]["schema_version"], 2);
  return report["codag"]["cases"][0];
}

TEST(upgrade, parts_and_parameters_are_objects) {
  const json c = upgraded(row());
  EXPECT_EQ(c["kind"], "decode");
  EXPECT_EQ(c["parts"], (json{{"schedule", "block_per_chunk"},
                              {"decoding", "single_thread"},
                              {"input_buffer", "shared"},
                              {"prefetch_warp", "yes"}}));
  EXPECT_EQ(c["parameters"], (json{{"warps_per_block", 32}}));
  EXPECT_EQ(c["encoder_parameters"], json::object());
  for (const char* key :
       {"schedule", "decoding", "input_buffer", "prefetch_warp", "warps_per_block", "ring_bytes"}) {
    EXPECT_FALSE(c.contains(key)) << key;
    EXPECT_FALSE(c["absent"].contains(key)) << key;
  }
  EXPECT_EQ(c["gbps"], 100) << "what is not moved stays";
}

TEST(upgrade, a_prefetch_warp_is_yes_or_no) {
  EXPECT_EQ(upgraded(row({{"prefetch_warp", false}}))["parts"]["prefetch_warp"], "no");
  EXPECT_FALSE(upgraded(row({{"prefetch_warp", nullptr}}))["parts"].contains("prefetch_warp"));
}

// Version 1 set every case against a copy of its output: another roof.
TEST(upgrade, a_roof_share_is_dropped_and_says_so) {
  const json c = upgraded(row());
  for (const char* key : {"roof_share", "traffic_gbps"}) {
    EXPECT_TRUE(c[key].is_null()) << key;
    EXPECT_EQ(c["absent"][key], "the report has schema version 1, which did not record it") << key;
  }
}

TEST(upgrade, a_copy_row_is_memory_traffic) {
  const json c = upgraded({{"name", "copy/1MiB"},
                           {"variant", "copy"},
                           {"schedule", nullptr},
                           {"absent", {{"schedule", "the copy row decodes nothing"}}}});
  EXPECT_EQ(c["kind"], "traffic");
  EXPECT_TRUE(c["parts"].empty());
  EXPECT_TRUE(c["parameters"].empty());
}

TEST(upgrade, an_alu_row_is_a_microbenchmark) {
  const json c = upgraded({{"name", "alu/all_threads/1000"},
                           {"variant", "alu/all_threads"},
                           {"decoding", "all_threads"},
                           {"operations_per_access", 1000},
                           {"absent", json::object()}});
  EXPECT_EQ(c["kind"], "microbenchmark");
  EXPECT_EQ(c["parts"], (json{{"decoding", "all_threads"}}));
  EXPECT_EQ(c["parameters"], (json{{"operations_per_access", 1000}}));
}

// Reports once had targets, numbers of our own, among the claims.
TEST(upgrade, targets_are_parted_from_claims) {
  const auto claim = [](const char* name, const char* source, const char* verdict) {
    return json{{"name", name}, {"source", source}, {"verdict", verdict}};
  };
  json report = {{"codag",
                  {{"schema_version", 2},
                   {"config", {{"claims", {{{"name", "a"}, {"source", "docs/tiles.md"}}}}}},
                   {"claims",
                    {claim("a", "docs/tiles.md", "reproduced"), claim("b", "a paper", "reproduced"),
                     claim("c", "docs/tiles.md, x", "not_reproduced"),
                     claim("d", "docs/tiles.md", "other_hardware")}}}}};
  upgrade_report(report);
  const json& codag = report["codag"];
  EXPECT_EQ(codag["claims"], (json{claim("b", "a paper", "reproduced")}));
  EXPECT_EQ(codag["targets"],
            (json{claim("a", "docs/tiles.md", "met"), claim("c", "docs/tiles.md, x", "missed"),
                  claim("d", "docs/tiles.md", "other_hardware")}));
  EXPECT_FALSE(codag["config"].contains("claims"));
  EXPECT_EQ(codag["config"]["targets"].size(), 1u);
  const json once = report;
  upgrade_report(report);
  EXPECT_EQ(report, once);
}

TEST(upgrade, other_versions_and_other_files_are_left_alone) {
  const json others = json::array({json(),
                                   5,
                                   json::array(),
                                   json::object(),
                                   {{"codag", {{"schema_version", 2}, {"cases", {row()}}}}},
                                   {{"codag", {{"schema_version", 3}}}}});
  for (const json& other : others) {
    json report = other;
    upgrade_report(report);
    EXPECT_EQ(report, other);
  }
}

// report_shape says what is wrong with these; the upgrade must not stumble over them first.
TEST(upgrade, rows_that_are_no_rows_are_passed_over) {
  json report = {{"codag", {{"schema_version", 1}, {"cases", {5, {{"absent", 3}}}}}}};
  EXPECT_NO_THROW(upgrade_report(report));
  EXPECT_EQ(report["codag"]["cases"][0], 5);
  report = {{"codag", {{"schema_version", 1}, {"cases", "none"}}}};
  EXPECT_NO_THROW(upgrade_report(report));
}

}  // namespace
}  // namespace codag::harness
