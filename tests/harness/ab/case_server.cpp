// What a program that is compared answers, with real cases and a made clock.
#include "harness/ab/case_server.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "harness/ab/compare_programs.hpp"
#include "harness/ab/protocol.hpp"
#include "harness/kernels/host_backend.hpp"
#include "harness/plan/known_names.hpp"
#include "harness/plan/plan.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// Cases of native code, and one kernel if there is a host backend.
config small_config() {
  json text = {{"experiment", "ab"},
               {"size", "8KiB"},
               {"chunk_bytes", {"4KiB"}},
               {"datasets", {"MC0", "TPC"}},
               {"codecs", {"rle_v1"}},
               {"variants", {"cpu_reference"}},
               {"measurements", {"verify", "time"}}};
  if (!why_no_host()) text["variants"].push_back("block_per_chunk");
  config c = config_of(text, "ab.json", registry_names());
  c.backend = backend::host;
  return c;
}

/// Every launch takes a made time, and runs.
case_server::timer made_times(double seconds) {
  return [seconds](workload& work, bool) {
    work.run(false);
    return timed_run{.seconds = seconds, .sm_clock_mhz = 0};
  };
}

struct nobody : run_observer {
  void series_begins(std::size_t) override {}
  void case_begins(const std::string&) override {}
  void case_ended() override {}
  void series_ended() override {}
  void say(const std::string&) override {}
};

class a_case_server : public ::testing::Test {
 protected:
  ab_result compare(double base_seconds, double new_seconds) {
    const auto starter_of = [&](double seconds) {
      return [this, seconds]() -> served_program::process {
        auto server = std::make_shared<case_server>(config_, plan_, made_times(seconds));
        return [server](const json& request) { return server->answer(request); };
      };
    };
    served_program base("BASE", starter_of(base_seconds)), now("NEW", starter_of(new_seconds));
    nobody observer;
    return compare_programs(base, now, {.rounds = 6, .seed = 1}, observer);
  }

  config config_ = small_config();
  std::vector<bench_case> plan_ = make_plan(config_, *config_.backend);
  case_server server_{config_, plan_, made_times(1e-3)};
  std::string reference_ = "MC0/rle_v1/cpu_reference/4KiB";
};

TEST_F(a_case_server, says_what_it_is_and_has) {
  const json hello = server_.answer({{"do", "hello"}});
  EXPECT_EQ(hello["protocol"], ab_protocol);
  EXPECT_EQ(hello["backend"], "host");
  EXPECT_TRUE(hello["built"].contains("source"));
  ASSERT_EQ(hello["cases"].size(), plan_.size());
  EXPECT_EQ(hello["cases"][0]["name"], plan_[0].name);
}

TEST_F(a_case_server, measures_a_case_that_it_has_prepared) {
  const json facts = server_.answer({{"do", "prepare"}, {"case", reference_}});
  EXPECT_EQ(facts["times"], "hot");
  EXPECT_EQ(facts["raw_bytes"], 8192);
  EXPECT_EQ(facts["column"].get<std::string>().size(), 64u);
  EXPECT_EQ(server_.answer({{"do", "sample"}, {"launches", 3}})["seconds"],
            json({1e-3, 1e-3, 1e-3}));
  EXPECT_EQ(server_.answer({{"do", "verify"}})["wrong"], "");
  EXPECT_EQ(server_.answer({{"do", "release"}}), json::object());
  EXPECT_EQ(server_.answer({{"do", "verify"}})["error"], "no case is prepared");
}

TEST_F(a_case_server, drops_the_first_launch_after_a_change) {
  int launches = 0;
  case_server counting(config_, plan_, [&](workload& work, bool) {
    work.run(false);
    return timed_run{.seconds = ++launches * 1.0};
  });
  counting.answer({{"do", "prepare"}, {"case", reference_}});
  const int warm_up = launches;
  EXPECT_EQ(warm_up, static_cast<int>(config_.time.warmup));
  EXPECT_EQ(counting.answer({{"do", "sample"}, {"launches", 2}})["seconds"],
            json({warm_up + 2.0, warm_up + 3.0}));
}

TEST_F(a_case_server, names_what_it_does_not_know) {
  EXPECT_EQ(server_.answer({{"do", "prepare"}, {"case", "none"}})["error"],
            "none is not a case of this program");
  server_.answer({{"do", "prepare"}, {"case", reference_}});
  EXPECT_EQ(server_.answer({{"do", "dance"}})["error"], "\"dance\" is not a request");
  EXPECT_TRUE(server_.answer(json::array()).contains("error"));
}

TEST_F(a_case_server, does_not_time_the_interpreter) {
  if (const auto none = why_no_host()) GTEST_SKIP() << *none;
  const json facts =
      server_.answer({{"do", "prepare"}, {"case", "MC0/rle_v1/block_per_chunk/4KiB"}});
  EXPECT_EQ(facts["times"], "none");
  EXPECT_EQ(server_.answer({{"do", "verify"}})["wrong"], "");
}

TEST_F(a_case_server, gives_the_verdicts_of_its_times) {
  for (const auto& [slower, expected] :
       {std::pair(1.0, verdict::same), {1.1, verdict::worse}, {0.9, verdict::better}}) {
    const ab_result r = compare(1e-3, slower * 1e-3);
    EXPECT_EQ(r.cases.size(), plan_.size());
    EXPECT_EQ(r.count(expected), r.count(ab_status::ok));
    EXPECT_EQ(r.count(ab_status::ok), 5u);  // memory traffic and the reference decoder
    EXPECT_EQ(r.count(ab_status::ok) + r.count(ab_status::skipped), plan_.size());
  }
}

}  // namespace
}  // namespace codag::harness
