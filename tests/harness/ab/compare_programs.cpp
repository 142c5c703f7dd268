// Two programs that take turns, with made programs and made times.
#include "harness/ab/compare_programs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

#include "datasets/bad_input.hpp"
#include "harness/ab/ab_gate.hpp"
#include "harness/ab/protocol.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// The GPU of both programs: its launches take longer and longer, and vary.
struct made_gpu {
  std::mt19937_64 random{1};
  double noise = 0.003;      ///< the standard deviation of a launch's time
  double placement = 0.001;  ///< that of what other memory does to all launches
  double drift = 1e-5;       ///< per launch
  double wave = 0.002;       ///< what the clock does over 500 launches
  unsigned launches = 0;

  double seconds(double of_the_case) {
    ++launches;
    const double late = std::normal_distribution<>(0, noise)(random);
    const double spike = std::bernoulli_distribution(0.02)(random) ? 0.05 : 0;
    return of_the_case * (1 + late + spike + drift * launches + wave * std::sin(launches / 80.0));
  }
};

/// A program with made cases.
struct made_program {
  std::shared_ptr<made_gpu> gpu;
  std::vector<std::string> cases;
  double slower = 1;  ///< its times are so many times longer
  /// An answer of its own; null: the usual one.
  std::function<json(const json&)> instead = [](const json&) { return json(); };
  double memory = 1;  ///< what the memory that it has now does to its times
  int started = 0;

  json answer(const json& request) {
    if (json special = instead(request); !special.is_null()) return special;
    const std::string what = request["do"];
    if (what == "hello") {
      json names = json::array();
      for (const std::string& name : cases) names.push_back({{"name", name}, {"gpu_bytes", 100}});
      return {{"protocol", ab_protocol}, {"built", json::object()}, {"backend", "cuda"},
              {"gpu", "a GPU"},          {"gpu_uuid", "GPU-1"},     {"free_gpu_bytes", 1000},
              {"cases", names}};
    }
    if (what == "prepare") {
      memory = 1 + std::normal_distribution<>(0, gpu->placement)(gpu->random);
      return {{"column", "abc"}, {"raw_bytes", 9}, {"compressed_bytes", 3}, {"times", "cold"}};
    }
    if (what == "verify") return {{"wrong", ""}};
    if (what == "release") return json::object();
    json seconds = json::array(), clocks = json::array();
    gpu->seconds(1);  // the launch that is dropped
    for (unsigned i = 0; i < request["launches"].get<unsigned>(); ++i) {
      seconds.push_back(gpu->seconds(1e-3 * slower * memory));
      clocks.push_back(1980);
    }
    return {{"seconds", seconds}, {"sm_clock_mhz", clocks}};
  }
};

struct made_programs {
  std::shared_ptr<made_gpu> gpu = std::make_shared<made_gpu>();
  made_program base, now;

  explicit made_programs(std::size_t cases, std::uint64_t seed = 1) {
    gpu->random.seed(seed);
    for (made_program* p : {&base, &now}) {
      p->gpu = gpu;
      for (std::size_t i = 0; i < cases; ++i) p->cases.push_back("case " + std::to_string(i));
    }
  }

  ab_result compare(ab_options options = {.seed = 1}) {
    struct : run_observer {
      void series_begins(std::size_t) override {}
      void case_begins(const std::string&) override {}
      void case_ended() override {}
      void series_ended() override {}
      void say(const std::string&) override {}
    } nobody;
    const auto starter_of = [](made_program& p) {
      return [&p]() -> served_program::process {
        ++p.started;
        return [&p](const json& request) { return p.answer(request); };
      };
    };
    served_program one("BASE (b)", starter_of(base)), other("NEW (n)", starter_of(now));
    return compare_programs(one, other, options, nobody);
  }

  std::string refusal() {
    try {
      compare();
    } catch (const datasets::bad_input& e) {
      return e.what();
    }
    return "not refused";
  }
};

std::function<json(const json&)> answers(const std::string& what, const json& answer) {
  return [=](const json& request) { return request["do"] == what ? answer : json(); };
}

TEST(compare_programs, a_program_is_the_same_as_itself) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    made_programs same(45, seed);
    const ab_result r = same.compare({.seed = seed});
    EXPECT_EQ(r.count(verdict::same), 45u) << seed;
    EXPECT_EQ(gate_of(r, true), gate_outcome::passed);
  }
}

TEST(compare_programs, one_percent_is_found_in_every_case) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    made_programs slow(45, seed);
    slow.now.slower = 1.01;
    const ab_result r = slow.compare({.seed = seed});
    EXPECT_EQ(r.count(verdict::worse), 45u) << seed;
    EXPECT_EQ(gate_of(r, false), gate_outcome::failed);
  }
  made_programs fast(45);
  fast.base.slower = 1.01;
  EXPECT_EQ(fast.compare().count(verdict::better), 45u);
}

TEST(compare_programs, noise_alone_is_no_verdict) {
  std::size_t alarms = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    made_programs noisy(10, seed);
    noisy.gpu->noise = 0.1;
    const ab_result r = noisy.compare({.most_rounds = 20, .seed = seed});
    alarms += r.count(verdict::unclear) == 10 ? 0 : 1;
  }
  EXPECT_LE(alarms, 5u);  // 5 % of the runs are 2
}

TEST(compare_programs, a_steady_drift_hits_both_alike) {
  made_programs hot(1);
  *hot.gpu = {.noise = 1e-4, .placement = 0, .drift = 1e-3, .wave = 0};
  const ab_result r = hot.compare();
  EXPECT_EQ(r.count(verdict::same), 1u) << r.cases[0].ratio.low << " " << r.cases[0].ratio.high;
}

TEST(compare_programs, noisy_cases_get_more_rounds_and_quiet_ones_do_not) {
  made_programs quiet(1);
  *quiet.gpu = {.noise = 1e-4, .placement = 0, .drift = 0, .wave = 0};
  EXPECT_EQ(quiet.compare().cases[0].rounds.size(), ab_options{}.rounds);
  std::size_t same = 0, most = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    // As noisy as most noisy cases of gpu_gate on an H100 and an H200: 0.7 % from round to round.
    made_programs noisy(20, seed);
    noisy.gpu->placement = 0.005;
    const ab_result r = noisy.compare({.seed = seed});
    for (const ab_case& c : r.cases) {
      EXPECT_EQ(c.rounds.size() % 2, 0u);
      EXPECT_LE(c.rounds.size(), ab_options{}.most_rounds);
      EXPECT_EQ(2 * std::ranges::count(c.rounds, true, &ab_round::base_first),
                std::ssize(c.rounds));
      most = std::max(most, c.rounds.size());
    }
    same += r.count(verdict::same);
  }
  EXPECT_GT(most, 100u);
  EXPECT_GE(same, 99u) << "of 100";
}

TEST(compare_programs, half_of_the_rounds_begin_with_base) {
  made_programs both(3);
  const auto with = [](std::uint64_t seed) {
    return ab_options{.rounds = 20, .most_rounds = 20, .seed = seed};
  };
  const ab_result one = both.compare(with(5)), again = both.compare(with(5)),
                  other = both.compare(with(6));
  const auto orders = [](const ab_result& r) {
    std::vector<bool> all;
    for (const ab_case& c : r.cases)
      for (const ab_round& round : c.rounds) all.push_back(round.base_first);
    return all;
  };
  EXPECT_EQ(one.cases[1].rounds.size(), 20u);
  EXPECT_EQ(std::ranges::count(one.cases[1].rounds, true, &ab_round::base_first), 10);
  EXPECT_EQ(orders(one), orders(again));
  EXPECT_NE(orders(one), orders(other));
}

TEST(compare_programs, the_order_is_that_of_the_round) {
  made_programs both(1);
  std::string order;
  for (made_program* p : {&both.base, &both.now})
    p->instead = [&order, p, &both](const json& request) {
      if (request["do"] == "prepare") order += p == &both.base ? " b:" : " n:";
      if (request["do"] == "sample") order += p == &both.base ? "B" : "N";
      return json();
    };
  const ab_result r = both.compare({.rounds = 6, .most_rounds = 6, .seed = 1});
  std::string expected;
  for (const ab_round& round : r.cases[0].rounds) {
    const std::string first = expected.empty() ? "B" : "";  // the length of a burst is looked for
    expected +=
        (round.base_first ? " b: n:" : " n: b:") + first + (round.base_first ? "BNNB" : "NBBN");
  }
  EXPECT_EQ(order, expected);
}

TEST(compare_programs, slow_launches_have_short_bursts) {
  for (const auto& [seconds, launches] : {std::pair(1e-4, 25u), {3e-3, 3u}, {1.0, 2u}}) {
    made_programs both(1);
    unsigned last = 0;
    both.base.instead = [&](const json& request) {
      if (request["do"] != "sample") return json();
      last = request["launches"];
      return json{{"seconds", std::vector<double>(last, seconds)},
                  {"sm_clock_mhz", std::vector<double>(last, 0)}};
    };
    EXPECT_EQ(both.compare().cases[0].base.seconds, seconds);
    EXPECT_EQ(last, launches);
  }
}

TEST(compare_programs, wrong_bytes_fail_before_and_after) {
  for (const int right_for : {0, 1}) {
    made_programs both(1);
    int verified = 0;
    both.now.instead = [&](const json& request) {
      return request["do"] == "verify" && verified++ == right_for
                 ? json{{"wrong", "byte 7 is 1 and should be 2"}}
                 : json();
    };
    const ab_result r = both.compare();
    EXPECT_EQ(r.cases[0].status, ab_status::failed_verify);
    EXPECT_EQ(r.cases[0].reason, "NEW (n): byte 7 is 1 and should be 2");
    EXPECT_EQ(r.cases[0].rounds.size(), right_for == 0 ? 0u : ab_options{}.rounds);
    EXPECT_EQ(gate_of(r, false), gate_outcome::failed);
  }
}

TEST(compare_programs, other_bytes_fail) {
  json facts = {{"column", "abc"}, {"raw_bytes", 9}, {"compressed_bytes", 3}, {"times", "cold"}};
  for (const auto& [key, other] : {std::pair("column", json("abd")),
                                   {"raw_bytes", json(8)},
                                   {"compressed_bytes", json(4)},
                                   {"times", json("hot")}}) {
    made_programs both(1);
    json changed = facts;
    changed[key] = other;
    both.now.instead = answers("prepare", changed);
    const ab_result r = both.compare();
    EXPECT_EQ(r.cases[0].status, ab_status::differs) << key;
    EXPECT_NE(r.cases[0].reason.find(other.is_string() ? other.get<std::string>() : other.dump()),
              std::string::npos);
    EXPECT_EQ(gate_of(r, false), gate_outcome::failed);
  }
}

TEST(compare_programs, what_cannot_run_or_be_timed_is_skipped) {
  made_programs absent(1), interpreted(1);
  absent.base.instead = answers("prepare", {{"skipped", "there is no file"}});
  ab_result r = absent.compare();
  EXPECT_EQ(r.cases[0].status, ab_status::skipped);
  EXPECT_EQ(r.cases[0].reason, "BASE (b): there is no file");
  EXPECT_EQ(gate_of(r, false), gate_outcome::nothing_compared);
  for (made_program* p : {&interpreted.base, &interpreted.now})
    p->instead = answers(
        "prepare", {{"column", ""}, {"raw_bytes", 1}, {"compressed_bytes", 1}, {"times", "none"}});
  r = interpreted.compare();
  EXPECT_EQ(r.cases[0].status, ab_status::skipped);
  EXPECT_TRUE(r.cases[0].rounds.empty());
}

TEST(compare_programs, decoders_of_the_cpu_have_a_wider_band) {
  for (const auto& [slower, expected] :
       {std::pair(1.03, verdict::same), std::pair(1.1, verdict::worse)}) {
    made_programs both(1);
    both.now.slower = slower;
    for (made_program* p : {&both.base, &both.now})
      p->instead = answers("prepare", {{"column", ""},
                                       {"raw_bytes", 1},
                                       {"compressed_bytes", 1},
                                       {"backend", "cpu"},
                                       {"times", "cold"}});
    EXPECT_EQ(both.compare().cases[0].verdict, expected) << slower;
  }
}

TEST(compare_programs, the_rounds_aim_at_the_band_of_the_verdict) {
  made_programs on_gpu(1), on_cpu(1);
  for (made_program* p : {&on_cpu.base, &on_cpu.now})
    p->instead = answers("prepare", {{"column", ""},
                                     {"raw_bytes", 1},
                                     {"compressed_bytes", 1},
                                     {"backend", "cpu"},
                                     {"times", "hot"}});
  for (made_programs* p : {&on_gpu, &on_cpu}) {
    p->gpu->noise = 0.03;
    const ab_result r = p->compare();
    EXPECT_TRUE(p == &on_gpu || r.cases[0].verdict == verdict::same);
    EXPECT_EQ(r.cases[0].rounds.size() > r.options.rounds, p == &on_gpu);
    EXPECT_EQ(band_of(r.cases[0], r.options), p == &on_gpu ? 0.005 : 0.05);
  }
}

TEST(compare_programs, cases_of_one_program_are_listed) {
  made_programs both(3);
  both.base.cases.erase(both.base.cases.begin());
  both.now.cases.pop_back();
  ab_result r = both.compare();
  EXPECT_EQ(r.cases.size(), 1u);
  EXPECT_EQ(r.only_in_base, std::vector<std::string>{"case 2"});
  EXPECT_EQ(r.only_in_new, std::vector<std::string>{"case 0"});
  EXPECT_EQ(gate_of(r, false), gate_outcome::passed);
  EXPECT_EQ(gate_of(r, true), gate_outcome::incomplete);
  r.only_in_base.clear();  // a new case is no loss
  EXPECT_EQ(gate_of(r, true), gate_outcome::passed);
}

TEST(compare_programs, a_failure_costs_its_case_and_a_new_process) {
  made_programs both(3);
  int samples = 0;
  both.now.instead = [&](const json& request) -> json {
    if (request["do"] == "sample" && samples++ == 3) throw program_failed("it was ended");
    return json();
  };
  const ab_result r = both.compare();
  EXPECT_EQ(r.cases[0].status, ab_status::error);
  EXPECT_EQ(r.cases[0].reason, "NEW (n): it was ended");
  EXPECT_EQ(r.cases[1].status, ab_status::ok);
  EXPECT_EQ(both.now.started, 2);
  EXPECT_EQ(both.base.started, 1);
  EXPECT_EQ(gate_of(r, false), gate_outcome::failed);
}

TEST(compare_programs, a_program_that_always_fails_is_not_started_for_ever) {
  made_programs both(20);
  both.now.instead = [&](const json& request) -> json {
    if (request["do"] == "prepare") throw program_failed("it did not return in time");
    return json();
  };
  const ab_result r = both.compare();
  EXPECT_EQ(both.now.started, 3);
  EXPECT_EQ(r.cases[19].reason, "NEW (n): has failed 3 times and is not started again");
}

TEST(compare_programs, an_error_of_a_case_ends_its_process) {
  made_programs both(5);
  both.base.instead = answers("verify", {{"error", "an illegal address"}});
  const ab_result r = both.compare();
  EXPECT_EQ(r.count(ab_status::error), 5u);
  EXPECT_EQ(r.cases[4].reason, "BASE (b): an illegal address");
  EXPECT_EQ(both.base.started, 5);
}

TEST(compare_programs, rubbish_is_no_answer) {
  const std::vector<double> two = {1e-3, 1e-3}, zero = {1e-3, 0}, one = {1e-3};
  for (const auto& [what, answer] : {std::pair("prepare", json(7)),
                                     {"prepare", json{{"column", 7}}},
                                     {"sample", json::object()},
                                     {"sample", json{{"seconds", two}}},
                                     {"sample", json{{"seconds", one}, {"sm_clock_mhz", one}}},
                                     {"sample", json{{"seconds", zero}, {"sm_clock_mhz", two}}},
                                     {"verify", json::array()},
                                     {"prepare", json{{"skipped", 7}}}}) {
    made_programs both(1);
    both.base.instead = answers(what, answer);
    const ab_result r = both.compare();
    EXPECT_EQ(r.cases[0].status, ab_status::error) << what << " " << answer;
  }
}

TEST(compare_programs, programs_that_do_not_belong_together_are_refused) {
  const json usual = made_programs(1).base.answer({{"do", "hello"}});
  const auto refused = [&](const char* key, const json& value) {
    made_programs both(1);
    json other = usual;
    other[key] = value;
    both.now.instead = answers("hello", other);
    return both.refusal();
  };
  EXPECT_NE(refused("protocol", ab_protocol + 1).find("speaks version 2 of ab's protocol"),
            std::string::npos);
  EXPECT_NE(refused("gpu_uuid", "GPU-2").find("use different GPUs: GPU-1 and GPU-2"),
            std::string::npos);
  EXPECT_NE(refused("backend", "host").find("use different backends: cuda and host"),
            std::string::npos);
  EXPECT_NE(refused("free_gpu_bytes", 199).find("choose a smaller --size"), std::string::npos);
  EXPECT_EQ(refused("free_gpu_bytes", 200), "not refused");
  EXPECT_NE(refused("cases", 7).find("NEW (n): its answer is not one of ab's protocol"),
            std::string::npos);
}

}  // namespace
}  // namespace codag::harness
