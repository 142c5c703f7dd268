#include "harness/report/rerun.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace codag::harness {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// The name of a file's dataset, as the config's reader gives it.
json name_of(const json& dataset) {
  return dataset.contains("name")
             ? dataset["name"]
             : json(fs::path(dataset["path"].get<std::string>()).filename().string());
}

/// Where the report's run read the file of a dataset; empty if no row says so.
std::string source_of(const std::string& name, const json& codag) {
  for (const json& row : codag["cases"]) {
    if (!row["dataset"].is_object()) continue;
    const std::string of = row["dataset"]["name"];
    std::string source = row["dataset"].value("source", std::string{});
    // A list of sizes adds "/SIZE" to the name.
    const bool same = of == name || of.starts_with(name + "/");
    if (same && !source.empty() && source != "generated") return source;
  }
  return {};
}

/// The first file that exists, of the path itself and of the same path below each folder; if there
/// is none, the path in the last folder. A folder may also have the file of an absolute path.
fs::path found(const fs::path& path, const std::vector<fs::path>& folders) {
  std::error_code unknown;
  if (path.is_absolute() && fs::exists(path, unknown)) return path;
  for (const fs::path& folder : folders)
    for (const fs::path& below : {path.relative_path(), path.filename()})
      if (!below.empty() && fs::exists(folder / below, unknown))
        return fs::absolute(folder / below);
  return fs::absolute(path);
}

}  // namespace

json rerun_config(const json& codag, const std::vector<fs::path>& folders) {
  json config = codag["config"];
  if (!config.is_object()) return config;
  config.erase("$schema");
  config.erase("size_on_gpu");
  if (!config.contains("microbenchmark")) config["size"] = codag["size"];
  config["backend"] = codag["backend"];
  const auto datasets = config.find("datasets");
  if (datasets == config.end() || !datasets->is_array()) return config;
  for (json& dataset : *datasets) {
    if (!dataset.is_object() || !dataset.contains("path") || !dataset["path"].is_string()) continue;
    const std::string path = dataset["path"];
    const json name = name_of(dataset);
    if (path.empty() || !name.is_string()) continue;  // the config's reader refuses them
    const std::string source = source_of(name, codag);
    dataset["name"] = name;  // the file's name here may be another one
    std::error_code unknown;
    dataset["path"] = !source.empty() && fs::exists(source, unknown)
                          ? fs::absolute(source).string()
                          : found(path, folders).string();
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
