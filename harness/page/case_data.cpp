#include "harness/page/case_data.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/config/sizes.hpp"
#include "harness/measure/statistics/statistics.hpp"
#include "harness/page/report_values.hpp"
#include "harness/plan/case.hpp"
#include "harness/report/case_relations.hpp"
#include "harness/screen/noise.hpp"
#include "harness/screen/profiled_cases.hpp"
#include "harness/screen/stalls_table.hpp"
#include "harness/support/disturbed_row.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::string dataset_of(const json& c) {
  return c["dataset"].is_null() ? "" : text_of(c["dataset"], "name");
}

/// The chunks' size; empty for work without chunks.
std::string chunk_text(const json& c) {
  return c["dataset"].is_null() ? "" : chunk_name(c["chunk_bytes"].get<std::uint64_t>());
}

std::string size_text(const json& c) {
  const auto bytes = c["asked_bytes"].get<std::uint64_t>();
  return bytes == 0 ? "" : size_name(bytes);
}

/// The entries of an object of numbers as a list of names and values; empty if the case has none.
ordered_json entries_of(const json& c, const char* key) {
  ordered_json list = ordered_json::array();
  if (const auto at = c.find(key); at != c.end() && at->is_object())
    for (const auto& [name, value] : at->items())
      list.push_back({{"name", name}, {"value", ordered_json(value)}});
  return list;
}

/// The row's note, after what disturbed it.
std::string note_of(const json& c) {
  const std::string disturbed = what_disturbed(c);
  std::string note = text_of(c, "note");
  if (disturbed.empty()) return note;
  return "disturbed: " + disturbed + (note.empty() ? "" : "; " + note);
}

ordered_json case_data(const json& c) {
  const std::optional<double> noise = noise_of(c);
  const json* energy = profile_of(&c, "energy");
  return {
      {"name", c["name"].get<std::string>()},
      {"dataset", dataset_of(c)},
      {"codec", c["codec"].get<std::string>()},
      {"variant", c["variant"].get<std::string>()},
      {"size", size_text(c)},
      {"chunk", chunk_text(c)},
      {"kind", c["kind"].get<std::string>()},
      {"backend", c["backend"].get<std::string>()},
      {"status", c["status"].get<std::string>()},
      {"reason", c["reason"].get<std::string>()},
      {"gbps", number_of(c, "gbps")},
      {"operations", number_of(c, "giga_operations_per_second")},
      {"noise", noise ? ordered_json(*noise) : ordered_json()},
      {"unsure", is_unsure(&c)},
      {"roof_share", number_of(c, "roof_share")},
      {"speedup", number_of(c, "speedup_over_baseline")},
      {"ratio", number_of(c, "ratio")},
      {"joules_per_gb", energy == nullptr ? ordered_json() : number_of(*energy, "joules_per_gb")},
      {"counts", entries_of(c, "counts")},
      {"damage", entries_of(c, "damage")},
      {"note", note_of(c)}};
}

ordered_json line_data(const json& line) {
  return {{"place", line["file"].get<std::string>() + ":" +
                        std::to_string(line["line"].get<std::uint64_t>())},
          {"function", line["function"].get<std::string>()},
          {"share", number_of(line, "share")},
          {"reasons", main_reasons(line)}};
}

ordered_json stalls_of(const json& c, const json& stalls) {
  ordered_json reasons = ordered_json::array(), lines = ordered_json::array();
  for (const auto& [reason, samples] : stalls["reasons"].items())
    reasons.push_back({{"name", reason}, {"share", number_of(samples, "share")}});
  std::stable_sort(
      reasons.begin(), reasons.end(),
      [](const ordered_json& a, const ordered_json& b) { return a["share"] > b["share"]; });
  for (const json& line : stalls["lines"]) lines.push_back(line_data(line));
  return {{"name", c["name"].get<std::string>()},
          {"samples", number_of(stalls, "samples")},
          {"dropped", number_of(stalls, "dropped")},
          {"reasons", std::move(reasons)},
          {"lines", std::move(lines)}};
}

/// The parts and parameters that the report says to differ from the baseline's, with this case's
/// values. A value that only the baseline has is absent. If a part and a parameter have the same
/// name, such as "writer", the value is the part's: what ran, not what was asked for.
ordered_json differences_of_case(const json& c) {
  ordered_json all = ordered_json::array();
  const json keys = c.value("differs_in", json());
  if (!keys.is_array()) return all;
  for (const json& key : keys) {
    if (!key.is_string()) continue;
    ordered_json value;
    for (const char* group : {"parameters", "parts"})
      if (const auto at = c[group].find(key.get<std::string>()); at != c[group].end())
        value = plain_text(*at);
    all.push_back({{"key", key.get<std::string>()}, {"value", std::move(value)}});
  }
  return all;
}

struct ablation {
  ordered_json what;  ///< what the page says of it, apart from its numbers
  std::vector<double> speedups;
};

}  // namespace

ordered_json cases_data(const json& codag) {
  ordered_json all = ordered_json::array();
  for (const json& c : codag["cases"]) all.push_back(case_data(c));
  return all;
}

ordered_json roofs_data(const json& codag) {
  ordered_json all = ordered_json::array();
  for (const shown_roof& roof : shown_roofs(codag["cases"])) {
    all.push_back({{"backend", roof.backend}, {"gbps", roof.gbps}});
    if (!roof.size.empty()) all.back()["size"] = roof.size;
  }
  return all;
}

ordered_json stalls_data(const json& codag) {
  ordered_json all = ordered_json::array();
  for (const json& c : codag["cases"])
    if (const json* stalls = profile_of(&c, "stalls")) all.push_back(stalls_of(c, *stalls));
  return all;
}

ordered_json ablations_data(const json& codag) {
  std::vector<ablation> all;
  std::map<std::string, std::size_t> place;
  for (const json& c : codag["cases"]) {
    ordered_json differs_in = differences_of_case(c);
    if (differs_in.empty() || !c["speedup_over_baseline"].is_number()) continue;
    ordered_json what = {{"codec", c["codec"].get<std::string>()},
                         {"variant", c["variant"].get<std::string>()},
                         {"size", size_text(c)},
                         {"chunk", chunk_text(c)},
                         {"differs_in", std::move(differs_in)}};
    const auto [at, is_new] = place.try_emplace(what.dump(), all.size());
    if (is_new) all.push_back({std::move(what), {}});
    all[at->second].speedups.push_back(c["speedup_over_baseline"]);
  }
  std::ranges::stable_sort(all, {}, [](const ablation& a) { return a.what["differs_in"].size(); });
  ordered_json rows = ordered_json::array();
  for (ablation& a : all) {
    const auto [low, high] = std::ranges::minmax(a.speedups);
    a.what.update({{"cases", a.speedups.size()},
                   {"speedup", geometric_mean(a.speedups)},
                   {"low", low},
                   {"high", high}});
    rows.push_back(std::move(a.what));
  }
  return rows;
}

}  // namespace codag::harness
