// Names and rows of memory traffic of whole plans.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

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
  c.measurements = {measurement::time};
  return c;
}

TEST(case_names, are_unique_and_the_same_every_time) {
  const auto plan = make_plan(three_datasets(), backend::host);
  const auto again = make_plan(three_datasets(), backend::host);
  ASSERT_EQ(plan.size(), 3u * 2 * 2 * 3 + 6);
  std::set<std::string> names;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    EXPECT_TRUE(names.insert(plan[i].name).second) << plan[i].name;
    EXPECT_EQ(plan[i].name, again[i].name);
  }
  EXPECT_EQ(plan[3].name, "MC0/rle_v1/warp_per_chunk/all_threads/shared/4KiB");
}

TEST(case_names, say_what_was_chosen_of_a_launch) {
  config c = three_datasets();
  c.chunk_bytes = {4096};
  const parameter warps{.key = "warps_per_block", .label = "warps", .most = 32};
  c.variants = {named_choice("block_per_chunk", {{{warps, 8}}})};
  const bench_case one = make_plan(c, backend::host).at(3);
  EXPECT_EQ(one.name, "MC0/rle_v1/block_per_chunk/warps=8/4KiB");
  EXPECT_EQ(one.variant(), "block_per_chunk/warps=8");
  EXPECT_EQ(one.kind(), work_kind::decode);
  EXPECT_EQ(one.column()->registered_variant, "block_per_chunk");
}

TEST(case_names, say_members_once_for_a_file_that_came_compressed) {
  config c = three_datasets();
  c.datasets = {c.datasets[1]};
  c.datasets[0].format = "gzip";
  c.codecs = {"deflate"};
  c.variants = {"block_per_chunk", "cpu_zlib"};
  std::vector<std::string> names;
  for (const bench_case& one : make_plan(c, backend::host)) {
    names.push_back(one.name);
    if (one.column() != nullptr) {
      EXPECT_EQ(one.column()->chunk_bytes, 0u);
    }
  }
  EXPECT_EQ(names, (std::vector<std::string>{"copy/1MiB", "read/1MiB", "write/1MiB",
                                             "words/deflate/block_per_chunk/members",
                                             "words/deflate/cpu_zlib/members"}));
}

TEST(traffic_rows, stand_once_per_size_and_run_where_the_kernels_time_counts) {
  for (const auto& [on, of_traffic] :
       {std::pair(backend::cuda, backend::cuda), {backend::host, backend::cpu}}) {
    const auto plan = make_plan(three_datasets(), on);
    std::vector<std::string> rows;
    for (const bench_case& c : plan)
      if (c.memory_traffic() != nullptr) {
        rows.push_back(c.name);
        EXPECT_EQ(c.backend, of_traffic);
        EXPECT_EQ(c.kind(), work_kind::traffic);
        EXPECT_EQ(c.column(), nullptr);
        EXPECT_EQ(c.variant(), c.name.substr(0, c.name.find('/')));
      } else {
        EXPECT_EQ(c.backend, c.variant() == "cpu_zlib" ? backend::cpu : on) << c.name;
      }
    EXPECT_EQ(rows, (std::vector<std::string>{"copy/1MiB", "read/1MiB", "write/1MiB", "copy/64KiB",
                                              "read/64KiB", "write/64KiB"}));
  }
}

}  // namespace
}  // namespace codag::harness
