#include "harness/config/paper_copy_spec.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "datasets/manifest.hpp"
#include "harness/config/placed_json.hpp"
#include "harness/config/read_datasets.hpp"

namespace codag::harness {

dataset_spec read_paper_copy(const std::string& option, const std::string& text) {
  using nlohmann::json;
  json entry = entry_of(option, text);
  const auto fail = [&](const std::string& why) {
    throw datasets::bad_input(label_of(option, text) + ": " + why);
  };
  if (!entry.is_object() || !entry.contains("name") || !entry.contains("path"))
    fail("names no file; write NAME,path=FILE,KEY=VALUE,...");
  if (!entry["name"].is_string() || !entry["path"].is_string())
    fail("has a name or a path twice; give --real once for each file");
  for (const char* key : {"size", "optional"})
    if (entry.contains(key)) fail(std::string(key) + " is not possible; the file is read whole");
  std::vector<std::string> names;
  for (const auto& column : datasets::manifest()) names.emplace_back(column.name);
  const std::string name = entry["name"];
  if (std::ranges::find(names, name) == names.end())
    fail("the paper has no column " + datasets::in_quotes(name) + expected_names(name, names));
  if (!entry.contains("format")) entry["format"] = usual_format(entry["path"].get<std::string>());
  if (!entry.contains("type") && entry["format"].is_string() &&
      says_no_type(entry["format"].get<std::string>()))
    entry["type"] = to_string(datasets::manifest_column(name).type);
  const json list = json::array({std::move(entry)});
  return read_datasets(placed_json(list, label_of(option, text)), {},
                       std::filesystem::current_path())
      .front();
}

}  // namespace codag::harness
