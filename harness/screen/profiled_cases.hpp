// The common part of the profile tables: the cases that have a profile, and the overhead of
// profiling.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/screen/text_table.hpp"

namespace codag::harness {

/// A case's "stalls", "metrics", "energy", "transfer" or "latency"; null if it has none or if `c`
/// is null.
inline const nlohmann::json* profile_of(const nlohmann::json* c, const char* key) {
  if (c == nullptr) return nullptr;
  const auto at = c->find(key);
  return at == c->end() || at->is_null() ? nullptr : &*at;
}

/// The profiles of all cases that have a profile and a dataset.
inline std::vector<const nlohmann::json*> profiles_of(const nlohmann::json& cases,
                                                      const char* key) {
  std::vector<const nlohmann::json*> all;
  for (const nlohmann::json& c : cases)
    if (!c["dataset"].is_null() && profile_of(&c, key) != nullptr)
      all.push_back(profile_of(&c, key));
  return all;
}

/// The range of a key's values, ignoring nulls: "2048", or "600000 to 3300000"; empty if there are
/// none.
inline std::string range_of(const std::vector<const nlohmann::json*>& profiles, const char* key,
                            int decimals, double scale = 1) {
  std::vector<double> values;
  for (const nlohmann::json* p : profiles)
    if (!(*p)[key].is_null()) values.push_back((*p)[key].get<double>() * scale);
  if (values.empty()) return "";
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const std::string from = fixed(*low, decimals), to = fixed(*high, decimals);
  return from == to ? from : from + " to " + to;
}

/// The overhead of profiling: the time of a profiled launch divided by that of an unprofiled one,
/// minus 1.
inline std::string overhead_of(const std::vector<const nlohmann::json*>& profiles) {
  const std::string range = range_of(profiles, "overhead", 1, 100);
  return range.empty() ? "the overhead per launch is unknown without \"time\""
                       : "a launch took " + range + "% longer than without profiling";
}

}  // namespace codag::harness
