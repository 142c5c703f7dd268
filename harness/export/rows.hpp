// What several formats need of a report.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/report/report_file.hpp"
#include "harness/support/disturbed_row.hpp"

namespace codag::harness {

/// A key of an object as text: empty for null and for a missing key.
inline std::string text_at(const nlohmann::json& object, const char* key) {
  const auto at = object.find(key);
  if (at == object.end() || at->is_null()) return {};
  return at->is_string() ? at->get<std::string>()
                         : at->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The dataset's name; empty for memory traffic and micro-benchmarks.
inline std::string dataset_of(const nlohmann::json& row) {
  return row["dataset"].is_null() ? std::string() : text_at(row["dataset"], "name");
}

/// Whether the row has a throughput that can be judged. That of a disturbed row is in no series.
inline bool has_gbps(const nlohmann::json& row) {
  return row["status"] == "ok" && row["gbps"].is_number() && !is_disturbed(row);
}

/// The model of the GPU, or "none".
inline std::string gpu_of(const nlohmann::json& report) {
  const std::string name = gpu_name(report["codag"]);
  return name.empty() ? "none" : name;
}

}  // namespace codag::harness
