// Names and copy rows of whole plans.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "harness/plan/plan.hpp"

namespace codag::harness {
namespace {

config three_datasets() {
  config c;
  c.chunk_bytes = {4096, 65536};
  c.datasets.resize(3);
  c.datasets[0].name = "MC0";
  c.datasets[1].name = "words";
  c.datasets[1].path = "/words";
  c.datasets[2].name = "HRG";
  c.datasets[2].size = 64 << 10;
  c.codecs = {"rle_v1", "rle_v2"};
  c.variants = {"warp_per_chunk/all_threads/shared", "block_per_chunk", "cpu_zlib"};
  c.measurements = {"time"};
  return c;
}

TEST(case_names, are_unique_and_the_same_every_time) {
  const auto plan = make_plan(three_datasets(), "host");
  const auto again = make_plan(three_datasets(), "host");
  ASSERT_EQ(plan.size(), 3u * 2 * 2 * 3 + 2);
  std::set<std::string> names;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    EXPECT_TRUE(names.insert(plan[i].name).second) << plan[i].name;
    EXPECT_EQ(plan[i].name, again[i].name);
  }
  EXPECT_EQ(plan[1].name, "MC0/rle_v1/warp_per_chunk/all_threads/shared/4KiB");
}

TEST(case_names, say_what_was_chosen_of_a_launch) {
  config c = three_datasets();
  c.chunk_bytes = {4096};
  c.variants = {variant_spec("block_per_chunk", {.warps_per_block = 8, .ring_bytes = {}})};
  const bench_case one = make_plan(c, "host")[1];
  EXPECT_EQ(one.name, "MC0/rle_v1/block_per_chunk/warps=8/4KiB");
  EXPECT_EQ(one.variant, "block_per_chunk/warps=8");
  EXPECT_EQ(one.registered_variant(), "block_per_chunk");
  EXPECT_EQ(one.chosen.warps_per_block, 8u);
}

TEST(case_names, say_members_once_for_a_file_that_came_compressed) {
  config c = three_datasets();
  c.datasets = {c.datasets[1]};
  c.datasets[0].format = "gzip";
  c.codecs = {"deflate"};
  c.variants = {"block_per_chunk", "cpu_zlib"};
  std::vector<std::string> names;
  for (const bench_case& one : make_plan(c, "host")) {
    names.push_back(one.name);
    EXPECT_EQ(one.chunk_bytes, 0u);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"copy/1MiB", "words/deflate/block_per_chunk/members",
                                             "words/deflate/cpu_zlib/members"}));
}

TEST(copy_row, stands_once_a_size_and_runs_where_the_kernels_time_counts) {
  for (const auto& [backend, of_copy] :
       {std::pair<const char*, const char*>("cuda", "cuda"), {"host", "cpu"}}) {
    const auto plan = make_plan(three_datasets(), backend);
    std::vector<std::string> copies;
    for (const bench_case& c : plan)
      if (c.variant == "copy") {
        copies.push_back(c.name);
        EXPECT_EQ(c.backend, of_copy);
        EXPECT_EQ(c.codec, "");
      } else {
        EXPECT_EQ(c.backend, c.variant == "cpu_zlib" ? "cpu" : backend) << c.name;
      }
    EXPECT_EQ(copies, (std::vector<std::string>{"copy/1MiB", "copy/64KiB"}));
  }
}

TEST(case_status_names, are_all_different) {
  std::set<std::string_view> names;
  for (const case_status s : {case_status::ok, case_status::failed_verify, case_status::skipped,
                              case_status::all_throttled, case_status::error})
    names.insert(to_string(s));
  EXPECT_EQ(names.size(), 5u);
}

TEST(headline, prefers_cold_samples) {
  case_result r;
  EXPECT_EQ(r.headline(), nullptr);
  EXPECT_FALSE(r.gbps());
  r.status = case_status::ok;
  r.raw_bytes = 2000;
  r.hot.emplace().median = 1e-6;
  EXPECT_DOUBLE_EQ(r.gbps().value(), 2.0);
  r.cold.emplace().median = 2e-6;
  EXPECT_EQ(r.headline(), &*r.cold);
  EXPECT_DOUBLE_EQ(r.gbps().value(), 1.0);
}

}  // namespace
}  // namespace codag::harness
