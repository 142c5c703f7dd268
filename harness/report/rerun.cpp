#include "harness/report/rerun.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace codag::harness {
namespace {

using nlohmann::json;

/// Where the report's run found the file of each dataset: name -> path. A file that was absent has
/// an empty source.
std::map<std::string, std::string> sources_of(const json& codag) {
  std::map<std::string, std::string> sources;
  for (const json& row : codag["cases"]) {
    if (!row["dataset"].is_object()) continue;
    const auto source = row["dataset"].value("source", std::string{});
    if (!source.empty() && source != "generated") sources.emplace(row["dataset"]["name"], source);
  }
  return sources;
}

}  // namespace

json rerun_config(const json& codag) {
  json config = codag["config"];
  if (!config.is_object()) return config;
  config.erase("$schema");
  config.erase("size_on_gpu");
  if (!config.contains("microbenchmark")) config["size"] = codag["size"];
  config["backend"] = codag["backend"];
  const auto sources = sources_of(codag);
  if (const auto datasets = config.find("datasets");
      datasets != config.end() && datasets->is_array())
    for (json& dataset : *datasets) {
      if (!dataset.is_object() || !dataset.contains("path")) continue;
      const auto name = dataset.value("name", json());
      const auto at = name.is_string() ? sources.find(name.get<std::string>()) : sources.end();
      if (at != sources.end()) dataset["path"] = at->second;
      dataset["optional"] = true;
    }
  return config;
}

report_selection selection_of_report(const json& codag) {
  const json selection = codag.value("selection", json());
  if (selection.is_null()) return {};
  if (selection["filter"].is_string()) return {.filter = selection["filter"], .one_case = {}};
  if (selection["case"].is_string()) return {.filter = {}, .one_case = selection["case"]};
  return {};
}

}  // namespace codag::harness
