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

/// What was seen, in a line; empty if nothing was. The particulars of a phrase follow its colon.
inline std::string disturbances(const nlohmann::json& row, bool particulars) {
  std::string text;
  if (const auto at = row.find("disturbed"); at != row.end() && at->is_object())
    for (const nlohmann::json& one : (*at)["seen"]) {
      const std::string phrase = one;
      text += text.empty() ? "" : "; ";
      text += particulars ? phrase : phrase.substr(0, phrase.find(": "));
    }
  return text;
}
inline std::string what_disturbed(const nlohmann::json& row) {
  return disturbances(row, true);
}
/// Particulars differ from row to row: without them, a line stands for many rows.
inline std::string kinds_of_disturbance(const nlohmann::json& row) {
  return disturbances(row, false);
}

/// Whether the number at this place of a row (a JSON pointer) comes from the row's samples.
inline bool is_sampled(std::string_view place) {
  constexpr std::string_view places[] = {"/gbps",     "/traffic_gbps", "/giga_operations",
                                         "/time/",    "/energy/",      "/transfer/",
                                         "/latency/", "/roof_share",   "/speedup_over_baseline"};
  return std::ranges::any_of(places, [&](std::string_view at) { return place.starts_with(at); });
}

}  // namespace codag::harness
