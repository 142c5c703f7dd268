#include "harness/report/case_relations.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "harness/config/sizes.hpp"
#include "harness/report/case_reader.hpp"
#include "harness/support/disturbed_row.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// Sets `key` of a case to value / divisor, or records why that is impossible.
void relate(json& c, const char* key, const json& value, const json* divisor,
            const std::string& why_not) {
  json& absent = c["absent"];
  c[key] = nullptr;
  if (value.is_null())
    absent[key] = "the case has no throughput; see gbps";
  else if (divisor == nullptr)
    absent[key] = why_not;
  else {
    c[key] = value.get<double>() / divisor->get<double>();
    absent.erase(key);
  }
}

/// Adds the keys in which two objects differ, each once. A key that only one of them has counts as
/// a difference.
void add_differences(json& names, const json& mine, const json& theirs) {
  const auto add = [&](const std::string& key) {
    if (std::ranges::find(names, json(key)) == names.end()) names.push_back(key);
  };
  for (const auto& [key, value] : mine.items())
    if (!theirs.contains(key) || theirs[key] != value) add(key);
  for (const auto& [key, value] : theirs.items())
    if (!mine.contains(key)) add(key);
}

/// Sets the parts and parameters in which a variant differs from the baseline.
void name_differences(json& c, const json* base) {
  json& absent = c["absent"];
  c["differs_in"] = nullptr;
  if (c["parts"].empty()) {
    absent["differs_in"] = "the case's variant has no parts";
  } else if (base == nullptr || (*base)["parts"].empty()) {
    absent["differs_in"] = "the baseline has no parts on this dataset";
  } else {
    json names = json::array();
    add_differences(names, c["parts"], (*base)["parts"]);
    add_differences(names, c["parameters"], (*base)["parameters"]);
    c["differs_in"] = std::move(names);
    absent.erase("differs_in");
  }
}

bool is_traffic(const json& c) {
  return kind_of(c) == work_kind::traffic;
}

roof_key roof_key_of(const json& c) {
  return {c["backend"], c["asked_bytes"]};
}

/// The backends of which some size lacks a row of one of the three kinds of traffic.
std::set<std::string> read_and_written_at_one_size(const json& cases) {
  std::map<roof_key, std::set<std::string>> kinds;
  for (const json& c : cases)
    if (is_traffic(c)) kinds[roof_key_of(c)].insert(c["variant"]);
  std::set<std::string> backends;
  for (const auto& [key, its] : kinds)
    if (its.size() < 3) backends.insert(key.first);
  return backends;
}

/// How a case can be faster than plain traffic of its size.
std::string why_above_roof(const json& c) {
  if (kind_of(c) == work_kind::query)
    return "above 1: a query does not read the tiles of rows that an earlier column has ruled out, "
           "so it moves fewer bytes than its columns have";
  return "above 1: the case is faster than a copy, a read or a write of its size, so some of its "
         "own "
         "bytes stayed in the caches";
}

}  // namespace

std::map<roof_key, double> roofs_of(const json& cases) {
  std::map<roof_key, double> roofs;
  std::map<std::string, double> highest;
  for (const json& c : cases) {
    if (!is_traffic(c) || !c["traffic_gbps"].is_number() || is_disturbed(c)) continue;
    const double gbps = c["traffic_gbps"];
    for (double* roof : {&roofs[roof_key_of(c)], &highest[c["backend"]]})
      *roof = std::max(*roof, gbps);
  }
  const std::set<std::string> of_one_size = read_and_written_at_one_size(cases);
  for (auto& [key, roof] : roofs)
    if (of_one_size.contains(key.first)) roof = highest.at(key.first);
  return roofs;
}

std::vector<shown_roof> shown_roofs(const json& cases) {
  const auto roofs = roofs_of(cases);
  std::map<std::string, std::set<double>> of_backend;
  for (const auto& [key, gbps] : roofs) of_backend[key.first].insert(gbps);
  std::vector<shown_roof> shown;
  for (const auto& [key, gbps] : roofs) {
    const bool one = of_backend.at(key.first).size() == 1;
    if (one && !shown.empty() && shown.back().backend == key.first) continue;
    shown.push_back({key.first, one ? std::string() : size_name(key.second), gbps});
  }
  return shown;
}

void relate_cases(json& cases, const std::string& baseline) {
  const auto base_key = [&](const json& c) {
    // The backend is not part of the key, because CPU rows are also compared with the GPU's
    // baseline.
    return json::array({c["dataset"], c["asked_bytes"], c["codec"], c["chunk_bytes"]})
        .dump(-1, ' ', false, json::error_handler_t::replace);
  };
  const std::map<roof_key, double> roofs = roofs_of(cases);
  std::map<std::string, const json*> bases;
  for (const json& c : cases) {
    if (c["variant"] == baseline) bases[base_key(c)] = &c;
  }
  for (json& c : cases) {
    const auto at = bases.find(base_key(c));
    const json* base = at == bases.end() ? nullptr : at->second;
    name_differences(c, base);
    const auto found = roofs.find(roof_key_of(c));
    const json roof = found == roofs.end() ? json() : json(found->second);
    relate(c, "roof_share", c["traffic_gbps"], roof.is_null() ? nullptr : &roof,
           "no traffic row of this backend and size has a throughput, or all were disturbed");
    c.erase("roof_note");
    if (c["roof_share"] > 1) c["roof_note"] = why_above_roof(c);
    const bool comparable = base != nullptr && !(*base)["gbps"].is_null();
    // A disturbed baseline would flatter every other row.
    const bool flattered = comparable && is_disturbed(*base) && !is_disturbed(c);
    relate(c, "speedup_over_baseline", c["gbps"],
           comparable && !flattered && !is_traffic(c) ? &(*base)["gbps"] : nullptr,
           is_traffic(c)
               ? "memory traffic decodes nothing"
               : "the baseline " + baseline +
                     (flattered ? " was disturbed" : " has no throughput") + " on this dataset");
  }
}

json roof_rows(const json& cases) {
  json rows = json::array();
  for (const json& c : cases)
    if (is_traffic(c))
      rows.push_back({{"name", c["name"]},
                      {"backend", c["backend"]},
                      {"bytes", c["asked_bytes"]},
                      {"status", c["status"]},
                      {"gbps", c["gbps"]},
                      {"gbps_low", c["gbps_low"]},
                      {"gbps_high", c["gbps_high"]},
                      {"traffic_gbps", c["traffic_gbps"]}});
  return rows;
}

}  // namespace codag::harness
