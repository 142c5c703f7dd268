#include "harness/compare/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/compare/clocks.hpp"
#include "harness/compare/launched_code.hpp"
#include "harness/compare/pairing.hpp"
#include "harness/report/case_reader.hpp"
#include "harness/support/disturbed_row.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;
using kind = measure::kind;

/// now over base. Zeros occur in counts: none in both is no change.
std::optional<interval> ratio_of(const estimate& base, const estimate& now) {
  if (base.value > 0) return ratio_interval(now, base);
  return now.value == base.value ? std::optional(interval{1, 1, 1}) : std::nullopt;
}

/// The verdict for a band, from a ratio that may be null: something that was 0 is not any more.
verdict judge_at(const std::optional<interval>& ratio, better better, double band) {
  if (ratio) return judge_ratio(*ratio, better, band);
  return better == better::higher ? verdict::better : verdict::worse;
}

/// Whether anything of the row was timed.
bool has_samples(const json& row) {
  return row["time"].is_object() && std::ranges::any_of(row["time"], [](const json& times) {
           return times.is_object() && !times["samples_s"].empty();
         });
}

/// The claims of both reports by name, in the order of the new one.
std::vector<compared_claim> claims_of_both(const json& base, const json& now) {
  std::vector<compared_claim> all;
  const auto add = [&](const json& report, std::optional<double> compared_claim::*side) {
    for (const json& claim : report["claims"]) {
      const std::string name = claim["name"];
      auto at = std::ranges::find(all, name, &compared_claim::name);
      if (at == all.end()) {
        const json& expected = claim["expected"];
        const double printed =
            expected.value("about", expected.value("at_most", expected.value("at_least", 0.0)));
        const json hardware = claim.value("hardware", json());
        at = all.insert(at, {.name = name,
                             .printed = printed,
                             .hardware = hardware.is_string() ? hardware.get<std::string>() : "",
                             .base = {},
                             .now = {}});
      }
      if (claim["measured"].is_number()) (*at).*side = claim["measured"].get<double>();
    }
  };
  add(now, &compared_claim::now);
  add(base, &compared_claim::base);
  return all;
}

class comparing {
 public:
  comparing(const json& base, const json& now, const compare_options& options)
      : base_(base),
        now_(now),
        options_(options),
        same_model_(same_gpu_model(base, now)),
        same_cpu_(same_cpu_model(base, now)) {}

  comparison run() {
    comparison all;
    all.differences = differences_of(base_, now_);
    for (const case_pair& pair : pair_cases(base_, now_)) {
      all.cases.push_back(compare_case(pair));
      if (!all.cases.back().values.empty() && disturbance_is_allowed(pair))
        ++all.allowed_disturbances;
    }
    all.means = means_of(all.cases);
    all.claims = claims_of_both(base_, now_);
    if (options_.calibration) all.calibration_notes = options_.calibration->differences_from(now_);
    return all;
  }

 private:
  compared_case compare_case(const case_pair& pair) const {
    const json& row = pair.now != nullptr ? *pair.now : *pair.base;
    compared_case one{.name = pair.name,
                      .base_name = pair.base_name,
                      .codec = row["codec"],
                      .variant = row["variant"],
                      .values = {},
                      .why_not = pair.why_not,
                      .missing = pair.missing,
                      .wrong = pair.wrong,
                      .same_code = pair.base != nullptr && pair.now != nullptr
                                       ? same_launches(*pair.base, *pair.now)
                                       : std::nullopt,
                      .is_traffic = kind_of(row) == work_kind::traffic};
    if (!one.why_not.empty() && !pair.other_size) return one;
    std::string lost;
    const std::string disturbed = disturbance_of(pair);
    for (const measure& m : measures_of(pair)) {
      if (!disturbed.empty() && m.is_sampled()) {
        one.why_not = disturbed;
        one.missing = true;
        continue;
      }
      const auto base = observe(m, *pair.base), now = observe(m, *pair.now);
      if (base && now && base->hot != now->hot) {
        one.why_not = "one throughput is of cold samples and the other of hot ones";
        one.missing = true;
        return one;
      }
      if (base && now) one.values.push_back(compare_value(m, *base, *now, pair, one.same_code));
      // A gate must not overlook a value that only the base has, nor times that are too few in
      // both.
      if (!base && m.is_timed() && has_samples(*pair.base)) one.missing = true;
      if (base && !now) {
        one.missing = true;
        lost = m.name;
      }
    }
    if (!one.values.empty() && !lost.empty() && one.why_not.empty())
      one.why_not = "the new report has no " + lost;
    if (one.values.empty() && one.why_not.empty())
      one.why_not =
          std::string(!lost.empty() ? "the new report" : "one of the reports or both") +
          " has no " +
          (options_.measures.size() != 1     ? "value"
           : options_.measures[0].is_timed() ? options_.measures[0].name + " of two samples or more"
                                             : options_.measures[0].name);
    return one;
  }

  /// Why the samples of a pair are not judged; empty if nothing disturbed them.
  [[nodiscard]] static std::string disturbance_of(const case_pair& pair) {
    if (is_disturbed(*pair.now)) return "disturbed: " + kinds_of_disturbance(*pair.now);
    if (is_disturbed(*pair.base))
      return "disturbed in the base: " + kinds_of_disturbance(*pair.base);
    return {};
  }

  /// Whether something disturbed the samples of a pair, and the run allowed it.
  [[nodiscard]] static bool disturbance_is_allowed(const case_pair& pair) {
    return disturbance_of(pair).empty() &&
           (!what_disturbed(*pair.now).empty() || !what_disturbed(*pair.base).empty());
  }

  /// What is compared of a pair. Of a column that is compressed to another size, nothing but that.
  [[nodiscard]] std::vector<measure> measures_of(const case_pair& pair) const {
    if (kind_of(*pair.now) == work_kind::damage) return damage_measures(*pair.base, *pair.now);
    if (!pair.other_size) return options_.measures;
    return options_.judge_ratio ? find_measures("ratio") : std::vector<measure>();
  }

  compared_value compare_value(const measure& m, const observation& base, const observation& now,
                               const case_pair& pair, std::optional<bool> same_code) const {
    const auto [drift, calibrated] = drift_of(m, *pair.now);
    compared_value value{.measure = m,
                         .base = base,
                         .now = now,
                         .ratio = ratio_of(base.value, now.value),
                         .note = {},
                         .of_one_machine = is_of_one_machine(m, *pair.now),
                         .drift = drift,
                         .calibrated = calibrated};
    // An exact number has no noise: every change is one.
    const double least = m.is == kind::exact ? 0 : options_.least_effect;
    const double band = std::max(least, value.drift);
    value.verdict = judge_at(value.ratio, m.better, band);
    const std::optional<change_in_cycles> cycles = cycles_of(base, now, pair);
    if (cycles) value.note = note_of(value, *cycles, band, *pair.now);
    if (!options_.gate || !value.has_direction()) return value;
    if (!value.of_one_machine) {
      value.at_gate = gate_verdict::other_machine;
      return value;
    }
    value.in_cycles = options_.gate_on == gate_basis::cycles && cycles;
    judge_gate(value, value.in_cycles ? std::optional(cycles->ratio) : value.ratio,
               is_kernels_time(m, pair) && same_code == true);
    return value;
  }

  /// The change in clock cycles, if these clocks can be compared and the case runs on them.
  [[nodiscard]] std::optional<change_in_cycles> cycles_of(const observation& base,
                                                          const observation& now,
                                                          const case_pair& pair) const {
    if (!same_model_ || backend_of(*pair.now) != backend::cuda) return {};
    if (!runs_on_sm_clock(*pair.base) || !runs_on_sm_clock(*pair.now)) return {};
    return in_cycles(base, now);
  }

  /// What the clock has to do with a change; empty if there is none, or the clock hardly differs.
  [[nodiscard]] std::string note_of(const compared_value& value, const change_in_cycles& cycles,
                                    double band, const json& row) const {
    const verdict its = judge_ratio(cycles.ratio, value.measure.better, band);
    const auto changed = [](verdict v) { return v == verdict::better || v == verdict::worse; };
    const bool other_clock = std::abs(cycles.clock_ratio - 1) >= options_.least_effect;
    const bool matters = its != value.verdict || other_clock;
    if (!value.ratio || !(changed(value.verdict) || changed(its)) || !matters) return {};
    return clock_note(value.measure, *value.ratio, cycles, its,
                      cycles.clock_ratio < 1 ? clock_limit(row) : std::string());
  }

  /// Whether nothing but the kernels and the GPU decide the value, on one model of GPU.
  [[nodiscard]] bool is_kernels_time(const measure& m, const case_pair& pair) const {
    return same_model_ && m.is_timed() && !m.is_of_host() && backend_of(*pair.now) == backend::cuda;
  }

  [[nodiscard]] bool is_of_one_machine(const measure& m, const json& row) const {
    if (m.is == kind::exact) return true;
    const bool on_gpu = backend_of(row) == backend::cuda;
    return (!on_gpu || same_model_) && ((on_gpu && !m.is_of_host()) || same_cpu_);
  }

  void judge_gate(compared_value& value, const std::optional<interval>& ratio,
                  bool same_code) const {
    value.blind = value.drift > *options_.gate;
    const verdict its =
        judge_at(ratio, value.measure.better, std::max(*options_.gate, value.drift));
    if (its == verdict::worse)
      value.at_gate = same_code ? gate_verdict::drifted : gate_verdict::failed;
    // A change that is as small as the drift may still be larger than the gate.
    else if (its == verdict::unclear || (value.blind && its == verdict::same))
      value.at_gate = gate_verdict::unclear;
    else
      value.at_gate = gate_verdict::passed;
  }

  /// The drift between runs, and whether the calibration has it.
  [[nodiscard]] std::pair<double, bool> drift_of(const measure& m, const json& row) const {
    // A calibration is of the throughput.
    if (options_.calibration && m.is_timed() && !m.is_of_host())
      if (const double* drift = options_.calibration->drift(row["name"])) return {*drift, true};
    return {assumed_drift(m, row), false};
  }

  std::vector<mean_ratio> means_of(const std::vector<compared_case>& cases) const {
    std::vector<mean_ratio> means;
    for (const measure& m : options_.measures) {
      if (m.is == kind::exact) continue;
      // In the order of the cases, with the mean of all cases at the end.
      std::vector<std::pair<std::pair<std::string, std::string>, std::vector<double>>> groups;
      std::vector<double> all;
      for (const compared_case& c : cases)
        for (const compared_value& v : c.values) {
          if (c.is_traffic) break;  // it says nothing about a kernel
          if (v.measure.name != m.name || !v.ratio || !(v.ratio->median > 0)) continue;
          const std::pair key(c.codec, c.variant);
          auto at = std::ranges::find(groups, key, [](const auto& g) { return g.first; });
          if (at == groups.end()) at = groups.insert(groups.end(), {key, {}});
          at->second.push_back(v.ratio->median);
          all.push_back(v.ratio->median);
        }
      for (const auto& [key, ratios] : groups)
        if (groups.size() > 1 && ratios.size() > 1)
          means.push_back({m.name, key.first, key.second, geometric_mean(ratios), ratios.size()});
      if (all.size() > 1) means.push_back({m.name, "", "", geometric_mean(all), all.size()});
    }
    return means;
  }

  const json &base_, &now_;
  const compare_options& options_;
  bool same_model_, same_cpu_;
};

template <class Wanted>
std::size_t count_values(const comparison& c, const Wanted& wanted) {
  std::size_t n = 0;
  for (const compared_case& one : c.cases)
    n += static_cast<std::size_t>(std::ranges::count_if(one.values, wanted));
  return n;
}

}  // namespace

double assumed_drift(const measure& m, const json& row) {
  if (m.is == kind::exact) return 0;
  const bool gpu_time = m.is_timed() && !m.is_of_host() && backend_of(row) == backend::cuda;
  return gpu_time ? 0.01 : drift_off_the_gpu;
}

std::size_t comparison::count(harness::verdict wanted) const {
  return count_values(*this, [&](const compared_value& v) {
    return v.verdict == wanted && (v.has_direction() || wanted == verdict::same);
  });
}

std::size_t comparison::count_differing() const {
  return count_values(*this, [](const compared_value& v) {
    return !v.has_direction() && v.verdict != verdict::same;
  });
}

std::size_t comparison::count_code(bool same) const {
  return static_cast<std::size_t>(
      std::ranges::count(cases, std::optional(same), &compared_case::same_code));
}

bool comparison::fails_gate() const {
  return std::ranges::any_of(cases, [](const compared_case& c) {
    return c.wrong ||
           std::ranges::count(c.values, gate_verdict::failed, &compared_value::at_gate) > 0;
  });
}

bool comparison::unclear_at_gate() const {
  return std::ranges::any_of(cases, [](const compared_case& c) {
    return c.missing || std::ranges::any_of(c.values, [](const compared_value& v) {
             return v.at_gate == gate_verdict::other_machine ||
                    v.at_gate == gate_verdict::unclear || v.at_gate == gate_verdict::drifted;
           });
  });
}

bool comparison::is_judged() const {
  return std::ranges::any_of(cases, [](const compared_case& c) {
    return std::ranges::any_of(c.values, &compared_value::is_judged);
  });
}

gate_outcome comparison::at_gate(bool strict) const {
  if (fails_gate()) return gate_outcome::failed;
  if (!is_judged()) return gate_outcome::nothing_compared;
  return strict && unclear_at_gate() ? gate_outcome::incomplete : gate_outcome::passed;
}

comparison compare_reports(const json& base, const json& now, const compare_options& options) {
  return comparing(base, now, options).run();
}

std::vector<measure> default_measures(const json& base) {
  std::vector<measure> all;
  if (backend_of(base) == backend::host) all = find_measures("counts");
  all.push_back(find_measures("throughput").front());
  return all;
}

}  // namespace codag::harness
