// The plan's cases: their order, names and backends, and the filter.
#include "harness/plan/plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <string>
#include <utility>
#include <vector>

#include "datasets/dataset.hpp"
#include "harness/config/sizes.hpp"
#include "harness/plan/known_names.hpp"

namespace codag::harness {
namespace {

config two_by_two() {
  config c;
  c.size = 1 << 20;
  c.chunk_bytes = {4096, 131072};
  c.datasets.resize(2);
  c.datasets[0].name = "MC0";
  c.datasets[1].name = "HRG";
  c.datasets[1].size = 1000;
  c.codecs = {"rle_v1"};
  c.variants = {"block_per_chunk", "cpu_reference"};
  c.measurements = {measurement::verify, measurement::time};
  return c;
}

std::vector<std::string> names(const std::vector<bench_case>& plan) {
  std::vector<std::string> all;
  for (const bench_case& c : plan) all.push_back(c.name);
  return all;
}

TEST(plan, is_the_product_with_the_roof_before_each_size) {
  const auto plan = make_plan(two_by_two(), backend::cuda);
  EXPECT_EQ(names(plan),
            (std::vector<std::string>{
                "copy/1MiB", "read/1MiB", "write/1MiB", "MC0/rle_v1/block_per_chunk/4KiB",
                "MC0/rle_v1/cpu_reference/4KiB", "MC0/rle_v1/block_per_chunk/128KiB",
                "MC0/rle_v1/cpu_reference/128KiB", "copy/1000B", "read/1000B", "write/1000B",
                "HRG/rle_v1/block_per_chunk/4KiB", "HRG/rle_v1/cpu_reference/4KiB",
                "HRG/rle_v1/block_per_chunk/128KiB", "HRG/rle_v1/cpu_reference/128KiB"}));
  EXPECT_EQ(plan[0].backend, backend::cuda);
  EXPECT_EQ(plan[3].backend, backend::cuda);
  EXPECT_EQ(plan[4].backend, backend::cpu);
  EXPECT_EQ(plan[8].size, 1000u);
}

TEST(plan, needs_no_roof_without_time) {
  config c = two_by_two();
  c.measurements = {measurement::counts};
  for (const bench_case& one : make_plan(c, backend::host))
    EXPECT_EQ(one.memory_traffic(), nullptr) << one.name;
}

std::size_t memory_traffic_of(const std::vector<bench_case>& plan) {
  return static_cast<std::size_t>(std::ranges::count_if(
      plan, [](const bench_case& c) { return c.memory_traffic() != nullptr; }));
}

TEST(plan, filter_keeps_what_the_expression_finds) {
  const auto plan = make_plan(two_by_two(), backend::host);
  const auto kept = filter_plan(plan, "^MC0.*128KiB$");
  EXPECT_EQ(std::ranges::count_if(kept, [](const auto& c) { return c.column() != nullptr; }), 2);
  EXPECT_EQ(kept.size(), 2u + memory_traffic_of(plan)) << "and the traffic, which gives the roof";
  const auto writes = filter_plan(plan, "^write");
  ASSERT_EQ(writes.size(), memory_traffic_of(plan) / 3) << "of copy, read and write";
  for (const bench_case& c : writes) EXPECT_TRUE(c.name.starts_with("write/")) << c.name;
  EXPECT_THROW(filter_plan(plan, "("), datasets::bad_input);
  EXPECT_THROW(filter_plan(plan, "nothing"), datasets::bad_input);
}

TEST(plan, a_refused_filter_is_quoted_up_to_100_characters) {
  try {
    filter_plan(make_plan(two_by_two(), backend::host), std::string(200, '('));
    FAIL() << "accepted";
  } catch (const datasets::bad_input& e) {
    const std::string quoted = "--filter: \"" + std::string(100, '(') + "\" is not";
    EXPECT_TRUE(std::string(e.what()).starts_with(quoted)) << e.what();
  }
}

TEST(plan, size_names) {
  EXPECT_EQ(size_name(1 << 30), "1GiB");
  EXPECT_EQ(size_name(131072), "128KiB");
  EXPECT_EQ(size_name(1000), "1000B");
}

config one_case(const char* codec, named_choice variant) {
  config c = two_by_two();
  c.chunk_bytes = {4096};
  c.datasets.resize(1);
  c.codecs = {codec};
  c.variants = {std::move(variant)};
  c.measurements = {measurement::verify};
  return c;
}

/// The value that a case's launch has for a parameter.
std::uint64_t launch_value(const config& c, const char* key) {
  const bench_case one = make_plan(c, backend::host).at(0);
  const resolved_parameters& launch = one.column()->launch;
  EXPECT_EQ(launch.declared.size(), launch.values.size());
  return value_of(launch.declared, launch.values, key);
}

// CODAG section V-F: RLE's blocks have 1024 threads and Deflate's 128.
TEST(plan, a_parameter_that_is_not_chosen_has_the_standard_of_its_codec) {
  EXPECT_EQ(launch_value(one_case("deflate", "block_per_chunk"), "warps_per_block"), 4u);
  EXPECT_EQ(launch_value(one_case("rle_v1", "block_per_chunk"), "warps_per_block"), 32u);
  EXPECT_EQ(launch_value(one_case("rle_v2", "block_per_chunk"), "warps_per_block"), 32u);
}

TEST(plan, a_chosen_parameter_is_what_was_chosen) {
  const known_names known = registry_names();
  const parameter warps = find_known(known.variants, "block_per_chunk")->parameters.at(0);
  ASSERT_EQ(warps.key, "warps_per_block");
  const named_choice eight("block_per_chunk", {{{warps, 8}}});
  EXPECT_EQ(launch_value(one_case("deflate", eight), "warps_per_block"), 8u);
  EXPECT_EQ(launch_value(one_case("rle_v1", eight), "warps_per_block"), 8u);
}

// The reader knows the widest limits of a variant's codecs; the plan knows each codec's own.
TEST(plan, a_value_that_one_codec_does_not_allow_is_bad_input) {
  const known_names known = registry_names();
  parameter warps = find_known(known.variants, "block_per_chunk")->parameters.at(0);
  const named_choice none("block_per_chunk", {{{warps, warps.most + 1}}});
  try {
    make_plan(one_case("rle_v1", none), backend::host);
    FAIL() << "it was planned";
  } catch (const datasets::bad_input& e) {
    const std::string what = e.what();
    EXPECT_NE(what.find("rle_v1 block_per_chunk allows warps_per_block from 3 to 32, not 33"),
              std::string::npos)
        << what;
  }
}

TEST(plan, encoder_settings_are_a_part_of_the_name_and_resolved) {
  const known_names known = registry_names();
  const std::vector<parameter>& settings = find_known(known.codecs, "deflate")->parameters;
  config c = one_case("deflate", "block_per_chunk");
  c.codecs.emplace_back("deflate", chosen_parameters{{{settings.at(1), 6}}});
  const auto plan = make_plan(c, backend::host);
  EXPECT_EQ(names(plan), (std::vector<std::string>{"MC0/deflate/block_per_chunk/4KiB",
                                                   "MC0/deflate/level=6/block_per_chunk/4KiB"}));
  EXPECT_EQ(plan[0].column()->encoder.values, standard_values(settings));
  parameter_values level_6 = standard_values(settings);
  level_6.at(1) = 6;
  EXPECT_EQ(plan[1].column()->encoder.values, level_6);
  EXPECT_EQ(plan[1].column()->codec, "deflate");
  EXPECT_EQ(plan[1].column()->codec_name, "deflate/level=6");
}

TEST(plan, values_of_a_dataset_that_exclude_each_other_are_bad_input) {
  const known_names known = registry_names();
  const std::vector<parameter>& declared = find_known(known.datasets, "uniform")->parameters;
  config c = one_case("rle_v1", "block_per_chunk");
  dataset_spec& dataset = c.datasets[0];
  dataset.name = dataset.generator = "uniform";
  EXPECT_NO_THROW(make_plan(c, backend::host));
  for (const parameter& p : declared)
    dataset.chosen.values.emplace_back(p, p.key == "bit_width" ? 64 : 0);  // an 8-bit type
  try {
    make_plan(c, backend::host);
    FAIL() << "it was planned";
  } catch (const datasets::bad_input& e) {
    EXPECT_NE(std::string(e.what()).find("dataset uniform: "), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace codag::harness
