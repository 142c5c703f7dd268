// Which launches a case makes, and what of a disturbed take is left, on a made workload.
#include "harness/run/run_case.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/run/outcome_of_measurements.hpp"
#include "tests/harness/report/made_results.hpp"

namespace codag::harness {
namespace {

/// Counts what it is asked for. Its first take has cold samples and knows no kernels, and the
/// later ones are the other way round.
class counted_work final : public workload {
 public:
  void poison() override {}
  verification outcome() override {
    return {.ok = !wrong, .reason = wrong ? "byte 7" : "", .chunk_status = {{"ok", 1}}};
  }
  void launch() override { ++launches; }
  [[nodiscard]] bool has_cold() const override { return looks <= 1; }
  std::optional<launch_facts> how_launched() override {
    ++looks;
    launch();
    return looks == 1 ? std::nullopt : std::optional(launch_facts{});
  }
  unsigned launches = 0, looks = 0;
  bool wrong = false;
};

/// Sees a neighbour during the first takes.
class leaving_neighbour final : public watch {
 public:
  explicit leaving_neighbour(int takes) : left_(takes) {}
  void begin() override {}
  void between() override {}
  std::vector<std::string> end() override {
    if (left_-- <= 0) return {};
    return {"a neighbour"};
  }

 private:
  int left_;
};

case_result case_to_take() {
  case_result result;
  result.what = made_case("MC0", named_choice("cpu_reference", {}), backend::cpu);
  return result;
}

TEST(run_case, once_is_one_launch) {
  counted_work work;
  case_result result = case_to_take();
  launch_once(work, result);
  EXPECT_EQ(work.launches, 1u);
  EXPECT_EQ(result.status, case_status::ok);
  EXPECT_EQ(result.chunk_status.at("ok"), 1u);
}

TEST(run_case, once_fails_if_the_launch_is_wrong) {
  counted_work work;
  work.wrong = true;
  case_result result = case_to_take();
  launch_once(work, result);
  EXPECT_EQ(work.launches, 1u);
  EXPECT_EQ(result.status, case_status::failed_verify);
  EXPECT_EQ(result.reason, "byte 7");
}

TEST(run_case, a_take_leaves_nothing_to_the_next_one) {
  counted_work work;
  case_result result = case_to_take();
  result.absent["symbols"] = "known before the first take";
  config config;
  config.measurements = {measurement::verify, measurement::time};
  config.time = {.warmup = 0, .min_samples = 2, .max_samples = 2, .min_time_s = 0};
  leaving_neighbour watch(1);
  takes takes({});
  measure_watched(work, config, result, watch, takes);
  EXPECT_EQ(work.looks, 2u);
  EXPECT_EQ(result.status, case_status::ok);
  EXPECT_FALSE(result.disturbed);
  EXPECT_FALSE(result.cold) << "the disturbed take's";
  EXPECT_TRUE(result.absent.contains("cold"));
  ASSERT_TRUE(result.hot);
  for (const repetition& one : result.repetitions) EXPECT_TRUE(one.name.ends_with("/hot"));
  EXPECT_TRUE(result.launch);
  EXPECT_FALSE(result.absent.contains("launch")) << "why the disturbed take had none";
  EXPECT_TRUE(result.absent.contains("symbols"));
}

TEST(run_outcome, says_that_no_case_has_a_measurement) {
  config config;
  const auto unmeasured = [&](measurement asked, const nlohmann::json& cases) {
    config.measurements = {measurement::verify, measurement::counts, asked};
    return outcome_of_measurements(config, cases).unmeasured;
  };
  const nlohmann::json cases = {{{"energy", nullptr}, {"stalls", nullptr}, {"counts", nullptr}},
                                {{"energy", {{"joules", 1}}}, {"stalls", nullptr}}};
  EXPECT_TRUE(unmeasured(measurement::stalls, cases));
  EXPECT_TRUE(unmeasured(measurement::transfer, cases)) << "an earlier report has no such key";
  EXPECT_FALSE(unmeasured(measurement::energy, cases)) << "one case has it";
  EXPECT_FALSE(unmeasured(measurement::time, cases)) << "no counts are no lack of the machine";
}

}  // namespace
}  // namespace codag::harness
