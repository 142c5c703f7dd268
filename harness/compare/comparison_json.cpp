#include "harness/compare/comparison_json.hpp"

#include <cmath>

namespace codag::harness {
namespace {

using nlohmann::ordered_json;

/// The ends are null if there are too few samples for an interval.
ordered_json interval_json(const interval& i) {
  if (!std::isfinite(i.high)) return {{"value", i.median}, {"low", nullptr}, {"high", nullptr}};
  return {{"value", i.median}, {"low", i.low}, {"high", i.high}};
}

const char* to_string(gate_verdict verdict) {
  switch (verdict) {
    case gate_verdict::none:
      break;
    case gate_verdict::other_machine:
      return "other_machine";
    case gate_verdict::passed:
      return "passed";
    case gate_verdict::unclear:
      return "unclear";
    case gate_verdict::drifted:
      return "drifted";
    case gate_verdict::failed:
      return "failed";
  }
  return "not_judged";
}

ordered_json value_json(const compared_value& v, const compare_options& options) {
  ordered_json one = {{"measure", v.measure.name},
                      {"unit", v.measure.unit},
                      {"base", v.base.value.value},
                      {"new", v.now.value.value},
                      {"ratio", v.ratio ? interval_json(*v.ratio) : ordered_json()},
                      {"verdict", to_string(v.verdict, v.measure)},
                      {"note", v.note},
                      {"drift", v.drift},
                      {"calibrated", v.calibrated}};
  if (options.gate) {
    one["gate"] = to_string(v.at_gate);
    one["in_cycles"] = v.in_cycles;
  }
  return one;
}

}  // namespace

ordered_json comparison_json(const comparison& c, const compare_options& options,
                             const std::string& base, const std::string& now) {
  ordered_json differences = ordered_json::array(), cases = ordered_json::array(),
               means = ordered_json::array();
  for (const run_difference& d : c.differences)
    differences.push_back({{"what", d.what}, {"base", d.base}, {"new", d.now}});
  for (const compared_case& one : c.cases) {
    ordered_json values = ordered_json::array();
    for (const compared_value& v : one.values) values.push_back(value_json(v, options));
    cases.push_back({{"name", one.name},
                     {"base_name", one.base_name},
                     {"values", std::move(values)},
                     {"why_not", one.why_not},
                     {"missing", one.missing},
                     {"same_code", one.same_code ? ordered_json(*one.same_code) : ordered_json()}});
  }
  for (const mean_ratio& m : c.means)
    means.push_back({{"measure", m.measure},
                     {"codec", m.codec},
                     {"variant", m.variant},
                     {"ratio", m.ratio},
                     {"cases", m.cases}});
  ordered_json claims = ordered_json::array();
  const auto number = [](const std::optional<double>& value) {
    return value ? ordered_json(*value) : ordered_json();
  };
  for (const compared_claim& claim : c.claims)
    claims.push_back({{"name", claim.name},
                      {"printed", claim.printed},
                      {"hardware", claim.hardware},
                      {"base", number(claim.base)},
                      {"new", number(claim.now)}});
  ordered_json gate;
  if (options.gate)
    gate = {{"limit", *options.gate},
            {"on", options.gate_on == gate_basis::cycles ? "cycles" : "time"},
            {"judged", c.is_judged()},
            {"failed", c.fails_gate()},
            {"unclear_or_missing", c.unclear_at_gate()}};
  return {{"base", base},
          {"new", now},
          {"least_effect", options.least_effect},
          {"calibrated", options.calibration.has_value()},
          {"calibration_notes", c.calibration_notes},
          {"differences", std::move(differences)},
          {"cases", std::move(cases)},
          {"means", std::move(means)},
          {"claims", std::move(claims)},
          {"verdicts",
           {{"same", c.count(verdict::same)},
            {"better", c.count(verdict::better)},
            {"worse", c.count(verdict::worse)},
            {"unclear", c.count(verdict::unclear)},
            {"differing", c.count_differing()}}},
          {"allowed_disturbances", c.allowed_disturbances},
          {"gate", std::move(gate)}};
}

}  // namespace codag::harness
