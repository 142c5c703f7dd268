// What a page says of hand-made reports: the summary, spreads, absent facts, ablations, roofs.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "harness/page/case_data.hpp"
#include "harness/page/page.hpp"
#include "harness/page/page_source.hpp"
#include "harness/page/relation_data.hpp"
#include "harness/page/report_data.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

json made_case(const std::string& dataset, const std::string& variant, const json& gbps) {
  return {{"name", dataset + "/rle_v1/" + variant},
          {"dataset", {{"name", dataset}, {"sha256", dataset}}},
          {"kind", "decode"},
          {"codec", "rle_v1"},
          {"variant", variant},
          {"parts", {{"schedule", variant}, {"prefetch_warp", "no"}}},
          {"parameters", {{"warps_per_block", 4}}},
          {"differs_in", nullptr},
          {"backend", "cuda"},
          {"chunk_bytes", 131072},
          {"asked_bytes", 1 << 20},
          {"raw_bytes", 1 << 20},
          {"compressed_bytes", 1 << 18},
          {"status", gbps.is_null() ? "skipped" : "ok"},
          {"reason", gbps.is_null() ? "no file" : ""},
          {"gbps", gbps},
          {"traffic_gbps", nullptr},
          {"speedup_over_baseline", nullptr},
          {"time", {{"cold", nullptr}, {"hot", nullptr}}},
          {"counts", nullptr},
          {"absent", json::object()}};
}

json made_report(const json& cases) {
  return {{"experiment", "made"},
          {"backend", "cuda"},
          {"baseline", "block"},
          {"size", 1u << 20},
          {"seed", 1},
          {"complete", true},
          {"selection", nullptr},
          {"config", json::object()},
          {"cases", cases},
          {"claims", json::array()},
          {"provenance",
           {{"time", "2026-01-02T03:04:05Z"},
            {"command_line", "codag run made.json"},
            {"host", {{"name", "h"}, {"cpu", "a CPU"}, {"cpu_governor", nullptr}}},
            {"gpu",
             {{"name", "NVIDIA X"}, {"driver", "NVRM version: Kernel Module  580.1.04  Release"}}},
            {"source", {{"revision", "0123456789abcdef"}, {"dirty", true}}},
            {"absent", {{"host.cpu_governor", "not reported"}}}}}};
}

TEST(page_data, the_summary_counts_cases_and_claims_and_names_the_machine) {
  json report =
      made_report(json::array({made_case("A", "block", 10.0), made_case("B", "block", nullptr),
                               made_case("C", "block", 10.0)}));
  for (const char* verdict : {"not_reproduced", "reproduced", "not_reproduced"})
    report["claims"].push_back({{"verdict", verdict}});
  report["targets"] = json::array({{{"verdict", "met"}}});
  nlohmann::ordered_json said = summary_of(report);
  EXPECT_EQ(said["cases"], "3 cases: 2 ok, 1 skipped");
  EXPECT_EQ(said["claims"], "3 claims: 2 not reproduced, 1 reproduced");
  EXPECT_EQ(said["targets"], "1 target: 1 met");
  EXPECT_EQ(said["note"], "");
  EXPECT_EQ(said["run"],
            "on NVIDIA X, driver 580.1.04, at 2026-01-02T03:04:05Z, revision 0123456789ab-dirty, "
            "1MiB per column");
  report["claims"].clear();
  report["complete"] = false;
  report["provenance"]["gpu"] = nullptr;
  report["provenance"]["source"] = nullptr;
  report["cases"] = json::array({made_case("A", "block", 10.0)});
  said = summary_of(report);
  EXPECT_EQ(said["cases"], "1 case: 1 ok");
  EXPECT_EQ(said["claims"], "");
  EXPECT_EQ(said["note"], "The run has not ended; `codag run --resume` continues it");
  EXPECT_EQ(said["run"],
            "without a GPU, on a CPU, at 2026-01-02T03:04:05Z, revision unknown, 1MiB per column");
}

TEST(page_data, a_claims_spread_is_that_of_its_pairs) {
  json report =
      made_report(json::array({made_case("A", "warp", 20.0), made_case("A", "block", 10.0),
                               made_case("B", "warp", 8.0), made_case("B", "block", 1.0)}));
  const json claim = {{"name", "faster"},
                      {"source", "a paper"},
                      {"says", "Warps are faster."},
                      {"value", "/gbps"},
                      {"statistic", "geomean_ratio"},
                      {"left", {{"codec", "rle_v1"}, {"variant", "warp"}}},
                      {"right", {{"variant", "block"}}},
                      {"expected", {{"at_least", 3}}}};
  report["config"]["claims"] = json::array({claim});
  report["claims"] = {{{"name", "faster"},
                       {"expected", {{"at_least", 3}}},
                       {"verdict", "reproduced"},
                       {"measured", 4.0},
                       {"pairs", 2},
                       {"reason", ""},
                       {"hardware", "A100"}}};
  const ordered_json spread = claims_data(report, "claims").at(0);
  EXPECT_EQ(spread["low"], 2.0);
  EXPECT_EQ(spread["high"], 8.0);
  EXPECT_EQ(spread["paper"], "at least 3 on A100");
  EXPECT_EQ(spread["verdict"], "reproduced");

  report["cases"][0]["status"] = "error";
  EXPECT_TRUE(claims_data(report, "claims").at(0)["low"].is_null());
  report["config"]["claims"] = "no claims of this program";
  EXPECT_TRUE(claims_data(report, "claims").at(0)["high"].is_null());
}

const ordered_json* fact_named(const ordered_json& facts, const std::string& name) {
  for (const ordered_json& fact : facts)
    if (fact["name"] == name) return &fact;
  return nullptr;
}

TEST(page_data, the_machine_has_every_fact_and_the_reasons_of_those_that_are_absent) {
  json report = made_report(json::array({made_case("A", "block", 10.0)}));
  report["cases"][0]["time"]["cold"] = {{"samples_s", {1, 2, 3}},
                                        {"sm_clock_mhz", {1500, nullptr, 1700}},
                                        {"discarded_throttled", 2}};
  const ordered_json machine = machine_data(report);
  const ordered_json& main = machine["main"];
  EXPECT_EQ((*fact_named(main, "GPU"))["value"], "NVIDIA X");
  EXPECT_EQ((*fact_named(main, "SM clock during the samples, MHz"))["value"], "1500 to 1700");
  EXPECT_EQ((*fact_named(main, "samples discarded because the clock was throttled"))["value"],
            "2 of 5");
  const ordered_json* host = nullptr;
  for (const ordered_json& group : machine["groups"])
    if (group["name"] == "Host") host = &group;
  ASSERT_NE(host, nullptr);
  EXPECT_EQ((*fact_named((*host)["facts"], "cpu_governor"))["absent"], "not reported");
  EXPECT_FALSE(fact_named((*host)["facts"], "cpu_governor")->contains("value"));

  report["provenance"]["gpu"] = nullptr;
  report["provenance"]["absent"]["gpu"] = "no driver";
  EXPECT_EQ((*fact_named(machine_data(report)["main"], "GPU"))["absent"], "no driver");
}

TEST(page_data, an_absent_number_is_null_and_no_zero) {
  const ordered_json one =
      cases_data(made_report(json::array({made_case("A", "block", nullptr)}))).at(0);
  for (const char* key :
       {"gbps", "noise", "roof_share", "speedup", "ratio", "joules_per_gb", "operations"})
    EXPECT_TRUE(one[key].is_null()) << key;
  EXPECT_EQ(one["reason"], "no file");
  EXPECT_EQ(one["chunk"], "128KiB");
}

TEST(page_data, the_roof_is_the_highest_traffic_of_a_backend) {
  json report = made_report(json::array());
  for (const auto& [backend, traffic] : {std::pair("cuda", 5.0), {"cuda", 7.0}, {"cpu", 2.0}}) {
    json row = made_case("", "copy", traffic);
    row.update({{"kind", "traffic"},
                {"dataset", nullptr},
                {"backend", backend},
                {"traffic_gbps", traffic}});
    report["cases"].push_back(row);
  }
  report["cases"].push_back(made_case("A", "block", 10.0));
  report["cases"].back()["traffic_gbps"] = 9.0;
  EXPECT_EQ(roofs_data(report),
            ordered_json::parse(
                R"([{"backend": "cpu", "gbps": 2.0}, {"backend": "cuda", "gbps": 7.0}])"));
}

TEST(page_data, roofs_that_differ_have_their_sizes) {
  json report = made_report(json::array());
  for (const std::uint64_t bytes : {1u << 10, 1u << 20})
    for (const char* kind : {"copy", "read", "write"}) {
      json row = made_case("", kind, 3.0);
      row.update({{"kind", "traffic"},
                  {"dataset", nullptr},
                  {"asked_bytes", bytes},
                  {"traffic_gbps", bytes == 1u << 10 ? 4.0 : 3.0}});
      report["cases"].push_back(row);
    }
  const ordered_json roofs = roofs_data(report);
  ASSERT_EQ(roofs.size(), 2u);
  EXPECT_EQ(roofs[0]["size"], "1KiB");
  EXPECT_EQ(roofs[0]["gbps"], 4.0);
  EXPECT_EQ(roofs[1]["size"], "1MiB");
}

TEST(page_data, an_ablation_sums_up_the_speedups_of_its_variant) {
  json report =
      made_report(json::array({made_case("A", "two", 1.0), made_case("A", "warp", 1.0),
                               made_case("B", "warp", 1.0), made_case("C", "warp", nullptr)}));
  json& cases = report["cases"];
  cases[0].update(
      {{"differs_in", {"schedule", "ring_bytes", "writer"}}, {"speedup_over_baseline", 0.5}});
  // A launch asks for a writer, and says which ones there were.
  cases[0]["parameters"]["writer"] = "auto";
  cases[0]["parts"]["writer"] = "warp and block";
  cases[1].update({{"differs_in", {"schedule"}}, {"speedup_over_baseline", 2.0}});
  cases[2].update({{"differs_in", {"schedule"}}, {"speedup_over_baseline", 8.0}});
  cases[3].update({{"differs_in", {"schedule"}}});
  const ordered_json rows = ablations_data(report);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0]["variant"], "warp");
  EXPECT_NEAR(rows[0]["speedup"].get<double>(), 4, 1e-12);
  EXPECT_EQ(rows[0]["low"], 2.0);
  EXPECT_EQ(rows[0]["high"], 8.0);
  EXPECT_EQ(rows[0]["cases"], 2);
  EXPECT_EQ(rows[1]["differs_in"].dump(),
            R"([{"key":"schedule","value":"two"},{"key":"ring_bytes","value":null},)"
            R"({"key":"writer","value":"warp and block"}])");
}

TEST(page_data, stall_reasons_are_in_the_order_of_their_shares) {
  json report = made_report(json::array({made_case("A", "warp", 1.0)}));
  const auto reason = [](double share) { return json{{"samples", share}, {"share", share}}; };
  report["cases"][0]["stalls"] = {{"samples", 10},
                                  {"dropped", 0},
                                  {"reasons", {{"barrier", reason(0.25)}, {"wait", reason(0.75)}}},
                                  {"lines",
                                   {{{"file", "a.hpp"},
                                     {"line", 7},
                                     {"function", "f"},
                                     {"samples", 4},
                                     {"share", 0.4},
                                     {"reasons", {{"wait", 4}}}}}}};
  const ordered_json one = stalls_data(report).at(0);
  EXPECT_EQ(one["reasons"].dump(),
            R"([{"name":"wait","share":0.75},{"name":"barrier","share":0.25}])");
  EXPECT_EQ(one["lines"].dump(),
            R"([{"place":"a.hpp:7","function":"f","share":0.4,"reasons":"wait 100%"}])");
  EXPECT_TRUE(stalls_data(made_report(json::array({made_case("A", "warp", 1.0)}))).empty());
}

TEST(page_data, a_history_has_no_value_for_a_run_without_the_case) {
  const auto timed = [](const std::string& time, const std::string& dataset, double seconds) {
    json report = made_report(json::array({made_case(dataset, "block", 1.0)}));
    report["provenance"]["time"] = time;
    report["cases"][0]["time"]["cold"] = {{"samples_s", {seconds, seconds, seconds}},
                                          {"median_s", seconds}};
    return json{{"codag", report}};
  };
  const json late = timed("2026-01-03", "A", 0.5), early = timed("2026-01-01", "A", 1),
             other = timed("2026-01-02", "B", 1);
  const ordered_json history =
      history_data({{"late", &late}, {"early", &early}, {"other", &other}}).at(0);
  EXPECT_EQ(history["runs"][0]["report"], "early");
  EXPECT_EQ(history["runs"][2]["report"], "late");
  ASSERT_EQ(history["cases"].size(), 1u);  // one run of B is no history
  const ordered_json points = history["cases"][0]["points"];
  EXPECT_TRUE(points[0]["change"].is_null());
  EXPECT_TRUE(points[1].is_null());
  EXPECT_NEAR(points[2]["change"].get<double>(), 1, 1e-9);
}

/// What stands between two texts of the page.
std::string between(const std::string& page, const std::string& begin, const std::string& end) {
  const std::size_t from = page.find(begin) + begin.size();
  return page.substr(from, page.find(end, from) - from);
}

TEST(page, its_policy_permits_exactly_its_own_style_and_script) {
  json report =
      made_report(json::array({made_case("</script><img src=x onerror=alert(1)>", "block", 1.0)}));
  report["experiment"] = "{{script}}\u202e";
  const json whole = {{"codag", report}};
  const std::string page = page_of({{"a\xff.json", &whole}});
  EXPECT_TRUE(is_page(page.substr(0, page_mark_bytes)));
  EXPECT_FALSE(is_page("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_FALSE(is_page(""));
  const std::string policy = between(page, "Content-Security-Policy\" content=\"", "\"");
  EXPECT_NE(policy.find("default-src 'none'"), std::string::npos);
  EXPECT_NE(policy.find("style-src " + policy_source(between(page, "<style>", "</style>")) + ";"),
            std::string::npos);
  EXPECT_NE(
      policy.find("script-src " +
                  policy_source(between(page, "<script type=\"module\">", "</script>")) + ";"),
      std::string::npos);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  const json data = json::parse(between(page, "id=\"data\">", "</script>"));
  EXPECT_EQ(data["reports"][0]["experiment"], "{{script}}\\u202e");
  EXPECT_EQ(data["reports"][0]["label"], "a\\xff.json");
}

}  // namespace
}  // namespace codag::harness
