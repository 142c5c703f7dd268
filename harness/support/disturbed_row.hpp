// Whether a report's row was disturbed: it is shown, and what was timed is not judged.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace codag::harness {

/// Whether something disturbed the row's samples, and nobody allowed that. Its times, and what is
/// computed from them, are not judged; its sizes, counts and bytes are as good as those of any row.
inline bool is_disturbed(const nlohmann::json& row) {
  const auto at = row.find("disturbed");
  return at != row.end() && at->is_object() && !at->value("allowed", false);
}

/// What was seen, in a line; empty if nothing was.
inline std::string what_disturbed(const nlohmann::json& row) {
  std::string text;
  if (const auto at = row.find("disturbed"); at != row.end() && at->is_object())
    for (const nlohmann::json& one : (*at)["seen"])
      text += (text.empty() ? "" : "; ") + one.get<std::string>();
  return text;
}

/// The same without the particulars, which differ from row to row: "another process used the GPU".
inline std::string kinds_of_disturbance(const nlohmann::json& row) {
  std::string text;
  if (const auto at = row.find("disturbed"); at != row.end() && at->is_object())
    for (const nlohmann::json& one : (*at)["seen"]) {
      const std::string seen = one;
      text += (text.empty() ? "" : "; ") + seen.substr(0, seen.find(": "));
    }
  return text;
}

/// Whether the number at this place of a row (a JSON pointer) comes from the row's samples.
inline bool is_sampled(std::string_view place) {
  constexpr std::string_view places[] = {"/gbps",     "/traffic_gbps", "/giga_operations",
                                         "/time/",    "/energy/",      "/transfer/",
                                         "/latency/", "/roof_share",   "/speedup_over_baseline"};
  return std::ranges::any_of(places, [&](std::string_view at) { return place.starts_with(at); });
}

}  // namespace codag::harness
