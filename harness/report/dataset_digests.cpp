#include "harness/report/dataset_digests.hpp"

#include <nlohmann/json.hpp>

namespace codag::harness {
namespace {

/// Enough of a digest to tell two apart by eye.
std::string short_digest(const std::string& sha256) {
  return sha256.substr(0, 12) + "...";
}

}  // namespace

std::string dataset_digests::difference(const nlohmann::json& row) {
  const nlohmann::json& dataset = row["dataset"];
  if (!dataset.is_object()) return {};
  const std::string name = dataset["name"], sha256 = dataset["sha256"];
  if (sha256.empty()) return {};  // the values were never loaded
  const auto [at, is_new] =
      digests_.try_emplace({name, row["asked_bytes"].get<std::uint64_t>()}, sha256, row["name"]);
  const digest& known = at->second;
  if (known.sha256 == sha256) return {};
  return "dataset " + name + ": the values' SHA-256 is " + short_digest(sha256) + ", and was " +
         short_digest(known.sha256) + " for " + known.of_case;
}

}  // namespace codag::harness
