// The plan's cases: their order, names and backends, and the filter.
#include "harness/plan/plan.hpp"

#include <gtest/gtest.h>

#include <set>

#include "datasets/dataset.hpp"

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
  c.measurements = {"verify", "time"};
  return c;
}

std::vector<std::string> names(const std::vector<bench_case>& plan) {
  std::vector<std::string> all;
  for (const bench_case& c : plan) all.push_back(c.name);
  return all;
}

TEST(plan, is_the_product_with_the_roof_before_each_size) {
  const auto plan = make_plan(two_by_two(), "cuda");
  EXPECT_EQ(names(plan),
            (std::vector<std::string>{
                "copy/1MiB", "MC0/rle_v1/block_per_chunk/4KiB", "MC0/rle_v1/cpu_reference/4KiB",
                "MC0/rle_v1/block_per_chunk/128KiB", "MC0/rle_v1/cpu_reference/128KiB",
                "copy/1000B", "HRG/rle_v1/block_per_chunk/4KiB", "HRG/rle_v1/cpu_reference/4KiB",
                "HRG/rle_v1/block_per_chunk/128KiB", "HRG/rle_v1/cpu_reference/128KiB"}));
  EXPECT_EQ(plan[0].backend, "cuda");
  EXPECT_EQ(plan[1].backend, "cuda");
  EXPECT_EQ(plan[2].backend, "cpu");
  EXPECT_EQ(plan[6].size, 1000u);
}

TEST(plan, needs_no_roof_without_time) {
  config c = two_by_two();
  c.measurements = {"counts"};
  for (const bench_case& one : make_plan(c, "host")) EXPECT_NE(one.variant, "copy");
}

TEST(plan, filter_keeps_what_the_expression_finds) {
  const auto plan = make_plan(two_by_two(), "host");
  EXPECT_EQ(filter_plan(plan, "^MC0.*128KiB$").size(), 2u);
  EXPECT_THROW(filter_plan(plan, "("), datasets::bad_input);
  EXPECT_THROW(filter_plan(plan, "nothing"), datasets::bad_input);
}

TEST(plan, size_names) {
  EXPECT_EQ(size_name(1 << 30), "1GiB");
  EXPECT_EQ(size_name(131072), "128KiB");
  EXPECT_EQ(size_name(1000), "1000B");
}

TEST(case_result, an_interpreted_or_failed_case_has_no_throughput) {
  case_result r;
  r.raw_bytes = 1000;
  r.cold.emplace();
  r.cold->median = 1e-6;
  r.status = case_status::ok;
  r.what.backend = "cuda";
  EXPECT_DOUBLE_EQ(r.gbps().value(), 1.0);
  r.what.backend = "host";
  EXPECT_FALSE(r.gbps());
  r.what.backend = "cuda";
  r.status = case_status::failed_verify;
  EXPECT_FALSE(r.gbps());
}

}  // namespace
}  // namespace codag::harness
