// Values of a report that read_report() does not check: a page shows what is there.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace codag::harness {

/// The text under a key; empty if there is none.
inline std::string text_of(const nlohmann::json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

/// The number under a key; null if there is none.
inline nlohmann::ordered_json number_of(const nlohmann::json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_number() ? nlohmann::ordered_json(*at)
                                               : nlohmann::ordered_json();
}

/// Any plain value as text: a string without its quotes, "yes" or "no".
inline std::string plain_text(const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace codag::harness
