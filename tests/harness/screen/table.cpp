// What a person reads of a report.
#include "harness/screen/table.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/report/case_json.hpp"
#include "tests/harness/report/made_results.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

case_result measured(const std::string& dataset, const std::string& variant, backend on,
                     double gbps) {
  case_result r = made_result(dataset, named_choice(variant, {}), on, 1e6 / gbps / 1e9, 1'000'000);
  if (on == backend::host)
    r.counts = {{"block_barriers", 100},      {"warp_barriers", 2000}, {"load_instructions", 1000},
                {"store_instructions", 3000}, {"load_sectors", 4000},  {"store_sectors", 6000},
                {"load_lanes", 32000},        {"store_lanes", 64000}};
  return r;
}

json report_of(const std::vector<case_result>& results, backend on) {
  json cases = json::array();
  for (const case_result& r : results) cases.push_back(case_json(r));
  relate_cases(cases, "block_per_chunk");
  return {{"codag",
           {{"experiment", "t"},
            {"backend", to_string(on)},
            {"baseline", "block_per_chunk"},
            {"cases", cases}}}};
}

TEST(report_table, on_a_gpu_shows_throughput_speedup_and_geomean) {
  // A copy of 2000 GB/s is 4000 GB/s of traffic; 400 GB/s from a column of ratio 1/4 are 500.
  const case_result copy = made_traffic(traffic::copy, backend::cuda, 5e-7, 1'000'000);
  const std::string table = report_table(
      report_of({copy, measured("MC0", "warp_per_chunk/all_threads/shared", backend::cuda, 400),
                 measured("MC0", "block_per_chunk", backend::cuda, 100),
                 measured("HRG", "warp_per_chunk/all_threads/shared", backend::cuda, 100),
                 measured("HRG", "block_per_chunk", backend::cuda, 100)},
                backend::cuda));
  EXPECT_NE(table.find("0.2500"), std::string::npos) << table;
  EXPECT_NE(table.find("400.0"), std::string::npos) << table;
  EXPECT_NE(table.find("4.00x"), std::string::npos) << table;
  EXPECT_NE(table.find("12.5%"), std::string::npos) << table;
  EXPECT_NE(table.find("geomean"), std::string::npos) << table;
  EXPECT_NE(table.find("200.0"), std::string::npos) << "the geomean of 400 and 100\n" << table;
  EXPECT_NE(table.find("2.00x"), std::string::npos) << table;
}

TEST(report_table, the_roof_is_the_highest_traffic_of_its_backend) {
  const std::string table =
      report_table(report_of({made_traffic(traffic::copy, backend::cuda, 1e-6, 1'000'000),
                              made_traffic(traffic::read, backend::cuda, 4e-7, 1'000'000),
                              made_traffic(traffic::write, backend::cuda, 8e-7, 1'000'000)},
                             backend::cuda));
  for (const char* line :
       {"memory traffic: copy/1000000 on cuda 1000.0 GB/s, read and write 2000.0\n",
        "memory traffic: read/1000000 on cuda 2500.0 GB/s\n",
        "memory traffic: write/1000000 on cuda 1250.0 GB/s\n",
        "uncompressed bytes at 2500.0 GB/s of traffic on cuda\n"})
    EXPECT_NE(table.find(line), std::string::npos) << line << "\n" << table;
}

TEST(report_table, of_many_variants_has_a_line_each) {
  std::vector<case_result> results;
  double gbps = 100;
  for (const char* variant : {"block_per_chunk", "block_per_chunk_no_prefetch",
                              "warp_per_chunk_prefetch", "warp_per_chunk/all_threads/shared"})
    for (const char* dataset : {"MC0", "HRG"})
      results.push_back(measured(dataset, variant, backend::cuda, gbps += 100));
  const std::string table = report_table(report_of(results, backend::cuda));
  EXPECT_NE(table.find("variant"), std::string::npos) << table;
  EXPECT_NE(table.find("block_per_chunk                    200.0  300.0    244.9  baseline"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("block_per_chunk_no_prefetch        400.0  500.0    447.2     1.83x"),
            std::string::npos)
      << table;
}

TEST(report_table, a_case_that_is_not_ok_shows_its_status_and_no_number) {
  case_result failed = measured("MC0", "warp_per_chunk/all_threads/shared", backend::cuda, 400);
  failed.status = case_status::failed_verify;
  failed.reason = "output differs from the original at byte 7";
  const std::string table = report_table(
      report_of({failed, measured("MC0", "block_per_chunk", backend::cuda, 100)}, backend::cuda));
  EXPECT_NE(table.find("failed_verify"), std::string::npos) << table;
  EXPECT_NE(table.find("at byte 7"), std::string::npos) << table;
  EXPECT_EQ(table.find("400.0"), std::string::npos) << table;
}

TEST(report_table, of_interpreted_kernels_shows_counts_and_no_gpu_throughput) {
  const std::string table =
      report_table(report_of({measured("MC0", "block_per_chunk", backend::host, 0.123),
                              measured("MC0", "cpu_reference", backend::cpu, 3),
                              measured("MC0", "cpu_zlib", backend::cpu, 5)},
                             backend::host));
  EXPECT_EQ(table.find("0.1 "), std::string::npos) << "an interpreter's time is no throughput\n"
                                                   << table;
  EXPECT_NE(table.find("host backend"), std::string::npos) << table;
  EXPECT_NE(table.find("24.0"), std::string::npos) << "lanes per access: 96000 over 4000\n"
                                                   << table;
  EXPECT_NE(table.find("3.00"), std::string::npos) << "the reference decoder's native GB/s\n"
                                                   << table;
  EXPECT_NE(table.find("5.00"), std::string::npos) << "and a library's\n" << table;
}

}  // namespace
}  // namespace codag::harness
