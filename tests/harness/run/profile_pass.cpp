// Which rows a profiling pass takes up, and what it leaves in them where nothing can be profiled.
#include "harness/run/profile_pass.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/measure/profile/profiler.hpp"
#include "harness/report/provenance.hpp"
#include "harness/report/report.hpp"
#include "tests/harness/report/made_results.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

json row(const char* status, const char* backend, const char* kind) {
  return {{"status", status}, {"backend", backend}, {"kind", kind}, {"stalls", nullptr}};
}

/// Keeps what is said.
class listener final : public run_observer {
 public:
  void series_begins(std::size_t /*cases*/) override {}
  void case_begins(const std::string& /*name*/) override {}
  void case_ended() override {}
  void series_ended() override {}
  void say(const std::string& line) override { lines.push_back(line); }

  std::vector<std::string> lines;
};

TEST(profile_pass, takes_up_kernels_on_a_gpu_that_lack_it) {
  EXPECT_TRUE(wants_pass(row("ok", "cuda", "decode"), measurement::stalls));
  EXPECT_TRUE(wants_pass(row("ok", "cuda", "decode"), measurement::metrics))
      << "an earlier report has no such key";
  EXPECT_FALSE(wants_pass(row("failed_verify", "cuda", "decode"), measurement::stalls));
  EXPECT_FALSE(wants_pass(row("ok", "cpu", "decode"), measurement::stalls));
  EXPECT_FALSE(wants_pass(row("ok", "cuda", "traffic"), measurement::stalls));
  EXPECT_FALSE(wants_pass(row("ok", "cuda", "damage"), measurement::stalls));
  json had = row("ok", "cuda", "decode");
  had["stalls"] = {{"samples", 1}};
  EXPECT_FALSE(wants_pass(had, measurement::stalls));
}

TEST(profile_pass, says_in_the_row_why_nothing_can_be_profiled) {
  const auto why = profiler::why_no_profile();
  if (!why) GTEST_SKIP() << "this machine can profile";
  const auto file = std::filesystem::temp_directory_path() /
                    ("codag-profile-pass-" + std::to_string(getpid()) + ".json");
  config config;
  config.experiment = "t";
  config.source = R"({"experiment": "t"})";
  case_result ok = made_result("MC0", "block_per_chunk", backend::cuda, 1e-6);
  ok.absent["stalls"] = pass_to_come;
  case_result other = ok;
  other.what.name = "not in the plan";
  {
    report_writer writer(file, config, backend::cuda,
                         provenance("codag run t.json", nullptr, "none"));
    writer.add(ok);
    writer.add(other);
    writer.save();
  }
  listener observer;
  interruption interruption([] {});
  const run_outcome outcome =
      run_profile_pass(measurement::stalls, config, {ok.what}, "", file, interruption, observer);
  EXPECT_FALSE(outcome.failed) << "what a machine lacks is no failure";
  EXPECT_EQ(observer.lines, (std::vector<std::string>{"stalls: " + *why}));
  const json cases = read_report(file)["codag"]["cases"];
  EXPECT_TRUE(cases[0]["stalls"].is_null());
  EXPECT_EQ(cases[0]["absent"]["stalls"], *why);
  EXPECT_EQ(cases[1]["absent"]["stalls"], pass_to_come);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace codag::harness
