// What a case is set against: the roof of its backend, and the baseline's row.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/report/case_json.hpp"
#include "harness/report/case_relations.hpp"
#include "tests/harness/report/made_results.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

constexpr std::uint64_t size = 1'000'000;

json related(const std::vector<case_result>& results) {
  json cases = json::array();
  for (const case_result& r : results) cases.push_back(case_json(r));
  relate_cases(cases, "block_per_chunk");
  return cases;
}

case_result decoded(const char* variant, backend on, double seconds) {
  return made_result("MC0", variant, on, seconds, size);
}

/// A case on the GPU that times a part of an encoder's work.
json row_of_part(const partial_work& part) {
  case_result r = made_result("A", "block_per_chunk", backend::cuda, 1e-3);
  std::get<decode_case>(r.what.work).partial = part;
  return case_json(r);
}

TEST(report_relations, a_part_of_the_work_has_no_traffic) {
  const json reads = row_of_part({.why = "it only reads"});
  EXPECT_GT(reads["gbps"].get<double>(), 0);
  EXPECT_TRUE(reads["traffic_gbps"].is_null());
  EXPECT_EQ(reads["absent"]["traffic_gbps"], "it only reads");
  EXPECT_FALSE(reads["absent"].contains("gbps"));
  const json neither = row_of_part({.why = "it does neither", .reads_values = false});
  for (const char* key : {"gbps", "gbps_low", "gbps_high", "traffic_gbps"}) {
    EXPECT_TRUE(neither[key].is_null()) << key;
    EXPECT_EQ(neither["absent"][key], "it does neither") << key;
  }
}

TEST(roof_share, is_1_where_a_case_takes_as_long_as_its_own_bytes) {
  // 1 MB copied in 1 us: 2 MB of traffic. The column's 1.25 MB take 0.625 us at that traffic.
  const json cases = related({made_traffic(traffic::copy, backend::cuda, 1e-6, size),
                              decoded("block_per_chunk", backend::cuda, 0.625e-6)});
  EXPECT_DOUBLE_EQ(cases[0]["traffic_gbps"], 2000);
  EXPECT_DOUBLE_EQ(cases[0]["gbps"], 1000);
  EXPECT_DOUBLE_EQ(cases[0]["roof_share"], 1);
  EXPECT_DOUBLE_EQ(cases[1]["traffic_gbps"], 2000);
  EXPECT_DOUBLE_EQ(cases[1]["roof_share"], 1);
}

TEST(roof_share, is_over_the_highest_traffic_of_the_same_backend) {
  const json cases = related({made_traffic(traffic::copy, backend::cuda, 1e-6, size),
                              made_traffic(traffic::read, backend::cuda, 0.4e-6, size),
                              made_traffic(traffic::write, backend::cuda, 0.8e-6, size),
                              made_traffic(traffic::copy, backend::cpu, 1e-9, size),
                              decoded("block_per_chunk", backend::cuda, 1e-6)});
  EXPECT_DOUBLE_EQ(cases[0]["roof_share"], 0.8);
  EXPECT_DOUBLE_EQ(cases[1]["roof_share"], 1) << "each byte read crosses the bus once";
  EXPECT_DOUBLE_EQ(cases[2]["roof_share"], 0.5);
  EXPECT_DOUBLE_EQ(cases[3]["roof_share"], 1) << "the CPU's own roof";
  EXPECT_DOUBLE_EQ(cases[4]["roof_share"], 0.5);
}

TEST(roof_share, is_over_the_traffic_of_the_cases_own_size) {
  std::vector<case_result> results;
  for (const std::uint64_t bytes : {size, 16 * size})
    for (const traffic kind : {traffic::copy, traffic::read, traffic::write})
      results.push_back(made_traffic(kind, backend::cuda, bytes == size ? 1e-6 : 4e-6, bytes));
  results.push_back(decoded("block_per_chunk", backend::cuda, 1.25e-6));
  const json cases = related(results);
  EXPECT_DOUBLE_EQ(cases[3]["traffic_gbps"], 8000) << "of the larger size";
  EXPECT_DOUBLE_EQ(cases[6]["roof_share"], 0.5) << "of 2000 GB/s";
  const auto roofs = roofs_of(cases);
  EXPECT_DOUBLE_EQ(roofs.at({"cuda", size}), 2000);
  EXPECT_DOUBLE_EQ(roofs.at({"cuda", 16 * size}), 8000);
}

TEST(roof_share, of_reports_that_read_and_write_at_one_size_is_over_the_highest_traffic) {
  const json cases = related({made_traffic(traffic::copy, backend::cuda, 1e-6, size),
                              made_traffic(traffic::read, backend::cuda, 0.4e-6, size),
                              made_traffic(traffic::write, backend::cuda, 0.8e-6, size),
                              made_traffic(traffic::copy, backend::cuda, 16e-6, 16 * size)});
  EXPECT_DOUBLE_EQ(roofs_of(cases).at({"cuda", 16 * size}), 2500);
}

TEST(roof_share, above_1_has_its_reason) {
  const json cases = related({made_traffic(traffic::copy, backend::cuda, 1e-6, size),
                              made_traffic(traffic::read, backend::cuda, 1e-6, size),
                              made_traffic(traffic::write, backend::cuda, 1e-6, size),
                              decoded("block_per_chunk", backend::cuda, 0.5e-6),
                              decoded("warp_per_chunk/lanes/shared", backend::cuda, 0.7e-6)});
  EXPECT_DOUBLE_EQ(cases[3]["roof_share"], 1.25);
  EXPECT_NE(cases[3]["roof_note"].get<std::string>().find("stayed in the caches"),
            std::string::npos);
  EXPECT_FALSE(cases[4].contains("roof_note"));
  json query = cases;
  query[3]["kind"] = "query";
  relate_cases(query, "block_per_chunk");
  EXPECT_NE(query[3]["roof_note"].get<std::string>().find("ruled out"), std::string::npos);
  query[3]["traffic_gbps"] = 1;
  relate_cases(query, "block_per_chunk");
  EXPECT_FALSE(query[3].contains("roof_note")) << "it is below 1 now";
}

TEST(roof_share, is_not_over_disturbed_traffic) {
  case_result copy = made_traffic(traffic::copy, backend::cuda, 1e-6, size);
  copy.disturbed = {{"a neighbour"}};
  const case_result read = made_traffic(traffic::read, backend::cuda, 2e-6, size);
  const case_result one = decoded("block_per_chunk", backend::cuda, 2.5e-6);
  EXPECT_DOUBLE_EQ(related({copy, read, one})[2]["roof_share"], 1) << "of 500 GB/s, not of 2000";
  EXPECT_TRUE(related({copy, one})[1]["roof_share"].is_null());
}

TEST(speedup_over_baseline, is_not_over_a_disturbed_row) {
  case_result base = decoded("block_per_chunk", backend::cuda, 4e-6);
  base.disturbed = {{"a neighbour"}};
  case_result other = decoded("warp_per_chunk/all_threads/shared", backend::cuda, 1e-6);
  const json row = related({base, other})[1];
  EXPECT_TRUE(row["speedup_over_baseline"].is_null());
  EXPECT_EQ(row["absent"]["speedup_over_baseline"],
            "the baseline block_per_chunk was disturbed on this dataset");
  other.disturbed = base.disturbed;
  EXPECT_DOUBLE_EQ(related({base, other})[1]["speedup_over_baseline"], 4) << "shown, with a mark";
}

TEST(roof_share, says_why_it_is_not_known) {
  const json without = related({decoded("block_per_chunk", backend::cuda, 1e-6),
                                made_traffic(traffic::copy, backend::cpu, 1e-6, size)})[0];
  EXPECT_TRUE(without["roof_share"].is_null());
  EXPECT_EQ(without["absent"]["roof_share"],
            "no traffic row of this backend and size has a throughput, or all were disturbed");
  case_result failed = made_traffic(traffic::copy, backend::cuda, 1e-6, size);
  failed.status = case_status::error;
  const json cases = related({failed, decoded("block_per_chunk", backend::cuda, 1e-6),
                              decoded("block_per_chunk", backend::host, 1e-6)});
  EXPECT_TRUE(cases[1]["roof_share"].is_null()) << "a row that failed is no roof";
  EXPECT_EQ(cases[2]["absent"]["roof_share"], "the case has no throughput; see gbps");
}

TEST(roof_rows, are_the_rows_of_memory_traffic) {
  const json cases = related({made_traffic(traffic::copy, backend::cuda, 1e-6, size),
                              decoded("block_per_chunk", backend::cuda, 1e-6),
                              made_traffic(traffic::read, backend::cuda, 1e-6, size)});
  const json rows = roof_rows(cases);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_DOUBLE_EQ(rows[0]["traffic_gbps"], 2000);
  EXPECT_DOUBLE_EQ(rows[1]["traffic_gbps"], 1000);
  EXPECT_EQ(rows[0]["bytes"], size);
  EXPECT_EQ(rows[0]["status"], "ok");
  EXPECT_EQ(rows[0]["backend"], "cuda");
  for (const char* key : {"name", "gbps", "gbps_low", "gbps_high"})
    EXPECT_EQ(rows[1][key], cases[2][key]) << key;
}

/// A case as `change` leaves it, beside baselines of which one differs in a single key.
template <class Change>
case_result changed(const case_result& r, const Change& change) {
  case_result copy = r;
  change(copy, std::get<decode_case>(copy.what.work));
  return copy;
}

TEST(baseline, is_of_the_same_dataset_size_codec_and_chunk) {
  const case_result warp = decoded("warp_per_chunk/all_threads/shared", backend::cuda, 1e-6);
  const case_result base = decoded("block_per_chunk", backend::cuda, 4e-6);
  EXPECT_DOUBLE_EQ(related({warp, base})[0]["speedup_over_baseline"], 4);
  const std::vector<case_result> strangers = {
      changed(base, [](case_result&, decode_case& c) { c.dataset.name = "HRG"; }),
      changed(base, [](case_result& r, decode_case&) { r.dataset_sha256 = "of another MC0"; }),
      changed(base, [](case_result& r, decode_case&) { r.what.size = 5; }),
      changed(base, [](case_result&, decode_case& c) { c.codec_name = "rle_v2"; }),
      changed(base, [](case_result&, decode_case& c) { c.codec_name = "rle_v1/level=6"; }),
      changed(base, [](case_result&, decode_case& c) { c.chunk_bytes = 4096; })};
  for (const case_result& stranger : strangers) {
    const json alone = related({warp, stranger})[0];
    EXPECT_TRUE(alone["speedup_over_baseline"].is_null()) << case_json(stranger);
    EXPECT_EQ(alone["absent"]["speedup_over_baseline"],
              "the baseline block_per_chunk has no throughput on this dataset");
    EXPECT_TRUE(alone["differs_in"].is_null()) << case_json(stranger);
    // Neither order nor a stranger changes what the true baseline gives.
    EXPECT_DOUBLE_EQ(related({warp, base, stranger})[0]["speedup_over_baseline"], 4);
    EXPECT_DOUBLE_EQ(related({stranger, base, warp})[2]["speedup_over_baseline"], 4);
  }
}

TEST(baseline, may_have_run_on_another_backend) {
  const json cases = related({decoded("cpu_reference", backend::cpu, 8e-6),
                              decoded("block_per_chunk", backend::cuda, 4e-6)});
  EXPECT_DOUBLE_EQ(cases[0]["speedup_over_baseline"], 0.5);
}

TEST(baseline, is_not_set_against_memory_traffic) {
  const json copy = related({made_traffic(traffic::copy, backend::cuda, 1e-6, size),
                             decoded("block_per_chunk", backend::cuda, 4e-6)})[0];
  EXPECT_TRUE(copy["speedup_over_baseline"].is_null());
  EXPECT_EQ(copy["absent"]["speedup_over_baseline"], "memory traffic decodes nothing");
}

TEST(baseline, that_failed_gives_no_speedup) {
  case_result failed = decoded("block_per_chunk", backend::cuda, 4e-6);
  failed.status = case_status::failed_verify;
  const json warp =
      related({decoded("warp_per_chunk/all_threads/shared", backend::cuda, 1e-6), failed})[0];
  EXPECT_TRUE(warp["speedup_over_baseline"].is_null());
  EXPECT_FALSE(warp["differs_in"].is_null()) << "its parts are known all the same";
}

}  // namespace
}  // namespace codag::harness
