// Verdicts on hand-written rows: every statistic, every verdict, and claims that cannot be tested.
#include "harness/claims/judge.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/claims/uncertainty.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// A row whose samples all agree, so that its number has no noise.
json row(const std::string& dataset, const std::string& variant, const json& gbps) {
  return {{"name", dataset + "/rle_v1/" + variant + "/128KiB"},
          {"dataset", {{"name", dataset}, {"sha256", "of " + dataset}}},
          {"codec", "rle_v1"},
          {"variant", variant},
          {"chunk_bytes", 131072},
          {"asked_bytes", 1 << 20},
          {"backend", "cuda"},
          {"status", "ok"},
          {"reason", ""},
          {"gbps", gbps},
          {"gpu", "NVIDIA A100-SXM4-40GB"},
          {"time", {{"cold", {{"samples_s", {1, 1, 1, 1, 1, 1}}}}, {"hot", nullptr}}},
          {"absent", json::object()}};
}

/// Ratios of warp over block: 2 and 8; relative differences: 1 and 7.
json two_datasets() {
  return json::array({row("MC0", "warp", 20), row("MC0", "block", 10), row("TPC", "warp", 8),
                      row("TPC", "block", 1)});
}

claim claim_of(statistic of, double about, double tolerance = 1e-12) {
  claim c;
  c.name = "speedup";
  c.source = "a paper, Fig. 7";
  c.says = "Warps are faster.";
  c.value = "/gbps";
  c.left = {{"variant", "\"warp\""}};
  if (compares(of)) c.right = {{"variant", "\"block\""}};
  c.of = of;
  c.expected = {expectation::kind::about, about, tolerance};
  return c;
}

void expect_measured(statistic of, double number) {
  const json v = judge(claim_of(of, number), two_datasets());
  EXPECT_DOUBLE_EQ(v["measured"].get<double>(), number) << v;
  EXPECT_EQ(v["verdict"], "reproduced") << v;
  EXPECT_EQ(v["pairs"], 2) << v;
  EXPECT_EQ(v["reason"], "") << v;
}

void expect_untestable(const claim& c, const json& rows, const std::vector<std::string>& says) {
  const json v = judge(c, rows);
  EXPECT_EQ(v["verdict"], "not_testable") << v;
  EXPECT_TRUE(v["measured"].is_null()) << v;
  for (const std::string& part : says)
    EXPECT_NE(v["reason"].get<std::string>().find(part), std::string::npos) << part << "\n" << v;
}

TEST(claims, do_not_judge_what_was_disturbed) {
  json rows = two_datasets();
  rows[1]["disturbed"] = {{"seen", {"a neighbour", "steal"}}, {"takes", 3}, {"allowed", false}};
  rows[1]["compressed_bytes"] = 5;
  expect_untestable(claim_of(statistic::mean_ratio, 1), rows,
                    {"MC0/rle_v1/block/128KiB was disturbed: a neighbour; steal"});
  claim of_size = claim_of(statistic::min, 5);
  of_size.left = {{"dataset", "\"MC0\""}, {"variant", "\"block\""}};
  of_size.value = "/compressed_bytes";
  EXPECT_EQ(judge(of_size, rows)["verdict"], "reproduced") << "nothing disturbs a size";
  rows[1]["disturbed"]["allowed"] = true;
  EXPECT_EQ(judge(claim_of(statistic::mean_ratio, 5), rows)["verdict"], "reproduced");
}

TEST(judge, the_spread_is_the_least_and_the_greatest_of_the_pairs) {
  const auto ratios = spread_of(claim_of(statistic::geomean_ratio, 4), two_datasets());
  EXPECT_DOUBLE_EQ(ratios->low, 2);
  EXPECT_DOUBLE_EQ(ratios->high, 8);
  const auto of_left_rows = spread_of(claim_of(statistic::mean, 14), two_datasets());
  EXPECT_DOUBLE_EQ(of_left_rows->low, 8);
  EXPECT_DOUBLE_EQ(of_left_rows->high, 20);
  json rows = two_datasets();
  rows[0]["status"] = "error";
  EXPECT_FALSE(spread_of(claim_of(statistic::geomean_ratio, 4), rows));
}

TEST(judge, an_index_that_no_list_has_is_no_place) {
  json rows = two_datasets();
  for (json& r : rows) r["list"] = json::array({1});
  claim c = claim_of(statistic::max_ratio, 1);
  c.value = "/list/99999999999999999999";
  expect_untestable(c, rows, {"is not a key of the row"});
}

TEST(judge, a_quotient_that_is_not_finite_is_no_number) {
  json rows = two_datasets();
  rows[0]["gbps"] = 1e300;
  rows[1]["gbps"] = 1e-300;
  for (const statistic of : {statistic::max_ratio, statistic::geomean_ratio})
    expect_untestable(claim_of(of, 1), rows, {"too large or too small"});
  rows[1]["gbps"] = rows[2]["gbps"] = 1e308;
  rows[0]["gbps"] = 1.7e308;
  claim c = claim_of(statistic::mean, 1);
  rows[2]["gbps"] = 1.7e308;
  expect_untestable(c, rows, {"too large or too small"});
}

TEST(judge, each_statistic) {
  expect_measured(statistic::geomean_ratio, 4);
  expect_measured(statistic::mean_ratio, 5);
  expect_measured(statistic::min_ratio, 2);
  expect_measured(statistic::max_ratio, 8);
  expect_measured(statistic::max_relative_difference, 7);
  expect_measured(statistic::min, 8);
  expect_measured(statistic::max, 20);
  expect_measured(statistic::mean, 14);
  expect_measured(statistic::geomean, std::sqrt(160));
}

TEST(judge, ignores_rows_of_damaged_chunks) {
  json rows = two_datasets();
  json damaged = row("MC0", "warp", nullptr);
  damaged["name"] = "MC0/rle_v1/warp/128KiB/damaged";
  damaged["kind"] = "damage";
  rows.push_back(damaged);
  EXPECT_EQ(judge(claim_of(statistic::geomean_ratio, 4), rows)["verdict"], "reproduced");
}

TEST(judge, says_what_was_claimed) {
  const json v = judge(claim_of(statistic::geomean_ratio, 4, 0.25), two_datasets());
  EXPECT_EQ(v["name"], "speedup");
  EXPECT_EQ(v["source"], "a paper, Fig. 7");
  EXPECT_EQ(v["says"], "Warps are faster.");
  EXPECT_EQ(v["expected"],
            (json{{"about", 4.0}, {"tolerance", 0.25}, {"low", 3.25}, {"high", 4.75}}));
}

TEST(judge, each_expectation_holds_or_does_not) {
  using kind = expectation::kind;
  const auto verdict = [](const expectation& expected) {
    claim c = claim_of(statistic::geomean_ratio, 0);
    c.expected = expected;
    return judge(c, two_datasets())["verdict"].get<std::string>();
  };
  EXPECT_EQ(verdict({kind::about, 5, 0.25}), "reproduced") << "of the effect, which is 4";
  EXPECT_EQ(verdict({kind::about, 5, 0.24}), "not_reproduced");
  EXPECT_EQ(verdict({kind::about, 3, 0.5}), "reproduced");
  EXPECT_EQ(verdict({kind::about, 3, 0.4}), "not_reproduced");
  EXPECT_EQ(verdict({kind::at_most, 4.001}), "reproduced");
  EXPECT_EQ(verdict({kind::at_most, 3.999}), "not_reproduced");
  EXPECT_EQ(verdict({kind::at_least, 3.999}), "reproduced");
  EXPECT_EQ(verdict({kind::at_least, 4.001}), "not_reproduced");
}

TEST(judge, a_ratio_may_be_of_0_but_not_over_0) {
  json rows = two_datasets();
  rows[0]["gbps"] = 0;
  const json v = judge(claim_of(statistic::min_ratio, 0), rows);
  EXPECT_EQ(v["verdict"], "reproduced") << v;
  EXPECT_EQ(v["measured"], 0) << v;
  rows[3]["gbps"] = 0;
  for (const statistic of : {statistic::min_ratio, statistic::max_ratio})
    expect_untestable(claim_of(of, 0), rows, {"TPC/rle_v1/block", "/gbps is not greater than 0"});
}

/// Rows with stalls: barriers hold 10 % of the warps of `warp` and 90 % of `block`'s.
json two_stalled_rows() {
  json rows = json::array({row("MC0", "warp", 20), row("MC0", "block", 10)});
  rows[0]["stalls"] = {{"reasons", {{"barrier", {{"share", 0.1}}}, {"wait", {{"share", 0.9}}}}}};
  rows[1]["stalls"] = {{"reasons", {{"barrier", {{"share", 0.9}}}, {"gmma", {{"share", 0.1}}}}}};
  return rows;
}

claim claim_on(const std::string& value, statistic of = statistic::max_ratio) {
  claim c = claim_of(of, 0);
  c.value = value;
  return c;
}

TEST(judge, a_stall_reason_without_a_sample_is_0) {
  const json rows = two_stalled_rows();
  EXPECT_DOUBLE_EQ(judge(claim_on("/stalls/reasons/barrier/share"), rows)["measured"].get<double>(),
                   0.1 / 0.9);
  EXPECT_EQ(judge(claim_on("/stalls/reasons/gmma/share"), rows)["measured"], 0);
  expect_untestable(claim_on("/stalls/reasons/wait/share"), rows,
                    {"MC0/rle_v1/block", "/wait/share is not greater than 0"});
  expect_untestable(claim_on("/stalls/reasons/barier/share"), rows, {"is not a key of the row"});
  expect_untestable(claim_on("/stalls/reason/barrier/share"), rows, {"is not a key of the row"});
}

TEST(judge, a_profile_that_was_not_had_is_not_testable) {
  json rows = two_stalled_rows();
  rows[0]["stalls"] = nullptr;
  rows[0]["absent"]["stalls"] = "no_permission: run as root";
  expect_untestable(claim_on("/stalls/reasons/gmma/share", statistic::max), rows,
                    {"MC0/rle_v1/warp", "/stalls is null: no_permission: run as root"});
  rows[0].erase("stalls");
  expect_untestable(claim_on("/stalls/reasons/gmma/share", statistic::max), rows,
                    {"is not a key of the row"});
  rows[0]["metrics"] = {{"values", {{"a__b.sum", nullptr}}},
                        {"absent", {{"a__b.sum", "not here"}}}};
  expect_untestable(claim_on("/metrics/values/a__b.sum", statistic::max), rows,
                    {"/metrics/values/a__b.sum is null: not here"});
}

TEST(judge, pairs_by_all_that_no_filter_names) {
  json rows = two_datasets();
  for (const json& r : two_datasets()) {
    rows.push_back(r);
    rows.back()["chunk_bytes"] = 4096;
    rows.back()["name"] = r["name"].get<std::string>() + "/4KiB";
  }
  EXPECT_EQ(judge(claim_of(statistic::geomean_ratio, 4), rows)["pairs"], 4);
  claim c = claim_of(statistic::geomean_ratio, 4);
  c.left["chunk_bytes"] = "4096";  // which then holds for the right side too
  EXPECT_EQ(judge(c, rows)["pairs"], 2);
}

/// Two decodings with two input buffers each, launched with 4 and with 8 warps per block.
json rows_with_parts() {
  json rows = json::array();
  double gbps = 1;
  for (const int warps : {4, 8})
    for (const char* decoding : {"all_threads", "single_thread"})
      for (const char* buffer : {"shared", "registers"}) {
        const std::string variant = std::string("warp/") + decoding + "/" + buffer;
        rows.push_back(row("MC0", variant + "/warps=" + std::to_string(warps), gbps *= 2));
        rows.back()["parts"] = {{"decoding", decoding}, {"input_buffer", buffer}};
        rows.back()["parameters"] = {{"warps_per_block", warps}};
      }
  return rows;
}

TEST(judge, pairs_by_a_part_of_the_variant) {
  claim c = claim_of(statistic::geomean_ratio, 4);
  c.left = {{"decoding", "\"single_thread\""}};
  c.right = {{"decoding", "\"all_threads\""}};
  const json v = judge(c, rows_with_parts());
  EXPECT_EQ(v["pairs"], 4) << v;
  EXPECT_DOUBLE_EQ(v["measured"].get<double>(), 4) << v;
}

TEST(judge, pairs_by_a_parameter_of_the_variant) {
  claim c = claim_of(statistic::geomean_ratio, 16);
  c.left = {{"warps_per_block", "8"}};
  c.right = {{"warps_per_block", "4"}};
  const json v = judge(c, rows_with_parts());
  EXPECT_EQ(v["pairs"], 4) << v;
  EXPECT_DOUBLE_EQ(v["measured"].get<double>(), 16) << v;
}

TEST(judge, a_part_and_a_parameter_filter_one_side) {
  claim c = claim_of(statistic::max, 256);
  c.left = {{"decoding", "\"single_thread\""}, {"warps_per_block", "8"}};
  const json v = judge(c, rows_with_parts());
  EXPECT_EQ(v["pairs"], 2) << v;
  EXPECT_EQ(v["measured"], 256) << v;
  c.left["warps_per_block"] = "\"8\"";  // the text "8" is not the number
  expect_untestable(c, rows_with_parts(), {"no case has", "warps_per_block"});
}

// A row without parts, such as memory traffic, matches no filter that names one.
TEST(judge, rows_without_a_part_are_left_out) {
  json rows = rows_with_parts();
  rows.push_back(row("MC0", "copy", 1e6));
  rows.back()["parts"] = rows.back()["parameters"] = json::object();
  claim c = claim_of(statistic::max, 256);
  c.left = {{"input_buffer", "\"registers\""}};
  EXPECT_EQ(judge(c, rows)["measured"], 256);
}

TEST(judge, a_missing_row_is_not_testable) {
  const claim c = claim_of(statistic::geomean_ratio, 4);
  json rows = two_datasets();
  rows.erase(3);
  expect_untestable(c, rows, {"TPC/rle_v1/warp", "no partner", "block"});
  rows = two_datasets();
  rows.erase(2);
  expect_untestable(c, rows, {"TPC/rle_v1/block", "no partner", "warp"});
  expect_untestable(c, json::array(), {"no case has", "warp"});
  expect_untestable(claim_of(statistic::mean, 4), json::array(), {"no case has", "warp"});
}

TEST(judge, a_row_without_a_value_is_not_testable) {
  const claim c = claim_of(statistic::geomean_ratio, 4);
  json rows = two_datasets();
  rows[1]["status"] = "failed_verify";
  rows[1]["reason"] = "wrong at byte 7";
  expect_untestable(c, rows, {"MC0/rle_v1/block", "failed_verify", "wrong at byte 7"});
  rows = two_datasets();
  rows[2]["gbps"] = nullptr;
  rows[2]["absent"]["gbps"] = "an interpreter's time";
  expect_untestable(c, rows, {"TPC/rle_v1/warp", "/gbps is null", "an interpreter's time"});
  rows[2]["gbps"] = 0;
  expect_untestable(c, rows, {"TPC/rle_v1/warp", "/gbps is not greater than 0"});
  rows[2]["gbps"] = "8";
  expect_untestable(c, rows, {"TPC/rle_v1/warp", "/gbps is not a number"});
  rows[2].erase("gbps");
  expect_untestable(c, rows, {"TPC/rle_v1/warp", "/gbps is not a key of the row"});
}

TEST(judge, two_rows_in_one_place_are_not_testable) {
  json rows = two_datasets();
  rows.push_back(row("MC0", "other", 1));
  claim c = claim_of(statistic::geomean_ratio, 4);
  c.left = {{"codec", "\"rle_v1\""}, {"dataset", "\"MC0\""}};
  c.right = {{"variant", "\"block\""}};
  expect_untestable(c, rows, {"MC0/rle_v1/warp", "distinguishes them"});
}

/// The same rows, each with the key.
json each_with(json rows, const std::string& key, const json& value) {
  for (json& one : rows) one[key] = value;
  return rows;
}

TEST(judge, an_absolute_number_of_other_hardware_is_not_judged) {
  claim c = claim_of(statistic::mean, 14);
  c.hardware = "A100";
  const auto verdict = [&](const json& gpu) {
    const json v = judge(c, each_with(two_datasets(), "gpu", gpu));
    EXPECT_EQ(v["measured"], 14) << "the value is beside it in any case";
    EXPECT_EQ(v["hardware"], "A100");
    return v["verdict"].get<std::string>();
  };
  EXPECT_EQ(verdict("NVIDIA A100-SXM4-40GB"), "reproduced");
  EXPECT_EQ(verdict("A100"), "reproduced");
  for (const char* other : {"NVIDIA H200", "RTX A1000", "GA100", ""})
    EXPECT_EQ(verdict(other), "other_hardware") << other;
  EXPECT_EQ(verdict(nullptr), "other_hardware");
  c.expected.value = 15;
  EXPECT_EQ(verdict("NVIDIA A100 80GB"), "not_reproduced");
  EXPECT_EQ(verdict("NVIDIA H200"), "other_hardware");
}

TEST(judge, a_ratio_and_a_share_are_judged_on_any_hardware) {
  claim ratio = claim_of(statistic::max_ratio, 8);
  ratio.hardware = "V100";
  EXPECT_EQ(judge(ratio, two_datasets())["verdict"], "reproduced");
  EXPECT_TRUE(is_of_hardware("/gbps_low") && is_of_hardware("/time/cold/median_s") &&
              is_of_hardware("/energy/joules_per_gb") && is_of_hardware("/traffic_gbps") &&
              is_of_hardware("/giga_operations_per_second") &&
              is_of_hardware("/transfer/in/gbps") && is_of_hardware("/transfer/link_in/median_s"));
  EXPECT_FALSE(is_of_hardware("/transfer/in/link_share") ||
               is_of_hardware("/transfer/speedup_over_raw_copy"));
  EXPECT_FALSE(is_of_hardware("/ratio") || is_of_hardware("/roof_share") ||
               is_of_hardware("/stalls/reasons/wait/share") || is_of_hardware("/chunks"));
}

/// A pair of rows whose ratio is 1.1, from samples that differ by `spread` on either side.
json noisy_pair(double spread) {
  json rows = json::array({row("MC0", "warp", 11), row("MC0", "block", 10)});
  std::vector<double> seconds;
  for (int i = -5; i <= 5; ++i) seconds.push_back(1 + spread * i / 5);
  rows[0]["time"]["cold"]["samples_s"] = seconds;
  return rows;
}

TEST(judge, a_number_is_reproduced_only_with_its_whole_interval) {
  using kind = expectation::kind;
  claim c = claim_of(statistic::geomean_ratio, 0);
  const auto verdict = [&](const expectation& expected, double spread) {
    c.expected = expected;
    return judge(c, noisy_pair(spread));
  };
  const json narrow = verdict({kind::about, 1.1, 0.2}, 0.01),
             wide = verdict({kind::about, 1.1, 0.2}, 0.1);
  EXPECT_EQ(narrow["verdict"], "reproduced") << narrow;
  EXPECT_TRUE(narrow["low"] < 1.1 && narrow["low"] > 1.08 && narrow["high"] > 1.1) << narrow;
  EXPECT_EQ(wide["verdict"], "undecided") << wide;
  EXPECT_NE(wide["reason"].get<std::string>().find("partly within"), std::string::npos);
  EXPECT_EQ(verdict({kind::at_least, 1.05}, 0.01)["verdict"], "reproduced");
  EXPECT_EQ(verdict({kind::at_least, 1.05}, 0.1)["verdict"], "undecided");
  EXPECT_EQ(verdict({kind::at_most, 1.05}, 0.1)["verdict"], "undecided");
  EXPECT_EQ(verdict({kind::at_most, 1.05}, 0.01)["verdict"], "not_reproduced");
}

TEST(judge, no_effect_is_not_within_the_tolerance_of_an_effect) {
  claim c = claim_of(statistic::geomean_ratio, 1.17, 0.15);
  EXPECT_EQ(judge(c, json::array({row("A", "warp", 0.995), row("A", "block", 1)}))["verdict"],
            "not_reproduced");
  c.expected = {expectation::kind::about, 1, 0.1};
  EXPECT_EQ(judge(c, json::array({row("A", "warp", 0.95), row("A", "block", 1)}))["verdict"],
            "reproduced")
      << "a claim of no effect has a tolerance of the ratio itself";
}

TEST(judge, a_claim_of_a_sign_is_one_of_direction_only) {
  claim c = claim_of(statistic::min_ratio, 0);
  c.expected = {expectation::kind::at_least, 1};
  EXPECT_EQ(judge(c, two_datasets())["verdict"], "direction_only");
  c.expected = {expectation::kind::at_most, 1};
  EXPECT_EQ(judge(c, two_datasets())["verdict"], "not_reproduced");
  c = claim_of(statistic::min, 0);
  c.expected = {expectation::kind::at_least, 1};
  EXPECT_EQ(judge(c, two_datasets())["verdict"], "reproduced") << "1 GB/s is an amount";
}

TEST(judge, too_few_samples_decide_nothing) {
  json rows = two_datasets();
  rows[1]["time"]["cold"]["samples_s"] = {1, 1, 1, 1, 1};
  const json v = judge(claim_of(statistic::geomean_ratio, 4), rows);
  EXPECT_EQ(v["verdict"], "undecided");
  EXPECT_EQ(v["measured"], 4);
  EXPECT_TRUE(v["low"].is_null() && v["high"].is_null());
  EXPECT_EQ(v["reason"],
            "a case has fewer than 6 samples, or its number is no median: it has no interval");
  EXPECT_EQ(judge_targets({claim_of(statistic::geomean_ratio, 4)}, rows)[0]["verdict"],
            "not_testable");
}

TEST(judge, another_opponent_than_the_papers_is_no_test_of_its_number) {
  claim c = claim_of(statistic::geomean_ratio, 4);
  c.baseline = "RAPIDS's own code";
  const json v = judge(c, two_datasets());
  EXPECT_EQ(v["verdict"], "other_baseline");
  EXPECT_EQ(v["baseline"], "RAPIDS's own code");
  EXPECT_EQ(v["measured"], 4);
  EXPECT_EQ(v["reason"], "the paper has RAPIDS's own code; by the number alone: reproduced");
}

TEST(judge, a_target_is_met_or_missed) {
  using kind = expectation::kind;
  claim c = claim_of(statistic::geomean_ratio, 0);
  const auto verdict = [&](const expectation& expected, const json& rows) {
    c.expected = expected;
    const json v = judge_targets({c}, rows)[0];
    EXPECT_FALSE(v.contains("baseline"));
    return v["verdict"].get<std::string>();
  };
  EXPECT_EQ(verdict({kind::at_least, 3.9}, two_datasets()), "met");
  EXPECT_EQ(verdict({kind::at_least, 1}, two_datasets()), "met");
  EXPECT_EQ(verdict({kind::at_least, 4.1}, two_datasets()), "missed");
  EXPECT_EQ(verdict({kind::at_least, 1.05}, noisy_pair(0.1)), "missed") << "it is not surely met";
  EXPECT_EQ(verdict({kind::at_least, 3.9}, json::array()), "not_testable");
}

TEST(judge, extremes_have_wider_intervals_than_means) {
  json rows = json::array();
  for (const char* dataset : {"A", "B", "C", "D"})
    for (json one : noisy_pair(0.05)) {
      one["dataset"]["name"] = dataset;
      one["name"] = dataset + std::string("/") + one["variant"].get<std::string>();
      rows.push_back(one);
    }
  const auto width = [&](statistic of) {
    const json v = judge(claim_of(of, 1.1), rows);
    EXPECT_NEAR(v["measured"].get<double>(), of == statistic::max_relative_difference ? 0.1 : 1.1,
                1e-12);
    return v["high"].get<double>() - v["low"].get<double>();
  };
  const json one = judge(claim_of(statistic::geomean_ratio, 1.1), noisy_pair(0.05));
  const double alone = one["high"].get<double>() - one["low"].get<double>();
  EXPECT_NEAR(width(statistic::geomean_ratio), alone / 2, 1e-3) << "the noise of 4 averages out";
  EXPECT_NEAR(width(statistic::mean_ratio), alone / 2, 1e-3);
  EXPECT_GT(width(statistic::min_ratio), alone);
  EXPECT_GT(width(statistic::max_ratio), alone);
  EXPECT_GT(width(statistic::max_relative_difference), alone);
}

TEST(judge, a_measurement_without_samples_is_assumed_to_repeat_within_5_percent) {
  json rows = two_datasets();
  for (json& one : rows) one["metrics"] = {{"values", {{"m", 20}}}};
  claim c = claim_of(statistic::mean, 20);
  c.value = "/metrics/values/m";
  c.left["dataset"] = "\"MC0\"";
  const auto verdict = [&](double at_most) {
    c.expected = {expectation::kind::at_most, at_most};
    return judge(c, rows)["verdict"].get<std::string>();
  };
  EXPECT_EQ(verdict(21.1), "reproduced");
  EXPECT_EQ(verdict(20.9), "undecided");
  EXPECT_EQ(verdict(18.9), "not_reproduced");
}

TEST(judge, sizes_are_exact_and_a_share_has_the_noise_of_both) {
  json one = noisy_pair(0.05)[0];
  one["transfer"] = {{"in", one["time"]["cold"]}, {"link_in", one["time"]["cold"]}};
  const double its = *log_variance_of(one, "/gbps");
  EXPECT_GT(its, 0);
  EXPECT_EQ(log_variance_of(one, "/ratio"), 0);
  EXPECT_EQ(log_variance_of(one, "/counts/shuffles"), 0);
  EXPECT_DOUBLE_EQ(*log_variance_of(one, "/time/cold/median_s"), its);
  EXPECT_DOUBLE_EQ(*log_variance_of(one, "/transfer/in/gbps"), its);
  one["latency"] = one["time"]["cold"];
  EXPECT_DOUBLE_EQ(*log_variance_of(one, "/latency/p50_s"), its);
  EXPECT_FALSE(log_variance_of(one, "/latency/p99_s")) << "it is no median";
  for (const char* share : {"/roof_share", "/speedup_over_baseline", "/transfer/in/link_share",
                            "/transfer/speedup_over_raw_copy"})
    EXPECT_DOUBLE_EQ(*log_variance_of(one, share), 2 * its) << share;
  EXPECT_FALSE(log_variance_of(one, "/transfer/in_out/gbps")) << "it has no samples";
}

TEST(judge, right_rows_may_have_their_own_value) {
  json rows = two_datasets();
  for (json& one : rows)
    one["transfer"] = {{"in", {{"gbps", 5}, {"samples_s", {1, 1, 1, 1, 1, 1}}}}};
  claim c = claim_of(statistic::min_ratio, 0.5);
  c.value = "/transfer/in/gbps";
  c.right_value = "/gbps";
  EXPECT_EQ(judge(c, rows)["measured"], 0.5);
  c.left = c.right = {{"variant", "\"warp\""}};
  EXPECT_EQ(judge(c, rows)["measured"], 0.25) << "of the same row";
}

TEST(judge, a_claim_may_read_the_reports_of_two_gpus) {
  const auto report = [](const char* gpu, double speedup) {
    json rows = json::array({row("MC0", "warp", 20), row("MC0", "block", 10)});
    for (json& one : rows) one["speedup_over_baseline"] = speedup;
    return json{{"cases", rows}, {"provenance", {{"gpu", {{"name", gpu}}}}}};
  };
  const json a100 = report("NVIDIA A100", 3), v100 = report("Tesla V100", 2);
  claim c = claim_of(statistic::geomean_ratio, 1.5);
  c.value = "/speedup_over_baseline";
  c.left = {{"variant", "\"warp\""}, {"gpu", "\"A100\""}};
  c.right = {{"gpu", "\"V100\""}};
  const json v = judge(c, rows_with_gpu({&a100, &v100}));
  EXPECT_EQ(v["verdict"], "reproduced") << v;
  EXPECT_EQ(v["pairs"], 1);
  expect_untestable(c, rows_with_gpu({&a100}), {"no case has", "V100"});
  const claim of_each = claim_of(statistic::geomean_ratio, 2);
  EXPECT_EQ(judge(of_each, rows_with_gpu({&a100, &v100}))["pairs"], 2) << "pairs are of one GPU";
}

TEST(judge, all_in_order) {
  claim second = claim_of(statistic::mean, 0);
  second.name = "second";
  const json verdicts = judge_all({claim_of(statistic::max, 20), second}, two_datasets());
  ASSERT_EQ(verdicts.size(), 2u);
  EXPECT_EQ(verdicts[0]["verdict"], "reproduced");
  EXPECT_EQ(verdicts[1]["name"], "second");
  EXPECT_EQ(verdicts[1]["verdict"], "not_reproduced");
}

}  // namespace
}  // namespace codag::harness
