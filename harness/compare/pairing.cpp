#include "harness/compare/pairing.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace codag::harness {
namespace {

using nlohmann::json;

std::string name_of(const json& row) {
  return row["name"].get<std::string>();
}

/// What identifies a case apart from its name.
std::string identity_of(const json& row) {
  json keys = json::array();
  for (const char* key : {"kind", "codec", "backend", "chunk_bytes", "asked_bytes", "parts",
                          "parameters", "encoder_parameters", "operations"})
    keys.push_back(row.value(key, json()));
  keys.push_back(row["dataset"].is_null() ? json() : row["dataset"]["name"]);
  // CPU decoders and memory traffic have no parts: only their name identifies them.
  if (row.value("parts", json::object()).empty()) keys.push_back(row["variant"]);
  return keys.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::map<std::string, const json*> by_name(const json& report) {
  std::map<std::string, const json*> rows;
  for (const json& row : report["cases"]) rows.emplace(name_of(row), &row);
  return rows;
}

/// The rows whose name the other report lacks, by their work; null for a work that is not unique.
std::map<std::string, const json*> unmatched(const json& report,
                                             const std::map<std::string, const json*>& other) {
  std::map<std::string, const json*> rows;
  for (const json& row : report["cases"]) {
    if (other.contains(name_of(row))) continue;
    const auto [at, is_new] = rows.emplace(identity_of(row), &row);
    if (!is_new) at->second = nullptr;
  }
  return rows;
}

/// "another raw_bytes: 1024 in the base, 2048 here".
std::string differing(const char* what, const json& base, const json& now) {
  return std::string("another ") + what + ": " + base.dump() + " in the base, " + now.dump() +
         " here";
}

/// How a case ended: "error: out of memory".
std::string status_of(const json& row) {
  const std::string reason = row["reason"];
  return row["status"].get<std::string>() + (reason.empty() ? "" : ": " + reason);
}

/// Why two rows cannot be compared; empty if they can.
std::string why_not_comparable(const json& base, const json& now) {
  if (now["status"] != "ok") return status_of(now);
  if (base["status"] != "ok") return "in the base " + status_of(base);
  for (const char* key : {"backend", "asked_bytes", "raw_bytes"})
    if (base[key] != now[key]) return differing(key, base[key], now[key]);
  const json &from = base["dataset"], &to = now["dataset"];
  if (from.is_null() != to.is_null()) return "only one of the two works on a column";
  if (!from.is_null() && from["sha256"] != to["sha256"])
    return "another column: its SHA-256 differs";
  return {};
}

/// Whether the case ran, and wrongly.
bool fails(const json& row) {
  return row["status"] == "failed_verify" || row["status"] == "error";
}

case_pair pair_of(const json& base, const json& now) {
  std::string why_not = why_not_comparable(base, now);
  const bool other_size = why_not.empty() && base["compressed_bytes"] != now["compressed_bytes"];
  if (other_size)
    why_not = differing("compressed size (the encoder differs)", base["compressed_bytes"],
                        now["compressed_bytes"]);
  const bool in_base = base["status"] == "ok";
  const bool missing = in_base && !why_not.empty();
  return {.name = name_of(now),
          .base_name = name_of(base),
          .base = &base,
          .now = &now,
          .why_not = std::move(why_not),
          .missing = missing,
          .wrong = fails(now) && now["status"] != base["status"],
          .other_size = other_size};
}

}  // namespace

std::vector<case_pair> pair_cases(const json& base, const json& now) {
  const auto base_rows = by_name(base), now_rows = by_name(now);
  const auto gone = unmatched(base, now_rows), added = unmatched(now, base_rows);
  std::vector<case_pair> pairs;
  std::set<const json*> paired;
  for (const json& row : now["cases"]) {
    const json* partner = nullptr;
    if (const auto same = base_rows.find(name_of(row)); same != base_rows.end()) {
      partner = same->second;
    } else if (const auto renamed = gone.find(identity_of(row));
               renamed != gone.end() && added.at(identity_of(row)) != nullptr) {
      partner = renamed->second;
    }
    if (partner != nullptr && paired.insert(partner).second) {
      pairs.push_back(pair_of(*partner, row));
    } else {
      pairs.push_back({.name = name_of(row),
                       .base_name = {},
                       .base = nullptr,
                       .now = &row,
                       .why_not = fails(row) ? status_of(row) : "not in the base",
                       .wrong = fails(row)});
    }
  }
  for (const json& row : base["cases"])
    if (!paired.contains(&row))
      pairs.push_back({.name = name_of(row),
                       .base_name = name_of(row),
                       .base = &row,
                       .now = nullptr,
                       .why_not = "only in the base",
                       .missing = row["status"] == "ok"});
  return pairs;
}

}  // namespace codag::harness
