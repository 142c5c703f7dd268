// What a report contains: reasons for nulls, the roof, families; and that the table has its keys.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/config/row_values.hpp"
#include "harness/plan/known_names.hpp"
#include "harness/report/gpu_json.hpp"
#include "harness/report/shape/report_table.hpp"
#include "tests/harness/report/made_report.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

class report_contents : public made_report {};

TEST_F(report_contents, every_null_of_a_case_has_its_reason) {
  case_result failed = measured("block_per_chunk", backend::cuda, 1);
  failed.status = case_status::error;
  failed.reason = "a bug";
  case_result untimed = measured("block_per_chunk", backend::cuda, 1);
  untimed.hot.reset();
  untimed.what.name += "/untimed";
  const json report = written({copy_row(1e-6), measured("warp_per_chunk/a/b", backend::host, 1),
                               failed, untimed, measured("cpu_reference", backend::cpu, 1)});
  for (const json& c : report["codag"]["cases"]) {
    for (const auto& [key, value] : c.items())
      EXPECT_TRUE(!value.is_null() || c["absent"].contains(key)) << c["name"] << " " << key;
    for (const char* key : {"cold", "hot"})
      EXPECT_TRUE(!c["time"][key].is_null() || c["absent"].contains(key)) << c["name"] << key;
    for (const auto& [key, reason] : c["absent"].items())
      EXPECT_TRUE(!c.contains(key) || c[key].is_null()) << c["name"] << " " << key;
  }
}

TEST_F(report_contents, a_claim_can_be_about_every_number_of_a_row) {
  case_result all = measured("block_per_chunk", backend::cuda, 1e-6);
  all.cold = all.hot;
  json row = written({all})["codag"]["cases"][0];
  row.update(made_profiles());
  const json flat = row.flatten();
  std::size_t numbers = 0;
  for (const auto& [pointer, value] : flat.items()) {
    // What identifies a row, and the elements of lists, are no values to compare.
    static const std::vector<std::string> no_values = {
        "/dataset/",       "/parameters/",    "/encoder_parameters/",    "/chunk_status/",
        "/chunk_bytes",    "/asked_bytes",    "/stalls/lines/",          "/stalls/period_cycles",
        "/stalls/dropped", "/metrics/passes", "/metrics/kernel_seconds", "/stalls/kernel_seconds"};
    const bool listed =
        pointer.find("_s/") != std::string::npos || pointer.find("mhz/") != std::string::npos ||
        std::ranges::any_of(no_values,
                            [&](const std::string& prefix) { return pointer.starts_with(prefix); });
    if (!value.is_number() || listed) continue;
    EXPECT_TRUE(is_row_value(pointer)) << pointer;
    ++numbers;
  }
  EXPECT_GT(numbers, 20u);
  for (const std::string& value : row_values())
    if (value.find('*') == std::string::npos) {
      const json::json_pointer at(value);
      // A decoder counts no operations of its own; the micro-benchmark's row has that number.
      EXPECT_TRUE(row.contains(at) || value.find("operations") != std::string::npos) << value;
    }
}

TEST_F(report_contents, a_variant_is_taken_apart_and_the_roof_stands_beside_the_cases) {
  const json report =
      written({copy_row(1e-6), measured("warp_per_chunk/all_threads/shared", backend::cuda, 2e-6)});
  const json& c = report["codag"]["cases"][1];
  EXPECT_EQ(c["kind"], "decode");
  EXPECT_EQ(c["parts"]["schedule"], "warp_per_chunk");
  EXPECT_EQ(c["parts"]["decoding"], "all_threads");
  EXPECT_EQ(c["parts"]["input_buffer"], "shared");
  EXPECT_EQ(c["parameters"], (json{{"warps_per_block", 4}, {"ring_bytes", 256}}));
  EXPECT_EQ(c["encoder_parameters"], json::object());
  ASSERT_EQ(report["codag"]["roof"].size(), 1u);
  const json &copy = report["codag"]["cases"][0], &roof = report["codag"]["roof"][0];
  EXPECT_EQ(roof["gbps"], copy["gbps"]);
  EXPECT_EQ(roof["traffic_gbps"], copy["traffic_gbps"]);
  EXPECT_EQ(copy["kind"], "traffic");
  EXPECT_TRUE(copy["parts"].empty());
  EXPECT_TRUE(copy["dataset"].is_null());
}

TEST_F(report_contents, what_a_schedule_has_other_than_the_baselines_is_named) {
  const auto differences = [&](const char* variant, std::optional<std::uint64_t> warps = {}) {
    chosen_parameters chosen;
    if (warps)
      chosen.values.emplace_back(find_known(registry_names().variants, variant)->parameters.front(),
                                 *warps);
    const case_result r =
        made_result("MC0", named_choice(variant, std::move(chosen)), backend::cuda, 2e-6);
    return written(
        {measured("block_per_chunk", backend::cuda, 1e-6), r})["codag"]["cases"][1]["differs_in"];
  };
  EXPECT_EQ(differences("block_per_chunk_no_prefetch"), json({"prefetch_warp"}));
  EXPECT_EQ(differences("block_per_chunk", 4), json({"warps_per_block"}));
  EXPECT_EQ(differences("warp_per_chunk/single_thread/shared").get<std::set<std::string>>(),
            (std::set<std::string>{"schedule", "prefetch_warp", "warps_per_block", "ring_bytes"}));
  EXPECT_TRUE(differences("cpu_reference").is_null());
}

TEST_F(report_contents, a_sample_below_the_timers_step_is_no_infinite_throughput) {
  case_result r = measured("block_per_chunk", backend::cuda, 1e-6);
  r.hot->low = 0;
  const json c = written({r})["codag"]["cases"][0];
  EXPECT_TRUE(c["gbps"].is_number());
  EXPECT_TRUE(c["gbps_high"].is_null());
  EXPECT_TRUE(c["absent"].contains("gbps_high"));
}

TEST_F(report_contents, too_few_samples_have_no_interval_and_the_row_says_why) {
  case_result r = measured("block_per_chunk", backend::cuda, 1e-6);
  r.hot->low = r.hot->high = std::nullopt;
  r.hot->seconds.assign(5, 1e-6);
  r.transfer = made_transfer();
  r.transfer->runs[transfer_run::link_in].low = r.transfer->runs[transfer_run::link_in].high = {};
  const json c = written({r})["codag"]["cases"][0];
  EXPECT_TRUE(c["gbps"].is_number());
  EXPECT_TRUE(c["time"]["hot"]["relative_noise"].is_null());
  EXPECT_EQ(c["time"]["hot"]["noise_reached"], false);
  for (const char* key : {"low_s", "high_s", "relative_noise", "gbps_low", "gbps_high"})
    EXPECT_EQ(c["absent"][key],
              "an interval takes at least 6 samples, and there are 5; raise time.min_samples or "
              "time.time_limit_s")
        << key;
  EXPECT_TRUE(c["transfer"]["link_in"]["link_gbps_low"].is_null());
  EXPECT_EQ(c["transfer"]["absent"]["link_gbps_low"].get<std::string>().find("an interval"), 0u);
}

TEST_F(report_contents, a_latency_has_its_percentiles_or_the_reason_why_not) {
  case_result r = measured("block_per_chunk", backend::cuda, 1e-6);
  EXPECT_FALSE(written({r})["codag"]["cases"][0].contains("latency")) << "it was not asked for";
  r.latency = {.samples = *r.hot, .p99 = 3e-6};
  const json latency = written({r})["codag"]["cases"][0]["latency"];
  EXPECT_EQ(latency["p50_s"], 1e-6);
  EXPECT_EQ(latency["p99_s"], 3e-6);
  EXPECT_TRUE(latency["absent"].empty());
  r.latency->p99.reset();
  const json few = written({r})["codag"]["cases"][0]["latency"];
  EXPECT_TRUE(few["p99_s"].is_null());
  EXPECT_EQ(few["absent"]["p99_s"], "it takes at least 100 launches; raise time.time_limit_s");
  r.latency.reset();
  r.absent["latency"] = "an interpreter";
  const json c = written({r})["codag"]["cases"][0];
  EXPECT_TRUE(c["latency"].is_null());
  EXPECT_EQ(c["absent"]["latency"], "an interpreter");
}

energy_facts metered() {
  energy_facts e;
  e.seconds = 2.5;
  e.launches = 1000;
  e.average_watts = 400;
  e.joules = 1000;
  e.source = "total_energy_counter";
  e.throttle_reasons = {"sw_power_cap"};
  return e;
}

TEST_F(report_contents, energy_is_of_a_gb_of_output) {
  case_result r = measured("block_per_chunk", backend::cuda, 1e-6);
  r.raw_bytes = 2'000'000;
  r.energy = metered();
  const json energy = written({r})["codag"]["cases"][0]["energy"];
  EXPECT_EQ(energy, json::parse(R"({"pass": "energy", "source": "total_energy_counter",
      "seconds": 2.5, "launches": 1000, "joules": 1000.0, "joules_per_gb": 500.0,
      "average_watts": 400.0, "throttle_reasons": ["sw_power_cap"], "absent": {}})"));
}

TEST_F(report_contents, what_energy_lacks_has_its_reason) {
  case_result r = measured("block_per_chunk", backend::cuda, 1e-6);
  r.raw_bytes = 0;  // as a microbenchmark's
  r.energy = metered();
  r.energy->throttle_reasons.reset();
  r.energy->no_throttle_reasons = "Not Supported";
  const json energy = written({r})["codag"]["cases"][0]["energy"];
  for (const char* key : {"joules_per_gb", "throttle_reasons"}) {
    EXPECT_TRUE(energy[key].is_null()) << key;
    EXPECT_TRUE(energy["absent"].contains(key)) << key;
  }
  r.status = case_status::failed_verify;
  const json failed = written({r})["codag"]["cases"][0];
  EXPECT_TRUE(failed["energy"].is_null()) << "of a case that is not ok";
  EXPECT_TRUE(failed["absent"].contains("energy"));
}

TEST_F(report_contents, a_transfers_runs_are_keys_of_their_own) {
  case_result r = measured("block_per_chunk", backend::cuda, 1e-6);
  r.transfer = made_transfer();  // none took 1 s, in 2 s, ... link_both 9 s
  const json transfer = written({r})["codag"]["cases"][0]["transfer"];
  EXPECT_EQ(transfer["piece_bytes"], 16 << 20);
  EXPECT_EQ(transfer["pieces"], 60);
  EXPECT_EQ(transfer["streams"], 2);
  EXPECT_EQ(transfer["absent"], json::object());
  for (const transfer_run run : all_transfer_runs) {
    const json& its = transfer[std::string(to_string(run))];
    EXPECT_EQ(its["samples_s"].size(), 2u) << to_string(run);
    EXPECT_EQ(its.contains("gbps"), decodes(run)) << to_string(run);
    EXPECT_EQ(its.contains("link_gbps"), !decodes(run)) << to_string(run);
  }
  EXPECT_EQ(transfer["none"]["gbps"], 1);
  EXPECT_EQ(transfer["in"]["gbps"], 0.5) << "of output";
  EXPECT_EQ(transfer["in"]["copied_bytes"], 250'000'000);
  EXPECT_EQ(transfer["in"]["link_share"], 0.25 * 7 / 2) << "of link_in, 7 s for 1 GB";
  EXPECT_EQ(transfer["in_out"]["copied_bytes"], 1'250'000'000);
  EXPECT_EQ(transfer["copy_in"]["link_gbps"], 0.0625) << "of copied bytes";
  EXPECT_EQ(transfer["link_both"]["copied_bytes"], 1'000'000'000);
  EXPECT_EQ(transfer["speedup_over_raw_copy"], 3.5);
}

TEST_F(report_contents, what_a_transfer_lacks_has_its_reason) {
  case_result r = measured("block_per_chunk", backend::cuda, 1e-6);
  EXPECT_FALSE(written({r})["codag"]["cases"][0].contains("transfer")) << "it was not asked for";
  r.transfer = made_transfer();
  r.transfer->runs.erase(transfer_run::in_out);
  r.transfer->runs.erase(transfer_run::copy_out);
  r.transfer->not_copied_back = "it adds";
  r.transfer->runs[transfer_run::decode].low = 0;
  const json transfer = written({r})["codag"]["cases"][0]["transfer"];
  EXPECT_EQ(transfer["absent"], (json{{"in_out", "it adds"},
                                      {"copy_out", "it adds"},
                                      {"gbps_high", "too short for the timer"}}));
  r.transfer.reset();
  r.absent["transfer"] = "no PCIe";
  const json c = written({r})["codag"]["cases"][0];
  EXPECT_TRUE(c["transfer"].is_null());
  EXPECT_EQ(c["absent"]["transfer"], "no PCIe");
}

TEST_F(report_contents, each_benchmark_is_a_family_of_its_own) {
  const json report = written({measured("block_per_chunk", backend::cuda, 1e-6),
                               measured("cpu_reference", backend::cpu, 1)});
  EXPECT_EQ(report["benchmarks"][0]["family_index"], 0);
  EXPECT_EQ(report["benchmarks"][1]["family_index"], 1);
  for (const json& row : report["benchmarks"]) EXPECT_EQ(row["per_family_instance_index"], 0);
  case_result interpreted = measured("block_per_chunk", backend::host, 1);
  const json row = written({interpreted})["benchmarks"][0];
  EXPECT_FALSE(row.contains("bytes_per_second"));
  EXPECT_NE(row["label"].get<std::string>().find("interpreter"), std::string::npos);
}

TEST_F(report_contents, the_schema_takes_a_row_with_profiles) {
  case_result r = measured("block_per_chunk", backend::cuda, 1e-6);
  r.transfer = made_transfer();
  r.transfer->runs.erase(transfer_run::copy_out);
  json whole = written({r});
  whole["codag"]["cases"][0].update(made_profiles());
  std::ofstream(file_) << whole;
  const auto exit_of = [](const std::string& program) {
    return std::system(("python3 -c \"import json, jsonschema\n" + program + "\" 2>&1").c_str());
  };
  if (exit_of("") != 0) GTEST_SKIP() << "the schema was not tried: install python3-jsonschema";
  EXPECT_EQ(exit_of("jsonschema.validate(json.load(open('" + file_.string() +
                    "')), json.load(open('" CODAG_SOURCE_DIR "/results/report.schema.json')))"),
            0);
}

/// Adds the places of the keys that the table of a report's keys lacks.
void add_unknown(const json& value, const shape::type& t, const std::string& place,
                 std::vector<std::string>& unknown) {
  if (value.is_array() && !t.each.empty())
    for (const json& one : value) add_unknown(one, t.each[0].what, place, unknown);
  if (!value.is_object() || (t.fields.empty() && t.each.empty())) return;
  for (const auto& [key, child] : value.items()) {
    const std::string at = place + "/" + key;
    const auto its = std::ranges::find(t.fields, key, &shape::field::key);
    if (its != t.fields.end())
      add_unknown(child, its->what, at, unknown);
    else if (!t.each.empty())
      add_unknown(child, t.each[0].what, at, unknown);
    else
      unknown.push_back(at);
  }
}

TEST_F(report_contents, the_table_of_keys_has_every_key) {
  case_result r = measured("block_per_chunk", backend::cuda, 1e-6);
  kernel_facts& kernel = r.launch.emplace().kernels.emplace_back();
  kernel.name = "parse";
  kernel.no_code = "made for a test";
  r.clock_reasons.emplace();
  r.energy = metered();
  r.transfer = made_transfer();
  json report = written({copy_row(1e-6), r});
  report["codag"]["cases"][1].update(made_profiles());
  report["codag"]["provenance"]["gpu"] = gpu_json({});
  const gpu_states one_gpu = {.gpus = {{}}, .absent = {}};
  report["codag"]["provenance"]["gpu_state"] = gpu_state_json(one_gpu);
  std::vector<std::string> unknown;
  add_unknown(report, shape::report(), "", unknown);
  EXPECT_EQ(unknown, std::vector<std::string>());
  report["codag"]["cases"][0]["time"]["hot"]["new_key"] = 1;
  add_unknown(report, shape::report(), "", unknown);
  EXPECT_EQ(unknown, std::vector<std::string>{"/codag/cases/time/hot/new_key"});
}

}  // namespace
}  // namespace codag::harness
