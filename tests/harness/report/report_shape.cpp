// Reports that codag did not write, or not like this: each is refused with the place, and what is
// accepted is safe to show, to resume and to judge.
#include "harness/report/report_shape.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "harness/report/case_json.hpp"
#include "harness/report/provenance.hpp"
#include "harness/report/report.hpp"
#include "tests/datasets/temporary_directory.hpp"
#include "tests/harness/report/made_results.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// A report with every part that is read.
json make_whole() {
  const datasets::temporary_directory folder;
  config c;
  c.experiment = "quick";
  c.source = R"({"experiment": "quick", "measurements": ["time"], "metrics": ["pipes"]})";
  report_writer writer(folder.path() / "r.json", c, backend::cuda,
                       provenance("codag run", {{"name", "a GPU"}}, ""));
  for (const char* dataset : {"MC0", "TPC"})
    writer.add(made_result(dataset, "block_per_chunk", backend::cuda, 1e-5));
  writer.add(made_traffic(traffic::copy, backend::cuda, 1e-5));
  writer.finish();
  json report = writer.report();
  json& codag = report["codag"];
  codag["provenance"]["source"] = {{"revision", "abc"}, {"dirty", false}};
  codag["claims"] = {{{"name", "c"},
                      {"verdict", "reproduced"},
                      {"reason", ""},
                      {"expected", {{"at_least", 1}}},
                      {"measured", 2},
                      {"pairs", 1}}};
  json& first = codag["cases"][0];
  first["counts"] = {{"shuffles", 3}};
  first["energy"] = {
      {"seconds", 1}, {"joules_per_gb", 1}, {"average_watts", 1}, {"throttle_reasons", {"power"}}};
  case_result moved = made_result("MC0", "block_per_chunk", backend::cuda, 1e-5);
  moved.transfer = made_transfer();
  moved.disturbed = {{"a neighbour"}, 3};
  first["disturbed"] = case_json(moved)["disturbed"];
  first["transfer"] = case_json(moved)["transfer"];
  first["metrics"] = {
      {"passes", 1}, {"overhead", -0.5}, {"values", {{"m", -1}}}, {"absent", {{"n", "why"}}}};
  const json samples = {
      {"samples", 1}, {"not_issued", 1}, {"share", 1}, {"not_issued_share", nullptr}};
  first["stalls"] = {{"period_cycles", 32},
                     {"samples", 1},
                     {"dropped", 0},
                     {"overhead", nullptr},
                     {"reasons", {{"wait", samples}}},
                     {"lines",
                      {{{"file", "f"},
                        {"line", 1},
                        {"function", "g"},
                        {"samples", 1},
                        {"share", 1},
                        {"reasons", {{"wait", 1}}}}}}};
  return report;
}

const json& whole() {
  static const json report = make_whole();
  return report;
}

/// What is said after "r.json: "; "accepted" if nothing is.
std::string refusal(const json& report) {
  try {
    check_report_shape(report, report_schema_version, "r.json");
  } catch (const datasets::bad_input& e) {
    return std::string(e.what()).substr(8);
  }
  return "accepted";
}

json with(const std::string& place, const json& value) {
  json report = whole();
  report[json::json_pointer(place)] = value;
  return report;
}

TEST(report_shape, a_written_report_is_accepted) {
  EXPECT_EQ(refusal(whole()), "accepted");
}

TEST(report_shape, a_cpu_has_no_list_of_clocks) {
  EXPECT_EQ(refusal(with("/codag/cases/0/time/hot/sm_clock_mhz", nullptr)), "accepted");
}

TEST(report_shape, a_kernels_share_may_be_absent_and_is_not_null) {
  EXPECT_EQ(refusal(with("/codag/cases/0/metrics/kernel_share", 0.5)), "accepted");
  EXPECT_NE(refusal(with("/codag/cases/0/metrics/kernel_share", nullptr)), "accepted");
}

TEST(report_shape, every_key_that_is_read_has_its_type) {
  unsigned places = 0;  // none of which is true or false
  const std::vector<std::string> read = {"/context",
                                         "/benchmarks",
                                         "/benchmarks/0/name",
                                         "/benchmarks/0/family_index",
                                         "/codag/schema_version",
                                         "/codag/experiment",
                                         "/codag/backend",
                                         "/codag/baseline",
                                         "/codag/size",
                                         "/codag/seed",
                                         "/codag/config",
                                         "/codag/config/measurements",
                                         "/codag/config/measurements/0",
                                         "/codag/config/metrics/0",
                                         "/codag/provenance",
                                         "/codag/provenance/time",
                                         "/codag/provenance/command_line",
                                         "/codag/provenance/host",
                                         "/codag/provenance/gpu",
                                         "/codag/provenance/gpu/name",
                                         "/codag/provenance/gpu/uuid",
                                         "/codag/provenance/gpu/mig_instance",
                                         "/codag/provenance/devices_at_once",
                                         "/codag/provenance/source",
                                         "/codag/provenance/source/revision",
                                         "/codag/cases/0",
                                         "/codag/claims/0",
                                         "/codag/claims/0/name",
                                         "/codag/claims/0/verdict",
                                         "/codag/claims/0/reason",
                                         "/codag/claims/0/expected",
                                         "/codag/claims/0/expected/at_least",
                                         "/codag/claims/0/measured",
                                         "/codag/claims/0/pairs"};
  for (const std::string& place : read) {
    EXPECT_EQ(refusal(with(place, true)).find(place + ": "), 0u) << place;
    ++places;
  }
  for (const char* key : {"/name",
                          "/dataset",
                          "/dataset/name",
                          "/kind",
                          "/parts",
                          "/parameters",
                          "/codec",
                          "/variant",
                          "/backend",
                          "/chunk_bytes",
                          "/asked_bytes",
                          "/status",
                          "/reason",
                          "/raw_bytes",
                          "/ratio",
                          "/gbps",
                          "/gbps_low",
                          "/gbps_high",
                          "/traffic_gbps",
                          "/roof_share",
                          "/speedup_over_baseline",
                          "/time",
                          "/time/hot",
                          "/time/hot/median_s",
                          "/counts",
                          "/counts/shuffles",
                          "/absent",
                          "/energy",
                          "/energy/seconds",
                          "/energy/joules_per_gb",
                          "/energy/average_watts",
                          "/energy/throttle_reasons",
                          "/energy/throttle_reasons/0",
                          "/disturbed",
                          "/disturbed/seen",
                          "/disturbed/seen/0",
                          "/disturbed/takes",
                          "/transfer",
                          "/transfer/piece_bytes",
                          "/transfer/streams",
                          "/transfer/speedup_over_raw_copy",
                          "/transfer/in_out",
                          "/transfer/in_out/gbps",
                          "/transfer/in_out/link_share",
                          "/transfer/link_in/link_gbps",
                          "/transfer/none/median_s",
                          "/transfer/none/samples_s",
                          "/transfer/none/samples_s/0",
                          "/metrics",
                          "/metrics/passes",
                          "/metrics/overhead",
                          "/metrics/values",
                          "/metrics/values/m",
                          "/metrics/absent",
                          "/metrics/absent/n",
                          "/stalls",
                          "/stalls/period_cycles",
                          "/stalls/samples",
                          "/stalls/dropped",
                          "/stalls/overhead",
                          "/stalls/reasons",
                          "/stalls/reasons/wait",
                          "/stalls/reasons/wait/samples",
                          "/stalls/reasons/wait/not_issued",
                          "/stalls/reasons/wait/share",
                          "/stalls/reasons/wait/not_issued_share",
                          "/stalls/lines",
                          "/stalls/lines/0",
                          "/stalls/lines/0/file",
                          "/stalls/lines/0/line",
                          "/stalls/lines/0/function",
                          "/stalls/lines/0/samples",
                          "/stalls/lines/0/share",
                          "/stalls/lines/0/reasons",
                          "/stalls/lines/0/reasons/wait"}) {
    const std::string place = std::string("/codag/cases/0") + key;
    EXPECT_EQ(refusal(with(place, true)).find("/codag/cases/0/"), 0u) << place;
    ++places;
  }
  EXPECT_EQ(refusal(with("/codag/complete", 1)).find("/codag/complete: "), 0u);
  const std::string reached = "/codag/cases/0/transfer/in/noise_reached";
  EXPECT_EQ(refusal(with(reached, 1)).find(reached), 0u);
  const std::string allowed = "/codag/cases/0/disturbed/allowed";
  EXPECT_EQ(refusal(with(allowed, 1)).find(allowed), 0u);
  EXPECT_EQ(refusal(with("/codag/provenance/source/dirty", 1)).find("/codag/provenance"), 0u);
  EXPECT_GT(places, 80u);
}

TEST(report_shape, a_missing_key_is_named) {
  for (const char* key : {"name", "time", "traffic_gbps", "absent", "parts"}) {
    json report = whole();
    report["codag"]["cases"][1].erase(key);
    EXPECT_EQ(refusal(report),
              "/codag/cases/1/" + std::string(key) + ": missing; the report is incomplete");
  }
  json report = whole();
  report["codag"]["claims"][0].erase("measured");
  EXPECT_EQ(refusal(report), "/codag/claims/0/measured: missing; the report is incomplete");
}

TEST(report_shape, two_cases_of_one_name_are_refused) {
  json report = whole();
  report["codag"]["cases"].push_back(report["codag"]["cases"][0]);
  EXPECT_EQ(refusal(report),
            "/codag/cases/3/name: is also the name of an earlier case; remove one of the two");
}

TEST(report_shape, a_microbenchmark_stands_alone) {
  json one = whole()["codag"]["cases"][0];
  one["kind"] = "microbenchmark";
  one["name"] = "alu";
  one["giga_operations_per_second"] = nullptr;
  one["parts"] = {{"decoding", "all_threads"}};
  one["parameters"] = {{"operations_per_access", 1}};
  EXPECT_EQ(refusal(with("/codag/cases", json::array({one}))), "accepted");
  for (const bool first : {true, false}) {
    json report = whole();
    json& cases = report["codag"]["cases"];
    cases.insert(first ? cases.begin() : cases.end(), one);
    EXPECT_EQ(refusal(report), std::string("/codag/cases/") + (first ? "1" : "3") +
                                   "/kind: a report with a microbenchmark has no other cases");
  }
  one["parameters"]["operations_per_access"] = 1.5;
  EXPECT_EQ(
      refusal(with("/codag/cases", json::array({one}))),
      "/codag/cases/0/parameters/operations_per_access: expected a whole number from 0 to 2^53");
}

TEST(report_shape, numbers_have_finite_quotients_and_counts_are_whole) {
  const std::string gbps = "/codag/cases/0/gbps", raw = "/codag/cases/0/raw_bytes",
                    chunk = "/codag/cases/0/chunk_bytes",
                    overhead = "/codag/cases/0/metrics/overhead";
  for (const auto& [place, good] : std::vector<std::pair<std::string, json>>{{gbps, 1e-30},
                                                                             {gbps, 1e30},
                                                                             {raw, 0},
                                                                             {raw, 1e30},
                                                                             {chunk, 0},
                                                                             {chunk, 1ull << 53},
                                                                             {chunk, 4096.0},
                                                                             {overhead, -1e30},
                                                                             {overhead, 1e30}})
    EXPECT_EQ(refusal(with(place, good)), "accepted") << place << good;
  for (const auto& [place, bad] : std::vector<std::pair<std::string, json>>{{gbps, 0},
                                                                            {gbps, 1e-31},
                                                                            {gbps, 1e31},
                                                                            {gbps, -1},
                                                                            {raw, -1},
                                                                            {raw, 1e31},
                                                                            {chunk, -1},
                                                                            {chunk, 0.5},
                                                                            {chunk, 1e17},
                                                                            {overhead, -1e31},
                                                                            {overhead, 1e31}})
    EXPECT_EQ(refusal(with(place, bad)).find(place + ": expected a "), 0u) << place << bad;
}

TEST(report_shape, names_have_no_control_characters) {
  for (const char* text : {"\x1b[2J", "a\nb", "\x7f", "\xc2\x9b", "\t"}) {
    for (const char* place : {"/codag/experiment", "/codag/provenance/time", "/codag/cases/0/name",
                              "/codag/cases/0/dataset/name", "/codag/cases/0/status"})
      EXPECT_EQ(refusal(with(place, text)),
                place + std::string(": expected a string without control characters"));
    for (const char* list : {"/codag/cases/0/metrics/values", "/codag/cases/0/counts"}) {
      json report = whole();
      report[json::json_pointer(list)][text] = 1;
      EXPECT_NE(refusal(report).find("the key has control characters"), std::string::npos);
      EXPECT_EQ(refusal(report).find(text), std::string::npos) << "nor does the refusal";
    }
  }
  EXPECT_EQ(refusal(with("/codag/cases/0/name", "é")), "accepted");
  EXPECT_EQ(refusal(with("/codag/cases/0/reason", "two\nlines")), "accepted")
      << "shown on one line";
}

}  // namespace
}  // namespace codag::harness
