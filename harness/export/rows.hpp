// What several formats need of a report.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

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

/// Whether the row has a throughput.
inline bool has_gbps(const nlohmann::json& row) {
  return row["status"] == "ok" && row["gbps"].is_number();
}

/// The model of the GPU, or "none".
inline std::string gpu_of(const nlohmann::json& report) {
  const nlohmann::json& gpu = report["codag"]["provenance"]["gpu"];
  return gpu.is_null() ? "none" : text_at(gpu, "name");
}

/// The source revision; empty if the report does not know it.
inline std::string revision_of_report(const nlohmann::json& report) {
  const nlohmann::json& source = report["codag"]["provenance"]["source"];
  if (source.is_null()) return {};
  return text_at(source, "revision") + (source.value("dirty", false) ? "-dirty" : "");
}

/// JSON text that ends with a line end, with bytes that are not UTF-8 replaced.
template <class Json>
std::string json_text(const Json& value) {
  return value.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace codag::harness
