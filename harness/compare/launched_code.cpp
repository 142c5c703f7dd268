#include "harness/compare/launched_code.hpp"

#include <nlohmann/json.hpp>

namespace codag::harness {
namespace {

using nlohmann::json;

/// Whether a row launches no kernel: the driver copies memory.
bool launches_none(const json& row) {
  return row["kind"] == "traffic" && row["variant"] == "copy";
}

/// The kernels of a row's launch; null if the row does not have their machine code.
const json* kernels_of(const json& row) {
  const json::json_pointer at("/launch/kernels");
  if (!row.contains(at) || !row[at].is_array() || row[at].empty()) return nullptr;
  for (const json& kernel : row[at])
    if (!kernel["code"].is_string()) return nullptr;
  return &row[at];
}

}  // namespace

std::optional<bool> same_launches(const json& base, const json& now) {
  if (launches_none(base) && launches_none(now)) return true;
  const json *theirs = kernels_of(base), *ours = kernels_of(now);
  if (theirs == nullptr || ours == nullptr) return std::nullopt;
  if (theirs->size() != ours->size()) return false;
  // What a launch chose by the data or by the GPU may reach a kernel as an argument.
  for (const char* key : {"parts", "parameters", "workspace_bytes"})
    if (base.value(key, json()) != now.value(key, json())) return false;
  for (std::size_t i = 0; i < ours->size(); ++i)
    for (const char* key : {"code", "grid", "block", "shared_bytes_per_block"})
      if ((*theirs)[i][key] != (*ours)[i][key]) return false;
  return true;
}

std::optional<std::set<std::string>> digests_of(const json& row) {
  if (launches_none(row)) return std::set<std::string>();
  const json* kernels = kernels_of(row);
  if (kernels == nullptr) return std::nullopt;
  std::set<std::string> digests;
  for (const json& kernel : *kernels) digests.insert(kernel["code"].get<std::string>());
  return digests;
}

}  // namespace codag::harness
