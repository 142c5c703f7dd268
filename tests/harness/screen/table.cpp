// What a person reads of a report.
#include "harness/screen/table.hpp"

#include <gtest/gtest.h>

#include "harness/report/case_json.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

case_result measured(const std::string& dataset, const std::string& variant,
                     const std::string& backend, double gbps) {
  case_result r;
  r.what = {dataset + "/rle_v1/" + variant + "/128KiB",
            {},
            "rle_v1",
            variant,
            backend,
            131072,
            1'000'000};
  r.what.dataset.name = dataset;
  r.status = case_status::ok;
  r.raw_bytes = 1'000'000;
  r.compressed_bytes = 250'000;
  r.hot.emplace();
  r.hot->median = r.hot->low = r.hot->high = 1e6 / gbps / 1e9;
  if (backend == "host")
    r.counts = {{"block_barriers", 100},      {"warp_barriers", 2000}, {"load_instructions", 1000},
                {"store_instructions", 3000}, {"load_sectors", 4000},  {"store_sectors", 6000},
                {"load_lanes", 32000},        {"store_lanes", 64000}};
  return r;
}

json report_of(const std::vector<case_result>& results, const std::string& backend) {
  json cases = json::array();
  for (const case_result& r : results) cases.push_back(case_json(r));
  relate_cases(cases, "block_per_chunk");
  return {{"codag",
           {{"experiment", "t"},
            {"backend", backend},
            {"baseline", "block_per_chunk"},
            {"cases", cases}}}};
}

TEST(report_table, on_a_gpu_shows_throughput_speedup_and_geomean) {
  case_result copy = measured("x", "copy", "cuda", 2000);
  copy.what.dataset.name.clear();
  const std::string table = report_table(
      report_of({copy, measured("MC0", "warp_per_chunk/all_threads/shared", "cuda", 400),
                 measured("MC0", "block_per_chunk", "cuda", 100),
                 measured("HRG", "warp_per_chunk/all_threads/shared", "cuda", 100),
                 measured("HRG", "block_per_chunk", "cuda", 100)},
                "cuda"));
  EXPECT_NE(table.find("0.2500"), std::string::npos) << table;
  EXPECT_NE(table.find("400.0"), std::string::npos) << table;
  EXPECT_NE(table.find("4.00x"), std::string::npos) << table;
  EXPECT_NE(table.find("20.0%"), std::string::npos) << table;
  EXPECT_NE(table.find("geomean"), std::string::npos) << table;
  EXPECT_NE(table.find("200.0"), std::string::npos) << "the geomean of 400 and 100\n" << table;
  EXPECT_NE(table.find("2.00x"), std::string::npos) << table;
}

TEST(report_table, of_many_variants_has_a_line_each) {
  std::vector<case_result> results;
  double gbps = 100;
  for (const char* variant : {"block_per_chunk", "block_per_chunk_no_prefetch",
                              "warp_per_chunk_prefetch", "warp_per_chunk/all_threads/shared"})
    for (const char* dataset : {"MC0", "HRG"})
      results.push_back(measured(dataset, variant, "cuda", gbps += 100));
  const std::string table = report_table(report_of(results, "cuda"));
  EXPECT_NE(table.find("variant"), std::string::npos) << table;
  EXPECT_NE(table.find("block_per_chunk                    200.0  300.0    244.9  baseline"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("block_per_chunk_no_prefetch        400.0  500.0    447.2     1.83x"),
            std::string::npos)
      << table;
}

TEST(report_table, a_case_that_is_not_ok_shows_its_status_and_no_number) {
  case_result failed = measured("MC0", "warp_per_chunk/all_threads/shared", "cuda", 400);
  failed.status = case_status::failed_verify;
  failed.reason = "output differs from the original at byte 7";
  const std::string table =
      report_table(report_of({failed, measured("MC0", "block_per_chunk", "cuda", 100)}, "cuda"));
  EXPECT_NE(table.find("failed_verify"), std::string::npos) << table;
  EXPECT_NE(table.find("at byte 7"), std::string::npos) << table;
  EXPECT_EQ(table.find("400.0"), std::string::npos) << table;
}

TEST(report_table, of_interpreted_kernels_shows_counts_and_no_gpu_throughput) {
  const std::string table = report_table(
      report_of({measured("MC0", "block_per_chunk", "host", 0.123),
                 measured("MC0", "cpu_reference", "cpu", 3), measured("MC0", "cpu_zlib", "cpu", 5)},
                "host"));
  EXPECT_EQ(table.find("0.1 "), std::string::npos) << "an interpreter's time is no throughput\n"
                                                   << table;
  EXPECT_NE(table.find("host backend"), std::string::npos) << table;
  EXPECT_NE(table.find("24.0"), std::string::npos) << "lanes an access: 96000 over 4000\n" << table;
  EXPECT_NE(table.find("3.00"), std::string::npos) << "the reference decoder's native GB/s\n"
                                                   << table;
  EXPECT_NE(table.find("5.00"), std::string::npos) << "and a library's\n" << table;
}

}  // namespace
}  // namespace codag::harness
