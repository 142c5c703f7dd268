#include "harness/compare/clocks.hpp"

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "harness/report/case_reader.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// "4.2 %".
std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f %%", std::abs(share) * 100);
  return text;
}

/// The factor by which a measure's times became longer.
double slowdown(const measure& m, const interval& ratio) {
  return m.is == measure::kind::rate ? 1 / ratio.median : ratio.median;
}

/// By how much a slowdown is slower, or its reciprocal faster: "4.2 %".
std::string amount(double slowdown) {
  return percent(slowdown >= 1 ? slowdown - 1 : 1 / slowdown - 1);
}

const char* direction(double slowdown) {
  return slowdown >= 1 ? "slower" : "faster";
}

/// Whether a number of the row is at least this.
bool reaches(const json& row, const char* place, double least) {
  const json::json_pointer at(place);
  return row.contains(at) && row[at].is_number() && row[at].get<double>() >= least;
}

}  // namespace

bool runs_on_sm_clock(const json& row) {
  return kind_of(row) != work_kind::traffic && !reaches(row, "/roof_share", 0.5) &&
         !reaches(row, "/metrics/values/dram__throughput.avg.pct_of_peak_sustained_elapsed", 50);
}

std::optional<change_in_cycles> in_cycles(const observation& base, const observation& now) {
  if (!base.per_cycle || !now.per_cycle) return std::nullopt;
  return change_in_cycles{ratio_interval(*now.per_cycle, *base.per_cycle),
                          *now.clock_mhz / *base.clock_mhz};
}

std::string clock_note(const measure& m, const interval& in_time, const change_in_cycles& cycles,
                       verdict verdict_in_cycles, const std::string& limit) {
  const double time = slowdown(m, in_time), of_cycles = slowdown(m, cycles.ratio);
  const std::string its_cycles =
      verdict_in_cycles == verdict::same ? "equal in cycles"
      : verdict_in_cycles == verdict::unclear
          ? "unclear in cycles"
          : amount(of_cycles) + " " + direction(of_cycles) + " in cycles";
  const double higher = cycles.clock_ratio - 1;
  return std::string(direction(time)) + " by " + amount(time) + ", " + its_cycles +
         ", at a clock " + percent(higher) + (higher < 0 ? " lower" : " higher") +
         (limit.empty() ? "" : ", ") + limit;
}

std::string clock_limit(const json& row) {
  std::string all;
  for (const char* place : {"/clock_reasons", "/energy/throttle_reasons"}) {
    const json::json_pointer reasons(place);
    if (row.contains(reasons) && row[reasons].is_array())
      all += row[reasons].dump(-1, ' ', false, json::error_handler_t::replace);
  }
  if (all.find("power") != std::string::npos) return "power limited";
  return all.find("thermal") != std::string::npos ? "thermally limited" : "";
}

}  // namespace codag::harness
