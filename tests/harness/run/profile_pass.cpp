// Which rows a profiling pass takes up, and what it leaves in them where nothing can be profiled.
#include "harness/run/profile_pass.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/measure/profile/profiler.hpp"
#include "harness/report/provenance.hpp"
#include "harness/report/report.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

json row(const char* status, const char* backend, const char* variant) {
  return {{"status", status}, {"backend", backend}, {"variant", variant}, {"stalls", nullptr}};
}

TEST(profile_pass, takes_up_kernels_on_a_gpu_that_lack_it) {
  EXPECT_TRUE(wants_pass(row("ok", "cuda", "block_per_chunk"), "stalls"));
  EXPECT_TRUE(wants_pass(row("ok", "cuda", "block_per_chunk"), "metrics"))
      << "a report of before has no such key";
  EXPECT_FALSE(wants_pass(row("failed_verify", "cuda", "block_per_chunk"), "stalls"));
  EXPECT_FALSE(wants_pass(row("ok", "cpu", "cpu_zlib"), "stalls"));
  EXPECT_FALSE(wants_pass(row("ok", "cuda", "copy"), "stalls"));
  json had = row("ok", "cuda", "block_per_chunk");
  had["stalls"] = {{"samples", 1}};
  EXPECT_FALSE(wants_pass(had, "stalls"));
}

TEST(profile_pass, says_in_the_row_why_nothing_can_be_profiled) {
  const auto why = profiler::absent();
  if (!why) GTEST_SKIP() << "this machine can profile";
  const auto file = std::filesystem::temp_directory_path() /
                    ("codag-profile-pass-" + std::to_string(getpid()) + ".json");
  config config;
  config.experiment = "t";
  config.source = {{"experiment", "t"}};
  case_result ok;
  ok.what.name = "MC0/rle_v1/block_per_chunk/128KiB";
  ok.what.dataset.name = "MC0";
  ok.what.codec = "rle_v1";
  ok.what.variant = "block_per_chunk";
  ok.what.backend = "cuda";
  ok.status = case_status::ok;
  ok.absent["stalls"] = pass_to_come;
  case_result other = ok;
  other.what.name = "not in the plan";
  {
    report_writer writer(file, config, "cuda", provenance("codag run t.json", nullptr, "none"));
    writer.add(ok);
    writer.add(other);
  }
  run_options options;
  options.output = file;
  EXPECT_EQ(run_profile_pass("stalls", config, {ok.what}, options), exit_ok)
      << "what a machine lacks is no failure";
  const json cases = read_report(file)["codag"]["cases"];
  EXPECT_TRUE(cases[0]["stalls"].is_null());
  EXPECT_EQ(cases[0]["absent"]["stalls"], *why);
  EXPECT_EQ(cases[1]["absent"]["stalls"], pass_to_come);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace codag::harness
