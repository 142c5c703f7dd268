#include "harness/report/profile_json.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace codag::harness {
namespace {

using nlohmann::json;

json share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// Adds the relative slowdown of the kernel under profiling, or the reason why it is unknown.
void add_overhead(json& pass, std::optional<double> profiled, std::optional<double> unprofiled) {
  pass["kernel_seconds"] = profiled ? json(*profiled) : json(nullptr);
  pass["overhead"] = nullptr;
  if (!profiled)
    pass["absent"]["kernel_seconds"] = pass["absent"]["overhead"] =
        "the chip does not count gpu__time_duration.sum";
  else if (!unprofiled || *unprofiled <= 0)
    pass["absent"]["overhead"] = "the hot time was not measured";
  else
    pass["overhead"] = *profiled / *unprofiled - 1;
}

json lines_json(const stall_profile& profile) {
  json lines = json::array();
  for (const source_line& line : profile.lines)
    lines.push_back({{"file", line.file},
                     {"line", line.line},
                     {"function", line.function},
                     {"samples", line.samples},
                     {"share", share(line.samples, profile.samples)},
                     {"reasons", line.reasons}});
  return lines;
}

}  // namespace

json stalls_json(const stall_profile& profile, std::optional<double> unprofiled_seconds) {
  std::uint64_t not_issued = 0;
  for (const auto& [name, reason] : profile.reasons) not_issued += reason.not_issued;
  json reasons = json::object();
  for (const auto& [name, reason] : profile.reasons)
    reasons[name] = {{"samples", reason.samples},
                     {"not_issued", reason.not_issued},
                     {"share", share(reason.samples, profile.samples)},
                     {"not_issued_share", share(reason.not_issued, not_issued)}};
  json stalls = {{"pass", "stalls"},
                 {"period_cycles", profile.period_cycles},
                 {"launches", profile.launches},
                 {"samples", profile.samples},
                 {"dropped", profile.dropped},
                 {"reasons", std::move(reasons)},
                 {"lines", nullptr},
                 {"absent", json::object()}};
  if (profile.lines_absent.empty())
    stalls["lines"] = lines_json(profile);
  else
    stalls["absent"]["lines"] = profile.lines_absent;
  add_overhead(stalls, profile.kernel_seconds, unprofiled_seconds);
  return stalls;
}

json metrics_json(const metric_profile& profile, std::optional<double> unprofiled_seconds) {
  json values = profile.values;  // an object, even if it is empty
  for (const auto& [metric, why] : profile.absent) values[metric] = nullptr;
  json metrics = {{"pass", "metrics"},           {"replay", "kernel"},
                  {"passes", profile.replays},   {"verified_after", profile.verified_after},
                  {"values", std::move(values)}, {"absent", profile.absent}};
  if (profile.kernels <= 1) {
    add_overhead(metrics, profile.kernel_seconds, unprofiled_seconds);
    return metrics;
  }
  // The values are those of the longest kernel, and the overhead is that of the whole launch.
  add_overhead(metrics, profile.all_kernels_seconds, unprofiled_seconds);
  metrics["kernels"] = profile.kernels;
  if (profile.kernel_seconds && profile.all_kernels_seconds.value_or(0) > 0) {
    metrics["kernel_seconds"] = *profile.kernel_seconds;
    metrics["kernel_share"] = *profile.kernel_seconds / *profile.all_kernels_seconds;
  }
  return metrics;
}

}  // namespace codag::harness
