#include "harness/report/upgrade.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "harness/report/earlier_names.hpp"
#include "harness/support/work_kind.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// Moves those of the keys that the row has, unless they are null, into one object.
json take(json& row, std::initializer_list<const char*> keys) {
  json taken = json::object();
  for (const char* key : keys) {
    const auto at = row.find(key);
    if (at == row.end()) continue;
    if (!at->is_null()) taken[key] = std::move(*at);
    row.erase(key);
    if (row.contains("absent") && row["absent"].is_object()) row["absent"].erase(key);
  }
  return taken;
}

void upgrade_case(json& row) {
  row["kind"] = to_string(row.contains("operations_per_access") ? work_kind::microbenchmark
                          : row["variant"] == "copy"            ? work_kind::traffic
                                                                : work_kind::decode);
  row["parts"] = take(row, {"schedule", "decoding", "input_buffer", "prefetch_warp"});
  json& parts = row["parts"];
  if (parts.contains("prefetch_warp") && parts["prefetch_warp"].is_boolean())
    parts["prefetch_warp"] = parts["prefetch_warp"].get<bool>() ? "yes" : "no";
  row["parameters"] = take(row, {"warps_per_block", "ring_bytes", "operations_per_access"});
  row["encoder_parameters"] = json::object();
  row["traffic_gbps"] = row["roof_share"] = nullptr;
  if (row.contains("absent") && row["absent"].is_object())
    row["absent"]["traffic_gbps"] = row["absent"]["roof_share"] =
        "the report has schema version 1, which did not record it";
}

/// Whether an entry of "claims" is a target: a number of our own, whose source is a document of
/// ours.
bool is_target(const json& claim) {
  const json source = claim.is_object() ? claim.value("source", json()) : json();
  return source.is_string() && source.get_ref<const std::string&>().starts_with("docs/");
}

/// Moves the targets of an object's list "claims" to its list "targets". Reports had both in one.
void part_targets(json& object) {
  if (!object.is_object() || object.contains("targets") || !object.contains("claims") ||
      !object["claims"].is_array())
    return;
  auto& claims = object["claims"].get_ref<json::array_t&>();
  const auto first = std::ranges::stable_partition(claims, std::not_fn(is_target)).begin();
  if (first == claims.end()) return;
  json targets = json::array();
  for (json& one : std::ranges::subrange(first, claims.end())) {
    const json verdict = one.value("verdict", json());
    if (verdict == "reproduced") one["verdict"] = "met";
    if (verdict == "not_reproduced") one["verdict"] = "missed";
    targets.push_back(std::move(one));
  }
  claims.erase(first, claims.end());
  if (claims.empty()) object.erase("claims");
  object["targets"] = std::move(targets);
}

}  // namespace

void upgrade_report(json& report) {
  const json::json_pointer version("/codag/schema_version"), cases("/codag/cases");
  if (report.is_object() && report.contains("codag") && report["codag"].is_object()) {
    part_targets(report["codag"]);
    if (report["codag"].contains("config")) part_targets(report["codag"]["config"]);
  }
  if (report.is_object() && report.contains(version) && report[version] == 1) {
    if (report.contains(cases) && report[cases].is_array())
      for (json& row : report[cases])
        if (row.is_object()) upgrade_case(row);
    report[version] = 2;
  }
  replace_earlier_names(report);
}

}  // namespace codag::harness
