#include "harness/ab/compare_programs.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <utility>

#include "datasets/bad_input.hpp"
#include "harness/measure/statistics/log_ratios.hpp"
#include "harness/measure/workload.hpp"

namespace codag::harness {
namespace {

/// A burst of quick launches has this many. One of slow launches, whose times hardly vary, ends
/// after about this long.
constexpr unsigned most_launches = 25, least_launches = 2;
constexpr double seconds_of_a_burst = 8e-3;
/// The reach of an interval that the rounds aim at, as a share of the band. What is the same then
/// has its interval inside the band unless the mean is off by more than the interval's own reach,
/// and what differs by twice the band has it beyond.
constexpr double aimed_reach = 0.45;

/// Whether BASE comes first, per round: in half of them.
std::vector<bool> balanced_order(unsigned rounds, std::mt19937_64& random) {
  std::vector<bool> base_first(rounds);
  std::fill_n(base_first.begin(), rounds / 2, true);
  std::shuffle(base_first.begin(), base_first.end(), random);
  return base_first;
}

/// What the programs do not have in common; empty if their times can be compared.
std::string difference(const prepared_facts& base, const prepared_facts& now) {
  const auto differ = [](const std::string& what, const auto& a, const auto& b) {
    return what + " in BASE and in NEW are " + a + " and " + b;
  };
  if (base.column != now.column)
    return differ("the SHA-256 of the column", base.column.substr(0, 16), now.column.substr(0, 16));
  if (base.raw_bytes != now.raw_bytes)
    return differ("the bytes", std::to_string(base.raw_bytes), std::to_string(now.raw_bytes));
  if (base.compressed_bytes != now.compressed_bytes)
    return differ("the compressed bytes", std::to_string(base.compressed_bytes),
                  std::to_string(now.compressed_bytes));
  if (base.times != now.times) return differ("the kind of samples", base.times, now.times);
  return {};
}

/// One case of two programs.
class pair_of_cases {
 public:
  pair_of_cases(served_program& base, served_program& now, ab_case& result)
      : base_(base), now_(now), result_(result) {}

  /// Runs a stage's rounds, or ends early with another status than ok.
  void run(const std::vector<bool>& base_first) {
    for (std::size_t i = 0; i < base_first.size() && result_.status == ab_status::ok; ++i) {
      release();
      prepare(base_first[i]);
      if (result_.rounds.empty()) begin();
      if (result_.status == ab_status::ok) result_.rounds.push_back(round(base_first[i]));
    }
  }

  /// Verifies what the last launches wrote.
  void finish() {
    if (result_.status == ab_status::ok) check();
    release();
  }

 private:
  /// Both programs give up their memory before either prepares the next round.
  void release() {
    if (!std::exchange(prepared_, false)) return;
    base_.release();
    now_.release();
  }
  void prepare(bool base_first) {
    prepared_ = true;
    if (base_first) base_facts_ = base_.prepare(result_.name);
    now_facts_ = now_.prepare(result_.name);
    if (!base_first) base_facts_ = base_.prepare(result_.name);
  }

  /// What is looked at once, before the first launch that counts.
  void begin() {
    check();
    if (result_.status != ab_status::ok) return;
    if (const std::string why = difference(base_facts_, now_facts_); !why.empty())
      return end(ab_status::differs, why);
    if (base_facts_.times == "none")
      return end(ab_status::skipped, "the time of an interpreted kernel says nothing about a GPU");
    result_.times = base_facts_.times;
    result_.on_cpu = base_facts_.on_cpu || now_facts_.on_cpu;
    const double fit = std::ceil(seconds_of_a_burst / base_.sample(least_launches).seconds);
    launches_ = static_cast<unsigned>(std::clamp<double>(fit, least_launches, most_launches));
  }

  /// Verifies both outputs.
  void check() {
    for (served_program* program : {&base_, &now_})
      if (const std::string wrong = program->why_wrong(); !wrong.empty())
        return end(ab_status::failed_verify, program->name() + ": " + wrong);
  }

  ab_round round(bool base_first) {
    ab_round r{.base_first = base_first, .base = {}, .now = {}};
    served_program &outer = base_first ? base_ : now_, &inner = base_first ? now_ : base_;
    auto &outer_bursts = base_first ? r.base : r.now, &inner_bursts = base_first ? r.now : r.base;
    outer_bursts[0] = outer.sample(launches_);
    inner_bursts[0] = inner.sample(launches_);
    inner_bursts[1] = inner.sample(launches_);
    outer_bursts[1] = outer.sample(launches_);
    return r;
  }

  void end(ab_status status, std::string reason) {
    result_.status = status;
    result_.reason = std::move(reason);
  }

  served_program &base_, &now_;
  ab_case& result_;
  prepared_facts base_facts_, now_facts_;
  bool prepared_ = false;
  unsigned launches_ = 0;
};

/// The medians of a program's bursts.
burst median_burst(const std::vector<ab_round>& rounds, std::array<burst, 2> ab_round::*program) {
  std::vector<double> seconds, clocks;
  for (const ab_round& r : rounds)
    for (const burst& b : r.*program) {
      seconds.push_back(b.seconds);
      clocks.push_back(b.sm_clock_mhz);
    }
  return {median_of(seconds), median_of(clocks)};
}

std::vector<double> log_ratios_of(const ab_case& c) {
  std::vector<double> log_ratios;
  log_ratios.reserve(c.rounds.size());
  for (const ab_round& r : c.rounds) log_ratios.push_back(r.log_ratio());
  return log_ratios;
}

/// The rounds of the second stage: even, and none if the first stage was enough.
unsigned further_rounds(const ab_case& c, const ab_options& options, double confidence) {
  const double needed = std::min<double>(
      ratios_for(log_ratios_of(c), confidence, aimed_reach * std::log1p(band_of(c, options))),
      options.most_rounds);
  const auto further = static_cast<unsigned>(std::max(needed - options.rounds, 0.0));
  return (further + 1) / 2 * 2;
}

void judge(ab_case& c, const ab_options& options, double confidence) {
  c.ratio = mean_ratio_interval(log_ratios_of(c), options.rounds, confidence);
  c.verdict = judge_ratio(c.ratio, better::lower, band_of(c, options));
  c.base = median_burst(c.rounds, &ab_round::base);
  c.now = median_burst(c.rounds, &ab_round::now);
}

void check_comparable(const served_program& base, const served_program& now, const ab_result& r) {
  const auto refuse = [&](const std::string& what, const std::string& a, const std::string& b) {
    throw datasets::bad_input(base.name() + " and " + now.name() + " use different " + what + ": " +
                              a + " and " + b + "; ab compares programs on one GPU");
  };
  if (r.base.backend != r.now.backend) refuse("backends", r.base.backend, r.now.backend);
  if (r.base.gpu_uuid != r.now.gpu_uuid) refuse("GPUs", r.base.gpu_uuid, r.now.gpu_uuid);
}

/// Splits the cases of the programs into those of both, which become the result's, and the others.
void pair_names(ab_result& r) {
  const auto has = [](const program_facts& facts, const std::string& name) {
    return std::ranges::find(facts.cases, name, &served_case::name) != facts.cases.end();
  };
  for (const served_case& c : r.base.cases)
    if (has(r.now, c.name))
      r.cases.emplace_back().name = c.name;
    else
      r.only_in_base.push_back(c.name);
  for (const served_case& c : r.now.cases)
    if (!has(r.base, c.name)) r.only_in_new.push_back(c.name);
}

/// Both programs have a case on the GPU at a time. The one that was asked last knows what the other
/// one's context has left.
void check_memory(const ab_result& r) {
  if (r.base.gpu.empty()) return;
  const std::uint64_t free = std::min(r.base.free_gpu_bytes, r.now.free_gpu_bytes);
  for (const served_case& c : r.base.cases)
    if (c.gpu_bytes > free / 2)
      throw datasets::bad_input(c.name + ": the outputs of both programs take twice " +
                                std::to_string(c.gpu_bytes) + " bytes of the GPU's memory, and " +
                                std::to_string(free) + " are free; choose a smaller --size");
}

}  // namespace

double ab_round::log_ratio() const {
  double sum = 0;
  for (std::size_t i = 0; i < base.size(); ++i)
    sum += std::log(now[i].seconds) - std::log(base[i].seconds);
  return sum / static_cast<double>(base.size());
}

double band_of(const ab_case& c, const ab_options& options) {
  return c.on_cpu ? std::max(options.band, drift_off_the_gpu) : options.band;
}

std::size_t ab_result::count(harness::verdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      cases, [&](const ab_case& c) { return c.status == ab_status::ok && c.verdict == verdict; }));
}

std::size_t ab_result::count(ab_status status) const {
  return static_cast<std::size_t>(std::ranges::count(cases, status, &ab_case::status));
}

ab_result compare_programs(served_program& base, served_program& now, const ab_options& options,
                           run_observer& observer) {
  const auto start = std::chrono::steady_clock::now();
  ab_result r;
  r.options = options;
  r.base = base.hello();
  r.now = now.hello();
  check_comparable(base, now, r);
  check_memory(r);
  pair_names(r);
  std::mt19937_64 random(options.seed);
  const double of_each = 1 - (1 - options.confidence) / static_cast<double>(r.cases.size());
  observer.series_begins(r.cases.size());
  for (ab_case& c : r.cases) {
    observer.case_begins(c.name);
    try {
      pair_of_cases pair(base, now, c);
      pair.run(balanced_order(options.rounds, random));
      if (c.status == ab_status::ok)
        pair.run(balanced_order(further_rounds(c, options, of_each), random));
      pair.finish();
      if (c.status == ab_status::ok) judge(c, options, of_each);
    } catch (const cannot_run& e) {
      c.status = ab_status::skipped;
      c.reason = e.what();
    } catch (const program_failed& e) {
      c.status = ab_status::error;
      c.reason = e.what();
    }
    observer.case_ended();
  }
  observer.series_ended();
  r.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return r;
}

measure time_of_programs() {
  return {.name = "time",
          .unit = "ms",
          .better = better::lower,
          .pointer = {},
          .is = measure::kind::time};
}

}  // namespace codag::harness
