// A micro-benchmark's config, plan and rows.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "datasets/dataset.hpp"
#include "harness/plan/known_names.hpp"
#include "harness/plan/plan.hpp"
#include "harness/report/case_json.hpp"
#include "harness/report/case_relations.hpp"
#include "harness/screen/microbenchmark_table.hpp"
#include "tests/datasets/temporary_directory.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

const json none = json::object();

config read(const json& microbenchmark, const json& more = none) {
  const datasets::temporary_directory folder;
  json c = {{"experiment", "t"}, {"microbenchmark", microbenchmark}};
  c.update(more);
  return read_config(folder.write("c.json", c.dump()), registry_names());
}

void expect_refused(const json& microbenchmark, const json& more,
                    const std::vector<std::string>& says) {
  try {
    read(microbenchmark, more);
    ADD_FAILURE() << "was taken: " << microbenchmark << more;
  } catch (const datasets::bad_input& e) {
    const std::string line = e.what();
    EXPECT_EQ(line.find('\n'), std::string::npos);
    for (const std::string& part : says)
      EXPECT_NE(line.find(part), std::string::npos) << part << "\n" << line;
  }
}

json alu(const json& operations) {
  return {{"name", "alu"}, {"operations_per_access", operations}};
}

TEST(microbenchmark, plan_is_each_number_under_both_modes) {
  const auto plan = make_plan(read(alu({1, 1000})), backend::host);
  std::vector<std::string> names;
  for (const bench_case& c : plan) {
    names.push_back(c.name);
    EXPECT_EQ(c.backend, backend::host);
    EXPECT_EQ(c.kind(), work_kind::microbenchmark);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"alu/all_threads/1", "alu/single_thread/1",
                                             "alu/all_threads/1000", "alu/single_thread/1000"}));
  EXPECT_EQ(plan[3].alu()->operations_per_access, 1000u);
  EXPECT_FALSE(plan[3].alu()->all_threads);
}

TEST(microbenchmark, what_belongs_to_decompression_is_refused) {
  const json others = {
      {"datasets", {"MC0"}}, {"codecs", {"rle_v1"}}, {"variants", {"block_per_chunk"}},
      {"chunk_bytes", 4096}, {"size", 4096},         {"baseline", "block_per_chunk"}};
  for (const auto& [key, value] : others.items())
    expect_refused(alu({1}), {{key, value}}, {"/" + key, "decodes nothing", "microbenchmark"});
}

TEST(microbenchmark, bad_values_name_their_place) {
  expect_refused(alu(json::array()), none, {"/microbenchmark/operations_per_access", "empty"});
  expect_refused(alu({0}), none, {"/microbenchmark/operations_per_access/0", "1 to 1048576"});
  expect_refused(alu({1, 1048577}), none, {"/microbenchmark/operations_per_access/1"});
  expect_refused({{"name", "fpu"}, {"operations_per_access", {1}}}, none, {"/name", "fpu", "alu"});
  expect_refused({{"name", "alu"}}, none, {"operations_per_access", "missing"});
  expect_refused(5, none, {"/microbenchmark", "object"});
}

case_result alu_result(bool all_threads, backend on, double seconds) {
  case_result r;
  config c;
  c.microbenchmark = {"alu", {1000}};
  r.what = make_plan(c, on).at(all_threads ? 0 : 1);
  r.status = case_status::ok;
  r.operations = 4'000'000'000;
  r.cold.emplace();
  r.cold->median = seconds;
  r.cold->low = seconds / 2;
  r.cold->high = seconds * 2;
  return r;
}

TEST(microbenchmark, a_row_has_a_throughput_of_operations_and_none_of_bytes) {
  json rows = {case_json(alu_result(true, backend::cuda, 0.5))};
  relate_cases(rows, "block_per_chunk");
  const json& row = rows[0];
  EXPECT_EQ(row["parameters"]["operations_per_access"], 1000);
  EXPECT_EQ(row["parts"]["decoding"], "all_threads");
  EXPECT_DOUBLE_EQ(row["giga_operations_per_second"], 8);
  EXPECT_DOUBLE_EQ(row["giga_operations_per_second_low"], 4);
  EXPECT_DOUBLE_EQ(row["giga_operations_per_second_high"], 16);
  EXPECT_TRUE(row["gbps"].is_null());
  for (const auto& [key, value] : row.items())
    if (value.is_null()) {
      EXPECT_TRUE(row["absent"].contains(key)) << key;
    }
}

TEST(microbenchmark, an_interpreted_or_failed_row_has_no_throughput) {
  EXPECT_TRUE(
      case_json(alu_result(true, backend::host, 0.5))["giga_operations_per_second"].is_null());
  case_result failed = alu_result(true, backend::cuda, 0.5);
  failed.status = case_status::failed_verify;
  const json row = case_json(failed);
  EXPECT_TRUE(row["giga_operations_per_second"].is_null());
  EXPECT_TRUE(row["absent"].contains("giga_operations_per_second"));
}

TEST(microbenchmark, the_table_sets_both_modes_against_each_other) {
  const json cases = {case_json(alu_result(true, backend::cuda, 0.5)),
                      case_json(alu_result(false, backend::cuda, 0.4))};
  ASSERT_TRUE(is_microbenchmark(cases));
  const std::string table = microbenchmark_table(cases);
  for (const char* part :
       {"10^9 operations per second;", "1000", "~8.00 +- ", "~10.00 +- ", "~-20.000%"})
    EXPECT_NE(table.find(part), std::string::npos) << part << "\n" << table;
  EXPECT_FALSE(is_microbenchmark(json::array()));
}

}  // namespace
}  // namespace codag::harness
