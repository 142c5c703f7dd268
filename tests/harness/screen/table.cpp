// What a person reads of a report.
#include "harness/screen/table.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "harness/report/case_json.hpp"
#include "harness/report/case_relations.hpp"
#include "tests/harness/report/made_results.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

case_result measured(const std::string& dataset, const std::string& variant, backend on,
                     double gbps) {
  case_result r = made_result(dataset, named_choice(variant, {}), on, 1e6 / gbps / 1e9, 1'000'000);
  r.hot->noise_reached = true;
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

TEST(report_table, says_that_the_driver_compiled_the_kernels) {
  json report = report_of({measured("MC0", "block_per_chunk", backend::cuda, 100)}, backend::cuda);
  json& gpu = report["codag"]["provenance"]["gpu"];
  gpu = {{"compute_capability", "9.0"}, {"kernels_for", "9.0"}, {"kernels_from_ptx", false}};
  EXPECT_EQ(report_table(report).find("PTX"), std::string::npos);
  gpu["kernels_for"] = "7.0";
  gpu["kernels_from_ptx"] = true;
  const std::string table = report_table(report);
  EXPECT_NE(table.find("compiled by the driver from PTX for 7.0, because the program has no "
                       "machine code for 9.0"),
            std::string::npos)
      << table;
}

TEST(report_table, the_roof_is_the_highest_traffic_of_its_backend) {
  const std::string table =
      report_table(report_of({made_traffic(traffic::copy, backend::cuda, 1e-6, 1'000'000),
                              made_traffic(traffic::read, backend::cuda, 4e-7, 1'000'000),
                              made_traffic(traffic::write, backend::cuda, 8e-7, 1'000'000)},
                             backend::cuda));
  for (const char* line :
       {"memory traffic: copy/1000000 on cuda ~1000.0 GB/s +- 0.00%, read and write 2000.0\n",
        "memory traffic: read/1000000 on cuda ~2500.0 GB/s +- 0.00%\n",
        "memory traffic: write/1000000 on cuda ~1250.0 GB/s +- 0.00%\n",
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
  EXPECT_NE(
      table.find("block_per_chunk                    200.0  300.0    244.9  baseline       0.00%"),
      std::string::npos)
      << table;
  EXPECT_NE(
      table.find("block_per_chunk_no_prefetch        400.0  500.0    447.2     1.83x       0.00%"),
      std::string::npos)
      << table;
}

/// The case with noise: half of its interval is `share` of the median.
case_result noisy(case_result r, double share, bool reached) {
  r.hot->low = r.hot->median * (1 - share);
  r.hot->high = r.hot->median * (1 + share);
  r.hot->noise_reached = reached;
  return r;
}

TEST(report_table, noise_stands_beside_each_throughput_and_marks_what_missed_its_goal) {
  const char* warp = "warp_per_chunk/all_threads/shared";
  const std::vector<case_result> results = {
      noisy(measured("MC0", warp, backend::cuda, 400), 0.004, true),
      noisy(measured("MC0", "block_per_chunk", backend::cuda, 100), 0.562, false),
      noisy(measured("HRG", warp, backend::cuda, 100), 0.004, true),
      noisy(measured("HRG", "block_per_chunk", backend::cuda, 100), 0.0004, true)};
  json report = report_of(results, backend::cuda);
  report["codag"]["config"]["time"]["max_noise"] = 0.01;
  const std::string table = report_table(report);
  for (const char* part : {"400.0 +- 0.40%", "~100.0 +- 56.2%", " 100.0 +- 0.04%",
                           "~4.00x",            // relative to an unsure number
                           "1.00x", "~100.0 ",  // a mean of an unsure number
                           "; 1 of 4 did not reach max_noise, 1.00%, and have a ~\n"})
    EXPECT_NE(table.find(part), std::string::npos) << part << "\n" << table;
  EXPECT_EQ(table.find("~400"), std::string::npos) << table;
  EXPECT_EQ(table.find("~1.00x"), std::string::npos) << table;
}

TEST(report_table, noise_is_of_the_samples_behind_the_throughput) {
  case_result r = noisy(measured("MC0", "block_per_chunk", backend::cuda, 100), 0.5, false);
  r.cold = r.hot;
  r.cold->noise_reached = true;
  r.cold->low = r.cold->high = r.cold->median;
  const std::string table = report_table(report_of({r}, backend::cuda));
  EXPECT_NE(table.find(" 100.0 +- 0.00%"), std::string::npos) << table;
  EXPECT_NE(table.find("; 0 of 1 did not reach max_noise, 0.50%\n"), std::string::npos) << table;
}

TEST(report_table, of_many_variants_names_the_widest_noise) {
  std::vector<case_result> results;
  for (const char* variant : {"block_per_chunk", "block_per_chunk_no_prefetch",
                              "warp_per_chunk_prefetch", "warp_per_chunk/all_threads/shared"})
    for (const double share : {0.2, 0.3, 0.1})
      results.push_back(
          noisy(measured("D" + std::to_string(share).substr(0, 3), variant, backend::cuda, 100),
                share, share < 0.15));
  const std::string table = report_table(report_of(results, backend::cuda));
  EXPECT_NE(table.find("~100.0  ~100.0  100.0   ~100.0  baseline       30.0%"), std::string::npos)
      << table;
}

TEST(report_table, an_interpreted_kernel_has_no_noise) {
  const std::string table = report_table(
      report_of({measured("MC0", "block_per_chunk", backend::host, 1)}, backend::host));
  EXPECT_EQ(table.find("noise"), std::string::npos) << table;
  const std::string both = report_table(
      report_of({noisy(measured("MC0", "block_per_chunk", backend::host, 1), 0.5, false),
                 measured("MC0", "cpu_zlib", backend::cpu, 1)},
                backend::host));
  EXPECT_NE(both.find("; 0 of 1 did not reach"), std::string::npos) << both;
}

TEST(report_table, fits_a_narrow_terminal_and_escapes_what_files_say) {
  case_result failed = measured("MC0", "block_per_chunk", backend::cuda, 1);
  failed.status = case_status::error;
  failed.reason = "found '\033[2J\u202e'";
  std::vector<case_result> results = {failed};
  for (const char* variant : {"warp_per_chunk/all_threads/shared", "cpu_reference"})
    results.push_back(measured("a_dataset_with\033\n_quite_a_long_name_for_a_narrow_terminal",
                               variant, backend::cuda, 123));
  const std::string text = report_table(report_of(results, backend::cuda), 60);
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_NE(text.find("found '\\x1b[2J\\u202e'"), std::string::npos) << text;
  std::istringstream lines(text.substr(text.find("\n\n"), text.find("noise") - text.find("\n\n")));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 60u) << line;
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
  EXPECT_EQ(table.find("rounds"), std::string::npos) << "which no kernel has counted\n" << table;
}

TEST(report_table, of_kernels_that_count_rounds_shows_them_per_group) {
  case_result counted = measured("MC0", "warp_per_chunk/lanes/global", backend::host, 1);
  counted.counts->insert({{"groups", 400}, {"rounds", 750}});
  const std::string table = report_table(
      report_of({counted, measured("HRG", "block_per_chunk", backend::host, 1)}, backend::host));
  EXPECT_NE(table.find("rounds: per group"), std::string::npos) << table;
  EXPECT_NE(table.find("1.88"), std::string::npos) << "750 over 400\n" << table;
}

}  // namespace
}  // namespace codag::harness
