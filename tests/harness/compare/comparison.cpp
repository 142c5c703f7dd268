#include "harness/compare/comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "datasets/bad_input.hpp"
#include "harness/compare/differences.hpp"
#include "harness/compare/pairing.hpp"
#include "harness/compare/reproduction.hpp"
#include "tests/harness/compare/rows.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;
using test::report;
using test::row;

const std::vector<double> second = {1, 1, 1, 1, 1, 1};

std::vector<double> times(double factor) {
  std::vector<double> all = second;
  for (double& v : all) v *= factor;
  return all;
}

compare_options options_for(const std::string& name) {
  compare_options options;
  options.measures = find_measures(name);
  return options;
}

compared_value only(const json& base, const json& now,
                    const compare_options& options = options_for("throughput")) {
  const comparison c = compare_reports(report({base}), report({now}), options);
  EXPECT_EQ(c.cases.size(), 1u);
  EXPECT_EQ(c.cases[0].why_not, "");
  return c.cases[0].values.at(0);
}

TEST(verdict, is_by_where_the_interval_lies) {
  const auto judged = [](double low, double high, better better = better::higher) {
    return judge_ratio({(low + high) / 2, low, high}, better, 0.01);
  };
  EXPECT_EQ(judged(1, 1), verdict::same);
  EXPECT_EQ(judged(1 / 1.01, 1.01), verdict::same);
  EXPECT_EQ(judged(0.99, 1), verdict::unclear) << "0.99 is beyond 1 / 1.01";
  EXPECT_EQ(judged(0.5, 2), verdict::unclear);
  EXPECT_EQ(judged(1.011, 1.02), verdict::better);
  EXPECT_EQ(judged(1.011, 1.02, better::lower), verdict::worse);
  EXPECT_EQ(judged(0.9, 0.98), verdict::worse);
  EXPECT_EQ(judged(0.9, 0.98, better::lower), verdict::better);
  EXPECT_EQ(judged(0.9, 0.98, better::neither), verdict::worse);
  EXPECT_EQ(judged(1.1, 1.2, better::neither), verdict::worse);
  const measure time = find_measures("cold")[0], stalls = find_measures("stalls/wait")[0],
                lanes = find_measures("counts/load_lanes")[0];
  EXPECT_EQ(to_string(verdict::better, time), "faster");
  EXPECT_EQ(to_string(verdict::worse, time), "slower");
  EXPECT_EQ(to_string(verdict::better, stalls), "better");
  EXPECT_EQ(to_string(verdict::worse, stalls), "worse");
  EXPECT_EQ(to_string(verdict::worse, lanes), "differs");
}

TEST(measure, unknown_names_are_refused_with_the_nearest) {
  EXPECT_THROW(find_measures("stalls/nothing"), datasets::bad_input);
  EXPECT_THROW(find_measures("counts/"), datasets::bad_input);
  EXPECT_THROW(find_measures("metrics/"), datasets::bad_input);
  try {
    find_measures("thruput");
    FAIL();
  } catch (const datasets::bad_input& e) {
    EXPECT_NE(std::string(e.what()).find("stalls/REASON"), std::string::npos);
  }
  EXPECT_EQ(find_measures("counts").size(), 13u);
  EXPECT_EQ(find_measures("counts/rounds").size(), 1u) << "which few kernels have";
}

TEST(measure, each_is_found_in_its_place_of_the_row) {
  json r = row("A/x", second);
  r["counts"] = {{"shuffles", 7}};
  r["stalls"] = {{"reasons", {{"wait", {{"share", 0.25}}}}}};
  r["metrics"] = {{"values", {{"dram__bytes_read.sum", 12}, {"nothing", nullptr}}}};
  r["energy"] = {{"joules_per_gb", 0.5}};
  r["transfer"] = {{"in", {{"samples_s", {3, 3}}}}, {"in_out", nullptr}};
  r["time"]["hot"] = {{"samples_s", {0.5, 0.5}}, {"sm_clock_mhz", nullptr}};
  const auto value = [&](const std::string& name) {
    const auto seen = observe(find_measures(name).at(0), r);
    return seen ? seen->value.value : -1;
  };
  EXPECT_EQ(value("throughput"), 1) << "of the cold times";
  EXPECT_EQ(value("cold"), 1);
  EXPECT_EQ(value("hot"), 0.5);
  EXPECT_EQ(value("counts/shuffles"), 7);
  EXPECT_EQ(value("counts/votes"), -1);
  EXPECT_EQ(value("stalls/wait"), 0.25);
  EXPECT_EQ(value("stalls/barrier"), 0) << "a reason without samples is not listed";
  EXPECT_EQ(value("metrics/dram__bytes_read.sum"), 12);
  EXPECT_EQ(value("metrics/nothing"), -1);
  EXPECT_EQ(value("joules_per_gb"), 0.5);
  EXPECT_EQ(value("transfer_in"), 3);
  EXPECT_EQ(value("transfer_in_out"), -1);
  EXPECT_EQ(value("latency"), -1);
  r["latency"] = {{"samples_s", {4, 4}}};
  EXPECT_EQ(value("latency"), 4);
  EXPECT_EQ(value("registers"), 48);
  EXPECT_EQ(value("spills"), 0);
  EXPECT_EQ(value("ratio"), 0.5);
  r["time"]["cold"] = nullptr;
  EXPECT_EQ(value("throughput"), 2) << "of the hot times, if there are no others";
  r["backend"] = "host";
  EXPECT_EQ(value("throughput"), -1) << "an interpreter's time is none";
  EXPECT_FALSE(observe(find_measures("cold")[0], row("A/x", {1})))
      << "one sample is no measurement";
}

TEST(compare, a_slower_kernel_is_slower_and_the_reverse_faster) {
  const compared_value slower = only(row("A/x", second), row("A/x", times(1.02)));
  EXPECT_EQ(slower.verdict, verdict::worse);
  EXPECT_NEAR(slower.ratio->median, 1 / 1.02, 1e-12);
  EXPECT_EQ(only(row("A/x", times(1.02)), row("A/x", second)).verdict, verdict::better);
  EXPECT_EQ(only(row("A/x", second), row("A/x", times(1.005))).verdict, verdict::same);
  EXPECT_EQ(only(row("A/x", second), row("A/x", times(1.02)), options_for("cold")).verdict,
            verdict::worse);
}

TEST(compare, verdicts_are_in_time_and_the_clock_explains_them) {
  const compared_value v = only(row("A/x", second, 1980), row("A/x", times(1.1), 1800));
  EXPECT_EQ(v.verdict, verdict::worse) << "a lower clock is no excuse";
  EXPECT_EQ(v.note, "slower by 10.0 %, equal in cycles, at a clock 9.1 % lower");
  const compared_value same_clock = only(row("A/x", second, 1980), row("A/x", times(1.1), 1980));
  EXPECT_EQ(same_clock.verdict, verdict::worse);
  EXPECT_EQ(same_clock.note, "") << "the clock does not matter";
  EXPECT_EQ(only(row("A/x", second, 2000), row("A/x", times(1.1), 1909)).note,
            "slower by 10.0 %, 5.0 % slower in cycles, at a clock 4.5 % lower");
  EXPECT_EQ(only(row("A/x", second, 2000), row("A/x", times(1.1), 1000)).note,
            "slower by 10.0 %, 81.8 % faster in cycles, at a clock 50.0 % lower");
  const compared_value hidden = only(row("A/x", second, 1800), row("A/x", second, 1980));
  EXPECT_EQ(hidden.verdict, verdict::same);
  EXPECT_EQ(hidden.note, "slower by 0.0 %, 10.0 % slower in cycles, at a clock 10.0 % higher");
  json limited = row("A/x", times(1.1), 1800);
  limited["energy"] = {{"throttle_reasons", {"sw_power_cap"}}};
  EXPECT_TRUE(only(row("A/x", second, 1980), limited).note.ends_with("lower, power limited"));
  limited.erase("energy");
  limited["clock_reasons"] = {"sw_power_cap"};
  EXPECT_TRUE(only(row("A/x", second, 1980), limited).note.ends_with("lower, power limited"));
  EXPECT_EQ(only(row("A/x", second, 1980), row("A/x", times(1.1), 1800), options_for("cold")).note,
            v.note);
}

TEST(compare, the_gate_may_be_on_cycles) {
  compare_options options = options_for("throughput");
  options.gate = 0.02;
  const json base = row("A/x", second, 1980), now = row("A/x", times(1.1), 1800);
  EXPECT_EQ(only(base, now, options).at_gate, gate_verdict::failed);
  options.gate_on = gate_basis::cycles;
  EXPECT_NE(only(base, now, options).at_gate, gate_verdict::failed) << "only the clock is lower";
  EXPECT_EQ(only(base, now, options).verdict, verdict::worse) << "the verdict is in time";
  EXPECT_EQ(only(base, row("A/x", times(1.1), 1980), options).at_gate, gate_verdict::failed);
}

TEST(compare, what_memory_bounds_is_not_judged_by_the_sm_clock) {
  compare_options options = options_for("throughput");
  options.gate = 0.02;
  options.gate_on = gate_basis::cycles;
  const auto judged = [&](const json& change) {
    json base = row("A/x", second, 1980), now = row("A/x", times(1.1), 1800);
    base.update(change);
    return only(base, now, options);
  };
  EXPECT_NE(judged(json::object()).at_gate, gate_verdict::failed);
  const json dram = {
      {"metrics", {{"values", {{"dram__throughput.avg.pct_of_peak_sustained_elapsed", 80}}}}}};
  for (const json& bound : {json{{"kind", "traffic"}}, json{{"roof_share", 0.6}}, dram}) {
    EXPECT_EQ(judged(bound).at_gate, gate_verdict::failed) << bound;
    EXPECT_EQ(judged(bound).note, "") << bound;
  }
  EXPECT_NE(judged({{"roof_share", 0.4}}).at_gate, gate_verdict::failed);
}

TEST(compare, a_drift_that_is_larger_than_the_gate_makes_it_blind) {
  compare_options options = options_for("throughput");
  options.gate = 0.02;
  const json base = row("A/x", second);
  EXPECT_FALSE(only(base, base, options).blind) << "1 % are assumed";
  std::vector<json> runs;
  for (const double factor : {1.0, 1.004, 0.996})
    runs.push_back({{"codag", report({row("A/x", times(factor))})}});
  options.calibration = calibration::of_reports(runs, "codag calibrate fig7.json");  // 5.8 %
  const compared_value same = only(base, base, options);
  EXPECT_TRUE(same.blind && same.calibrated);
  EXPECT_EQ(same.verdict, verdict::same);
  EXPECT_EQ(same.at_gate, gate_verdict::unclear) << "4 % slower would look alike";
  EXPECT_EQ(only(base, row("A/x", times(1.1)), options).at_gate, gate_verdict::failed);
  const compared_value faster = only(base, row("A/x", times(0.9)), options);
  EXPECT_EQ(faster.at_gate, gate_verdict::passed);
  const comparison c = compare_reports(report({base}), report({base}), options);
  EXPECT_EQ(c.at_gate(false), gate_outcome::passed);
  EXPECT_EQ(c.at_gate(true), gate_outcome::incomplete);
  options.gate = 0.06;
  EXPECT_FALSE(only(base, base, options).blind);
}

TEST(compare, what_has_no_calibration_does_not_widen_the_gate) {
  json base = row("A/x", second), now = row("A/x", second);
  base["energy"] = {{"joules_per_gb", 1}};
  now["energy"] = {{"joules_per_gb", 1.04}};
  compare_options options = options_for("joules_per_gb");
  options.gate = 0.02;
  const compared_value v = only(base, now, options);
  EXPECT_EQ(v.verdict, verdict::same) << "5 % are assumed";
  EXPECT_TRUE(v.blind && v.at_gate == gate_verdict::unclear && !v.calibrated);
}

TEST(calibration, of_another_gpu_or_size_is_refused_and_what_else_differs_is_named) {
  const json its = report({row("A/x", second)});
  const json run = {{"codag", its}};
  const calibration c = calibration::of_reports({run, run, run}, "codag calibrate");
  c.check_applies(its, "c.json");
  EXPECT_EQ(c.differences_from(its), std::vector<std::string>());
  const auto refusal = [&](const char* place, const json& value) -> std::string {
    json other = its;
    other[json::json_pointer(place)] = value;
    try {
      c.check_applies(other, "c.json");
    } catch (const datasets::bad_input& e) {
      return e.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal("/provenance/gpu/name", "NVIDIA L4"),
            "c.json: was calibrated with the GPU \"NVIDIA H200\", and a report has \"NVIDIA L4\"; "
            "run codag calibrate for these reports");
  EXPECT_NE(refusal("/size", 5).find("the size 1000000000, and a report has 5"), std::string::npos);
  EXPECT_EQ(refusal("/config/claims", json::array()), "accepted");
  json other = its;
  other["experiment"] = "y";
  other["config"]["time"]["max_noise"] = 0.5;
  other["config"]["claims"] = json::array();
  EXPECT_EQ(c.differences_from(other),
            (std::vector<std::string>{"the calibration is of another experiment: \"x\", not \"y\"",
                                      "the calibration is of another config than these reports"}));
}

TEST(compare, what_was_disturbed_is_not_judged) {
  json now = row("A/x", times(2));
  now["disturbed"] = {{"seen", {"another process: PID 7"}}, {"takes", 3}, {"allowed", false}};
  now["launch"]["registers_per_thread"] = 50;
  compare_options options = options_for("throughput");
  options.gate = 0.02;
  const json base = report({row("A/x", second)});
  const comparison c = compare_reports(base, report({now}), options);
  EXPECT_TRUE(c.cases[0].values.empty());
  EXPECT_EQ(c.cases[0].why_not, "disturbed: another process");
  EXPECT_EQ(c.at_gate(false), gate_outcome::nothing_compared);
  const comparison turned = compare_reports(report({now}), base, options);
  EXPECT_EQ(turned.cases[0].why_not, "disturbed in the base: another process");
  options.measures = find_measures("registers");
  EXPECT_EQ(compare_reports(base, report({now}), options).at_gate(false), gate_outcome::failed)
      << "nothing disturbs a register";
  options.measures.push_back(find_measures("throughput").front());
  options.gate = 0.1;
  EXPECT_EQ(compare_reports(base, report({now}), options).at_gate(true), gate_outcome::incomplete);
  now["disturbed"]["allowed"] = true;
  EXPECT_EQ(compare_reports(base, report({now}), options).at_gate(true), gate_outcome::failed);
}

TEST(compare, the_state_of_the_gpu_is_compared_without_what_passes) {
  const auto with_state = [](const json& changes) {
    json all = report({row("A/x", second)});
    all["provenance"]["gpu"]["pci_bus_id"] = "0000:9A:00.0";
    json state = {{"pci_bus_id", "00000000:9a:00.0"},
                  {"processes", 0},
                  {"clock_reasons", "0x0"},
                  {"temperature_c", "30"},
                  {"free_mib", "9"}};
    state.update(changes);
    json another = {{"pci_bus_id", "00000000:06:00.0"}, {"processes", 5}};
    all["provenance"]["gpu_state"] = {another, state};
    return all;
  };
  const auto differences = [&](const json& changes) {
    std::vector<std::string> lines;
    for (const run_difference& d : differences_of(with_state(json::object()), with_state(changes)))
      lines.push_back(d.what + ": " + d.base + " -> " + d.now);
    return lines;
  };
  using lines = std::vector<std::string>;
  EXPECT_EQ(differences({{"temperature_c", "40"}, {"free_mib", "8"}}), lines());
  EXPECT_EQ(differences({{"processes", 1}, {"clock_reasons", "0x4"}}),
            lines({"gpu_state/clock_reasons: 0x0 -> 0x4", "gpu_state/processes: 0 -> 1"}));
}

TEST(compare, clocks_of_two_models_of_gpu_say_nothing) {
  json other = report({row("A/x", times(1.1), 1800)});
  other["provenance"]["gpu"]["name"] = "NVIDIA H100";
  const comparison c =
      compare_reports(report({row("A/x", second)}), other, options_for("throughput"));
  EXPECT_EQ(c.cases[0].values[0].verdict, verdict::worse);
  EXPECT_EQ(c.cases[0].values[0].note, "");
  ASSERT_EQ(c.differences.size(), 1u);
  EXPECT_EQ(c.differences[0].what, "gpu/name");
  EXPECT_EQ(c.differences[0].base, "NVIDIA H200");
  EXPECT_EQ(c.differences[0].now, "NVIDIA H100");
}

TEST(compare, a_calibration_says_nothing_of_transfers) {
  json base = row("A/x", second), now = row("A/x", second);
  base["transfer"] = {{"in", {{"samples_s", times(1)}}}};
  now["transfer"] = {{"in", {{"samples_s", times(1.03)}}}};
  compare_options options = options_for("transfer_in");
  EXPECT_EQ(only(base, now, options).verdict, verdict::same) << "5 % are assumed";
  const json run = {{"codag", report({base})}};
  options.calibration = calibration::of_reports({run, run, run}, "codag calibrate");
  EXPECT_EQ(only(base, now, options).verdict, verdict::same);
  now["transfer"]["in"]["samples_s"] = times(1.06);
  EXPECT_EQ(only(base, now, options).verdict, verdict::worse);
}

TEST(compare, the_drift_of_a_calibration_widens_the_band) {
  std::vector<json> runs;
  for (const double factor : {1.0, 1.004, 0.996})
    runs.push_back({{"codag", report({row("A/x", times(factor))})}});
  const calibration c = calibration::of_reports(runs, "codag calibrate fig7.json");
  ASSERT_NE(c.drift("A/x"), nullptr);
  EXPECT_NEAR(*c.drift("A/x"), 0.0577, 1e-3);
  EXPECT_EQ(c.drift("B/x"), nullptr);
  EXPECT_EQ(c.runs(), 3u);
  compare_options options = options_for("throughput");
  options.calibration = c;
  EXPECT_EQ(only(row("A/x", second), row("A/x", times(1.04)), options).verdict, verdict::same);
  EXPECT_EQ(only(row("A/x", second), row("A/x", times(1.07)), options).verdict, verdict::worse);
  EXPECT_EQ(only(row("B/x", second), row("B/x", times(1.04)), options).verdict, verdict::worse);
}

TEST(compare, the_gate_is_apart_from_the_verdict) {
  compare_options options = options_for("throughput");
  options.gate = 0.05;
  const compared_value small = only(row("A/x", second), row("A/x", times(1.03)), options);
  EXPECT_EQ(small.verdict, verdict::worse);
  EXPECT_EQ(small.at_gate, gate_verdict::passed);
  EXPECT_EQ(only(row("A/x", second), row("A/x", times(1.06)), options).at_gate,
            gate_verdict::failed);
  EXPECT_NE(only(row("A/x", second), row("A/x", times(0.5)), options).at_gate, gate_verdict::failed)
      << "an improvement never fails";
  const compared_value edge =
      only(row("A/x", second), row("A/x", {1.0, 1.02, 1.04, 1.06, 1.08, 1.1}), options);
  EXPECT_EQ(edge.at_gate, gate_verdict::unclear);
  EXPECT_EQ(only(row("A/x", second), row("A/x", times(1.2), 1980), options).at_gate,
            gate_verdict::failed);
  EXPECT_EQ(only(row("A/x", second, 1980), row("A/x", times(1.2), 1650), options).at_gate,
            gate_verdict::failed)
      << "also with a lower clock";
}

/// A row with the kernels of its launch.
json launched(json row, const char* code, unsigned grid = 100) {
  json kernels = json::array();
  for (const json& its : {json("1111"), code == nullptr ? json(nullptr) : json(code)})
    kernels.push_back({{"name", "decode"},
                       {"code", its},
                       {"grid", grid},
                       {"block", 128},
                       {"shared_bytes_per_block", 0}});
  row["launch"]["kernels"] = kernels;
  return row;
}

TEST(compare, the_same_machine_code_cannot_fail_the_gate) {
  compare_options options = options_for("throughput");
  options.gate = 0.02;
  const json base = launched(row("A/x", second), "2222");
  const auto slower = [&](json now) { return only(base, std::move(now), options); };
  const compared_value same = slower(launched(row("A/x", times(1.1)), "2222"));
  EXPECT_EQ(same.verdict, verdict::worse) << "the time is what it is";
  EXPECT_EQ(same.at_gate, gate_verdict::drifted);
  for (const json& blamed :
       {launched(row("A/x", times(1.1)), "3333"), launched(row("A/x", times(1.1)), nullptr),
        row("A/x", times(1.1)), launched(row("A/x", times(1.1)), "2222", 99)}) {
    const compared_value other = slower(blamed);
    EXPECT_EQ(other.at_gate, gate_verdict::failed) << blamed["launch"];
  }
  EXPECT_NE(slower(launched(row("A/x", second), "2222")).at_gate, gate_verdict::drifted)
      << "it is as fast";
  // What a launch chose may reach a kernel as an argument.
  for (const auto& [key, other] :
       std::map<std::string, json>{{"parts", {{"schedule", "x"}, {"writer", "block"}}},
                                   {"parameters", {{"warps_per_block", 8}}},
                                   {"workspace_bytes", 1024}}) {
    json chosen = launched(row("A/x", times(1.1)), "2222");
    chosen[key] = other;
    EXPECT_EQ(slower(chosen).at_gate, gate_verdict::failed) << key;
    json unknown = launched(row("A/x", second), nullptr);
    unknown[key] = other;
    EXPECT_EQ(compare_reports(report({base}), report({unknown}), options).cases[0].same_code,
              std::nullopt)
        << key;
  }
  json host_time = launched(row("A/x", second), "2222"), later = host_time;
  host_time["latency"] = {{"samples_s", second}};
  later["latency"] = {{"samples_s", times(1.5)}};
  options = options_for("latency");
  options.gate = 0.02;
  EXPECT_EQ(only(host_time, later, options).at_gate, gate_verdict::failed)
      << "the host's code is not known";
}

// The driver copies: no change of codag can make that slower.
TEST(compare, a_copy_by_the_driver_cannot_fail_the_gate) {
  compare_options options = options_for("throughput");
  options.gate = 0.02;
  const auto traffic = [](const char* what, double slower) {
    json made = row(std::string(what) + "/1MiB", times(slower));
    made.update({{"kind", "traffic"}, {"variant", what}});
    return made;
  };
  EXPECT_EQ(only(traffic("copy", 1), traffic("copy", 1.1), options).at_gate, gate_verdict::drifted);
  EXPECT_EQ(only(traffic("read", 1), traffic("read", 1.1), options).at_gate, gate_verdict::failed)
      << "a kernel whose code is not known";
}

TEST(compare, too_few_samples_in_both_are_missing) {
  const json few = row("A/x", {1.0}), base = report({few, row("B/x", second)});
  compare_options options = options_for("throughput");
  options.gate = 0.05;
  const comparison c = compare_reports(base, base, options);
  EXPECT_EQ(c.cases[0].why_not,
            "one of the reports or both has no throughput of two samples or more");
  EXPECT_EQ(c.at_gate(false), gate_outcome::passed);
  EXPECT_EQ(c.at_gate(true), gate_outcome::incomplete);
}

TEST(compare, the_same_machine_code_on_another_gpu_is_no_drift) {
  compare_options options = options_for("throughput");
  options.gate = 0.02;
  const json base =
      report({launched(row("A/x", second), "2222"), launched(row("B/x", second), "2")});
  json now = report({launched(row("A/x", times(1.1)), "2222"), launched(row("B/x", second), "3")});
  const auto codes = [&] {
    const comparison c = compare_reports(base, now, options);
    return std::pair(c.count_code(true), c.count_code(false));
  };
  EXPECT_FALSE(compare_reports(base, now, options).fails_gate());
  EXPECT_EQ(codes(), std::pair(std::size_t{1}, std::size_t{1}));
  EXPECT_EQ(compare_reports(base, now, options).at_gate(false), gate_outcome::passed);
  EXPECT_EQ(compare_reports(base, now, options).at_gate(true), gate_outcome::incomplete)
      << "what has drifted is not decided";
  now["provenance"]["gpu"]["name"] = "NVIDIA H100";
  const comparison c = compare_reports(base, now, options);
  EXPECT_FALSE(c.fails_gate());
  EXPECT_EQ(c.at_gate(false), gate_outcome::nothing_compared)
      << "times of another GPU say nothing of a change";
  for (const reproduced_number& number : reproductions_of(c, base, now))
    EXPECT_EQ(number.outcome, reproduction::not_testable) << "also without a clock";
}

TEST(compare, a_gate_judges_the_times_of_one_cpu_only) {
  compare_options options = options_for("throughput");
  options.gate = 0.5;
  json native = row("A/x", second);
  native["backend"] = "cpu";
  const json base = report({native, row("B/x", second)});
  json now = base;
  now["provenance"]["host"]["cpu"] = "another";
  const comparison c = compare_reports(base, now, options);
  EXPECT_EQ(c.cases[0].values[0].at_gate, gate_verdict::other_machine);
  EXPECT_EQ(c.cases[1].values[0].at_gate, gate_verdict::passed) << "a GPU's kernel";
  EXPECT_EQ(c.at_gate(true), gate_outcome::incomplete);
}

// Then a gate has passed nothing.
TEST(compare, values_of_which_none_is_better_are_not_judged) {
  json base = row("A/x", second), now = base;
  base["counts"] = {{"load_lanes", 5}};
  now["counts"] = {{"load_lanes", 50}};
  compare_options options = options_for("counts/load_lanes");
  options.gate = 0;
  const comparison c = compare_reports(report({base}), report({now}), options);
  EXPECT_EQ(c.count(verdict::worse), 0u);
  EXPECT_EQ(c.count_differing(), 1u);
  EXPECT_EQ(c.at_gate(false), gate_outcome::nothing_compared);
}

TEST(compare, a_new_case_that_ends_in_an_error_fails_the_gate) {
  json broken = row("B/x", second);
  broken.update({{"status", "error"}, {"reason", "illegal memory access"}});
  compare_options options = options_for("throughput");
  options.gate = 0.5;
  const json base = report({row("A/x", second)});
  EXPECT_TRUE(compare_reports(base, report({row("A/x", second), broken}), options).fails_gate());
  json wrong = broken, skipped = broken;
  wrong["status"] = "failed_verify";
  skipped["status"] = "skipped";
  for (const json& before : {wrong, skipped})
    EXPECT_TRUE(compare_reports(report({before}), report({broken}), options).fails_gate())
        << before["status"];
  EXPECT_FALSE(compare_reports(report({broken}), report({broken}), options).fails_gate());
}

TEST(compare, counts_are_exact_and_a_gate_of_0_finds_one_more) {
  json base = row("A/x", second), now = base;
  base["counts"] = {{"shuffles", 1000000}, {"votes", 0}, {"load_lanes", 5}};
  now["counts"] = {{"shuffles", 1000001}, {"votes", 1}, {"load_lanes", 6}};
  compare_options options = options_for("counts");
  options.gate = 0;
  const comparison c = compare_reports(report({base}), report({now}), options);
  ASSERT_EQ(c.cases[0].values.size(), 3u);
  for (const compared_value& v : c.cases[0].values) {
    EXPECT_EQ(v.verdict, verdict::worse) << v.measure.name;
    EXPECT_EQ(v.at_gate == gate_verdict::failed, v.measure.name != "counts/load_lanes")
        << v.measure.name;
    EXPECT_EQ(v.ratio.has_value(), v.measure.name != "counts/votes") << "0 became 1";
  }
  EXPECT_TRUE(c.fails_gate());
  EXPECT_FALSE(compare_reports(report({now}), report({base}), options).fails_gate());
  EXPECT_EQ(compare_reports(report({base}), report({base}), options).count(verdict::same), 3u);
}

TEST(compare, what_is_not_the_same_work_is_not_compared) {
  const auto why = [&](const std::string& key, const json& value) {
    json now = row("A/x", second);
    now[json::json_pointer(key)] = value;
    const comparison c =
        compare_reports(report({row("A/x", second)}), report({now}), options_for("throughput"));
    EXPECT_EQ(c.cases.size(), 1u);
    EXPECT_TRUE(c.cases[0].values.empty());
    return c.cases[0].why_not;
  };
  EXPECT_EQ(why("/dataset/sha256", "b"), "another column: its SHA-256 differs");
  EXPECT_EQ(why("/dataset", nullptr), "only one of the two works on a column");
  EXPECT_EQ(why("/raw_bytes", 5), "another raw_bytes: 1000000000 in the base, 5 here");
  EXPECT_NE(why("/compressed_bytes", 5).find("encoder"), std::string::npos);
  EXPECT_NE(why("/backend", "cpu").find("another backend"), std::string::npos);
  EXPECT_EQ(why("/status", "error"), "error");
}

TEST(compare, what_differs_between_the_runs_is_listed) {
  const json base = report({row("A/x", second)});
  const auto differences = [&](const std::string& key, const json& value) {
    json now = base;
    now[json::json_pointer(key)] = value;
    std::vector<std::string> lines;
    for (const run_difference& d : differences_of(base, now))
      lines.push_back(d.what + ": " + d.base + " -> " + d.now);
    return lines;
  };
  using lines = std::vector<std::string>;
  EXPECT_EQ(differences("/seed", 1), lines());
  EXPECT_EQ(differences("/size", 5), lines({"size: 1000000000 -> 5"}));
  EXPECT_EQ(differences("/config/time/max_noise", 0.5),
            lines({"config/time/max_noise: 0.005 -> 0.5"}));
  EXPECT_EQ(differences("/config/description", "another"), lines());
  EXPECT_EQ(differences("/provenance/devices_at_once", 2), lines({"devices_at_once: - -> 2"}));
  EXPECT_EQ(differences("/provenance/gpu/clock", 7), lines({"gpu/clock: - -> 7"}));
  EXPECT_EQ(differences("/provenance/gpu", nullptr),
            lines({"gpu/name: NVIDIA H200 -> -", "gpu/power_limit_watts: 700 -> -"}));
}

TEST(reproduction, a_time_is_tested_on_the_same_hardware_only) {
  json on_cpu = row("B/cpu", times(1));
  on_cpu["backend"] = "cpu";
  on_cpu["time"]["hot"] = on_cpu["time"]["cold"];
  on_cpu["time"]["hot"]["sm_clock_mhz"] = json::array({nullptr});
  on_cpu["time"]["cold"] = nullptr;
  json base = report({row("A/x", second), on_cpu});
  base["provenance"]["host"]["cpu"] = "one";
  const auto outcomes = [&](const std::string& gpu, const std::string& cpu) {
    json here = base;
    here["provenance"]["gpu"]["name"] = gpu;
    here["provenance"]["host"]["cpu"] = cpu;
    const comparison c = compare_reports(base, here, options_for("throughput"));
    std::vector<std::string> all;
    for (const reproduced_number& n : reproductions_of(c, base, here))
      all.emplace_back(to_string(n.outcome));
    return all;
  };
  using texts = std::vector<std::string>;
  EXPECT_EQ(outcomes("NVIDIA H200", "one"), texts({"reproduced", "reproduced"}));
  EXPECT_EQ(outcomes("NVIDIA H100", "one"), texts({"not testable here", "reproduced"}));
  EXPECT_EQ(outcomes("NVIDIA H200", "two"), texts({"reproduced", "not testable here"}));
}

TEST(compare, cold_and_hot_are_not_the_same_measurement) {
  json hot = row("A/x", second);
  hot["time"]["hot"] = hot["time"]["cold"];
  hot["time"]["cold"] = nullptr;
  const comparison c =
      compare_reports(report({row("A/x", second)}), report({hot}), options_for("throughput"));
  EXPECT_NE(c.cases[0].why_not.find("hot"), std::string::npos);
  EXPECT_TRUE(c.cases[0].values.empty());
}

TEST(compare, cases_of_one_report_are_said_and_a_lost_one_is_missing) {
  json failed = row("B/x", second);
  failed["status"] = "failed_verify";
  failed["reason"] = "wrong byte";
  const json base = report({row("A/x", second), row("B/x", second), row("C/x", second)}),
             now = report({row("A/x", second), failed, row("D/x", second)});
  compare_options options = options_for("throughput");
  options.gate = 0.05;
  const comparison c = compare_reports(base, now, options);
  ASSERT_EQ(c.cases.size(), 4u);
  EXPECT_EQ(c.cases[1].why_not, "failed_verify: wrong byte");
  EXPECT_EQ(c.cases[2].why_not, "not in the base");
  EXPECT_EQ(c.cases[3].why_not, "only in the base");
  const std::vector<bool> missing = {false, true, false, true};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(c.cases[i].missing, missing[i]) << i;
  EXPECT_TRUE(c.unclear_at_gate());
  EXPECT_EQ(c.at_gate(false), gate_outcome::failed) << "wrong bytes are worse than any time";
  const json lost = report({row("A/x", second), row("C/x", second)});
  EXPECT_EQ(compare_reports(base, lost, options).at_gate(false), gate_outcome::passed);
  EXPECT_EQ(compare_reports(base, lost, options).at_gate(true), gate_outcome::incomplete);
}

TEST(compare, bytes_that_were_wrong_in_the_base_do_not_fail_the_gate) {
  json failed = row("A/x", second);
  failed["status"] = "failed_verify";
  const json both = report({failed, row("B/x", second)});
  compare_options options = options_for("throughput");
  options.gate = 0.05;
  EXPECT_EQ(compare_reports(both, both, options).at_gate(true), gate_outcome::passed);
}

TEST(compare, wrong_bytes_and_errors_that_are_new_fail_the_gate) {
  const auto ended = [](const char* status) {
    json made = row("A/x", second);
    made.update({{"status", status}, {"reason", "why"}});
    return made;
  };
  compare_options options = options_for("throughput");
  options.gate = 0.05;
  const auto gate = [&](std::vector<json> base, std::vector<json> now) {
    return compare_reports(report(std::move(base)), report(std::move(now)), options).at_gate(false);
  };
  const json other = row("B/x", second);
  EXPECT_EQ(gate({other}, {other, ended("failed_verify")}), gate_outcome::failed) << "a new case";
  EXPECT_EQ(gate({ended("throttled"), other}, {ended("failed_verify"), other}),
            gate_outcome::failed);
  EXPECT_EQ(gate({ended("ok"), other}, {ended("error"), other}), gate_outcome::failed);
  EXPECT_EQ(gate({ended("error"), other}, {ended("error"), other}), gate_outcome::passed);
  EXPECT_EQ(gate({ended("ok"), other}, {ended("skipped"), other}), gate_outcome::passed)
      << "it is missing";
}

TEST(compare, a_column_of_another_compressed_size_is_judged_by_its_ratio) {
  json grown = row("A/x", times(5));
  grown["compressed_bytes"] = grown["compressed_bytes"].get<std::uint64_t>() * 2;
  grown["ratio"] = grown["ratio"].get<double>() * 2;
  const json base = report({row("A/x", second), row("B/x", second)}),
             now = report({grown, row("B/x", second)});
  compare_options options = options_for("throughput");
  options.gate = 0.05;
  const comparison unjudged = compare_reports(base, now, options);
  EXPECT_TRUE(unjudged.cases[0].values.empty());
  EXPECT_EQ(unjudged.at_gate(false), gate_outcome::passed);
  EXPECT_EQ(unjudged.at_gate(true), gate_outcome::incomplete)
      << "five times slower, and not judged";
  options.judge_ratio = true;
  const comparison c = compare_reports(base, now, options);
  ASSERT_EQ(c.cases[0].values.size(), 1u);
  EXPECT_EQ(c.cases[0].values[0].measure.name, "ratio");
  EXPECT_NE(c.cases[0].why_not.find("the encoder differs"), std::string::npos);
  EXPECT_EQ(c.at_gate(false), gate_outcome::failed);
  EXPECT_EQ(compare_reports(now, base, options).at_gate(false), gate_outcome::passed) << "smaller";
}

TEST(compare, a_value_that_was_lost_is_named) {
  json base = row("A/x", second);
  base["launch"]["registers_per_thread"] = 48;
  json now = base;
  now["time"]["cold"] = nullptr;
  compare_options options = options_for("registers");
  options.measures.push_back(find_measures("cold").front());
  options.gate = 0.05;
  const comparison c = compare_reports(report({base}), report({now}), options);
  EXPECT_EQ(c.cases[0].values.size(), 1u);
  EXPECT_EQ(c.cases[0].why_not, "the new report has no cold");
  EXPECT_EQ(c.at_gate(true), gate_outcome::incomplete);
}

TEST(compare, a_gate_that_compared_nothing_has_not_passed) {
  compare_options options = options_for("throughput");
  options.gate = 0.05;
  const comparison c =
      compare_reports(report({row("A/x", second)}), report({row("B/x", second)}), options);
  EXPECT_EQ(c.at_gate(false), gate_outcome::nothing_compared);
}

TEST(compare, means_leave_out_memory_traffic) {
  const auto with_traffic = [](double factor) {
    json traffic = row("copy/x", times(factor));
    traffic["kind"] = "traffic";
    return report({row("A/x", second), row("B/x", second), traffic});
  };
  const comparison c =
      compare_reports(with_traffic(1), with_traffic(0.125), options_for("throughput"));
  ASSERT_FALSE(c.means.empty());
  EXPECT_DOUBLE_EQ(c.means.back().ratio, 1);
  EXPECT_EQ(c.means.back().cases, 2u);
}

TEST(compare, a_renamed_variant_is_found_by_what_it_does) {
  json now = row("A/x", second);
  now["name"] = "A/y";
  now["variant"] = "y";
  const json base = report({row("A/x", second)});
  const auto pairs = pair_cases(base, report({now}));
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].name, "A/y");
  EXPECT_EQ(pairs[0].base_name, "A/x");
  EXPECT_EQ(pairs[0].why_not, "");
  json twin = now;
  twin["name"] = "A/z";
  EXPECT_EQ(pair_cases(base, report({now, twin})).size(), 3u) << "two could be it";
  json another = now;
  another["parts"]["schedule"] = "y";
  EXPECT_EQ(pair_cases(base, report({another})).size(), 2u) << "another kernel";
}

TEST(compare, means_are_geometric_and_by_codec_and_variant) {
  const json base = report(
                 {row("A/x", second), row("B/x", second), row("A/y", second), row("B/y", second)}),
             now = report({row("A/x", times(0.5)), row("B/x", times(0.125)), row("A/y", second),
                           row("B/y", second)});
  const comparison c = compare_reports(base, now, options_for("throughput"));
  ASSERT_EQ(c.means.size(), 3u);
  EXPECT_EQ(c.means[0].variant, "x");
  EXPECT_NEAR(c.means[0].ratio, 4, 1e-12);
  EXPECT_EQ(c.means[0].cases, 2u);
  EXPECT_NEAR(c.means[1].ratio, 1, 1e-12);
  EXPECT_EQ(c.means[2].variant, "");
  EXPECT_NEAR(c.means[2].ratio, 2, 1e-12);
  EXPECT_EQ(c.means[2].cases, 4u);
}

// The rates of docs/comparing.md. Two runs of one program drift apart by a normal distribution
// whose standard deviation is 0.1 %, as on the H200s; within a run, samples are late by 0.3 % on
// average.
TEST(compare, false_alarms_and_power) {
  std::mt19937_64 random(12);
  std::normal_distribution<double> drift(0, 0.001);
  constexpr int tries = 500;
  for (const double change : {0.0, 0.01, 0.02, 0.05}) {
    int slower = 0, faster = 0, same = 0;
    for (int i = 0; i < tries; ++i) {
      const json base = row("A/x", test::samples(random, std::exp(drift(random)), 0.003, 20));
      const json now =
          row("A/x", test::samples(random, std::exp(drift(random)) * (1 + change), 0.003, 20));
      const verdict v = only(base, now).verdict;
      slower += v == verdict::worse ? 1 : 0;
      faster += v == verdict::better ? 1 : 0;
      same += v == verdict::same ? 1 : 0;
    }
    RecordProperty("slower_at_" + std::to_string(static_cast<int>(change * 100)) + "_percent",
                   slower);
    std::cout << "a change of " << change * 100 << " %: same " << 100.0 * same / tries
              << " %, slower " << 100.0 * slower / tries << " %, faster " << 100.0 * faster / tries
              << " %\n";
    EXPECT_EQ(faster, 0);
    if (change == 0) {
      EXPECT_EQ(slower, 0) << "a false alarm";
      EXPECT_GT(same, tries * 0.97);
    }
    const double least = change == 0.02 ? 0.98 : change == 0.05 ? 1 : 0;
    EXPECT_GE(slower, tries * least);
    // A change of 1 % is not beyond the least effect.
    if (change == 0.01) {
      EXPECT_LT(slower, tries * 0.09);
    }
  }
}

}  // namespace
}  // namespace codag::harness
