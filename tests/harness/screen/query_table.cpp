// What a person reads of queries.
#include "harness/screen/query_table.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/report/case_json.hpp"
#include "tests/harness/report/made_results.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

json made_query(const std::string& name, const named_choice& variant, backend on, double seconds) {
  case_result r = made_result("ssb/" + name, variant, on, seconds, 480'000'000);
  r.what.work = query_case{*r.what.column(), name};
  r.query = query_facts{.name = name,
                        .rows = 120'000'000,
                        .groups = 1,
                        .columns = {{.name = "lo_tax", .codec = "gpu_for", .compressed_bytes = 1}}};
  return case_json(r);
}

TEST(query_table, has_times_and_what_is_read) {
  json cases = {made_query("q1.1", "block_per_chunk", backend::cuda, 1e-3),
                made_query("q1.1", "warp_per_chunk_prefetch", backend::cuda, 5e-4)};
  cases[0]["roof_share"] = 0.03125;
  EXPECT_EQ("\n" + query_table(cases), R"(
Queries over 120 million rows: the time with the look-up arrays of the dimensions, and the compressed columns; rle_v1, 128KiB chunks

dataset   variant                      ms  GB read  GB/s read  of roof
----------------------------------------------------------------------
ssb/q1.1  block_per_chunk          ~1.000    0.120      120.0     3.1%
ssb/q1.1  warp_per_chunk_prefetch  ~0.500    0.120      240.0        -
)");
}

TEST(query_table, is_empty_without_times_and_without_queries) {
  EXPECT_EQ(query_table(json::array({made_query("q1.1", "block_per_chunk", backend::host, 1)})),
            "");
  EXPECT_EQ(query_table(
                json::array({case_json(made_result("MC0", "block_per_chunk", backend::cuda, 1))})),
            "");
}

}  // namespace
}  // namespace codag::harness
