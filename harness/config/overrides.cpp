#include "harness/config/overrides.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "harness/config/config.hpp"
#include "harness/config/json_file.hpp"
#include "harness/config/placed_json.hpp"
#include "harness/config/read_choices.hpp"
#include "harness/config/read_datasets.hpp"
#include "harness/config/sizes.hpp"

namespace codag::harness {
namespace {

using json = nlohmann::json;

/// A value as a config would have it: a number or a Boolean if the text is one.
json value_of(std::string_view key, const std::string& text) {
  for (const std::string_view always_text : {"name", "path", "type", "format", "column"})
    if (key == always_text) return text;
  json value = json_of(text);
  return value.is_number() || value.is_boolean() ? value : json(text);
}

/// Whether the item is of a key whose value may have commas.
bool may_have_commas(std::string_view item) {
  return std::ranges::any_of(
      std::array<std::string_view, 5>{"name=", "path=", "column=", "csv_column=", "csv_delimiter="},
      [&](std::string_view key) { return item.starts_with(key); });
}

/// Where the item of KEY=VALUE,KEY=VALUE that begins at `begin` ends. A comma belongs to the value
/// of a path or a column unless KEY= follows it.
std::size_t end_of_item(std::string_view text, std::size_t begin) {
  std::size_t end = std::min(text.find(',', begin), text.size());
  if (!may_have_commas(text.substr(begin))) return end;
  while (end < text.size()) {
    const std::size_t next = std::min(text.find(',', end + 1), text.size());
    if (text.substr(end + 1, next - end - 1).find('=') != std::string_view::npos) break;
    end = next;
  }
  return end;
}

}  // namespace

std::string label_of(const std::string& option, const std::string& text) {
  return option + " " + datasets::one_line(datasets::beginning_of(text));
}

json entry_of(const std::string& option, const std::string& text) {
  if (json entry = text.starts_with('{') ? json_of(text) : json(); entry.is_object()) return entry;
  json entry = json::object();
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = end_of_item(text, begin);
    const std::string item = text.substr(begin, end - begin);
    const std::size_t equals = item.find('=');
    if (begin == 0 && equals == std::string::npos) {
      entry["name"] = item;
    } else if (equals == std::string::npos || equals == 0) {
      throw datasets::bad_input(label_of(option, text) + ": " + datasets::in_quotes(item) +
                                " is not KEY=VALUE; write NAME,KEY=VALUE,...");
    } else {
      const std::string key = item.substr(0, equals);
      json value = value_of(key, item.substr(equals + 1));
      if (!entry.contains(key)) {
        entry[key] = std::move(value);
      } else {
        if (!entry[key].is_array()) entry[key] = json::array({entry[key]});
        entry[key].push_back(std::move(value));
      }
    }
    begin = end + 1;
  }
  return entry.size() == 1 && entry.contains("name") ? entry["name"] : entry;
}

namespace {

/// The entries as a list of a config. They are read once here, so that an error names the option
/// and not the config.
json choices(const std::string& option, const char* what, const std::vector<std::string>& texts,
             const std::vector<known_name>& known) {
  json list = json::array();
  for (const std::string& text : texts) {
    list.push_back(entry_of(option, text));
    read_choices(placed_json(list.back(), label_of(option, text)), what, known);
  }
  return list;
}

json columns(const std::vector<std::string>& texts, const known_names& known) {
  const auto here = std::filesystem::current_path();
  json list = json::array();
  for (const std::string& text : texts) {
    json entry = entry_of("--dataset", text);
    const json alone = json::array({entry});
    read_datasets(placed_json(alone, label_of("--dataset", text)), known.datasets, here);
    if (entry.is_object() && entry.contains("path"))
      entry["path"] = (here / entry["path"].get<std::string>()).lexically_normal().string();
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace

std::map<std::string, std::string> replaced_lists(const config_overrides& overrides) {
  std::map<std::string, std::string> replaced;
  if (!overrides.datasets.empty()) replaced["datasets"] = "--dataset";
  if (!overrides.codecs.empty()) replaced["codecs"] = "--codec";
  if (!overrides.variants.empty()) replaced["variants"] = "--variant";
  if (!overrides.chunks.empty()) replaced["chunk_bytes"] = "--chunk";
  return replaced;
}

void apply_overrides(json& config, const config_overrides& overrides, const known_names& known) {
  if (!config.is_object()) return;
  if (!overrides.verify.empty()) config["verify"] = overrides.verify;
  if (!overrides.replaces()) return;
  if (config.contains("microbenchmark"))
    throw datasets::bad_input(
        "the config is a micro-benchmark, which has no datasets, codecs, variants and chunks to "
        "replace; drop --dataset, --codec, --variant, --chunk and --samples");
  if (!overrides.datasets.empty()) config["datasets"] = columns(overrides.datasets, known);
  if (!overrides.codecs.empty())
    config["codecs"] = choices("--codec", "codec", overrides.codecs, known.codecs);
  if (!overrides.variants.empty())
    config["variants"] = choices("--variant", "variant", overrides.variants, known.variants);
  if (!overrides.chunks.empty()) {
    for (const std::string& chunk : overrides.chunks) parse_size_text(chunk, "--chunk");
    config["chunk_bytes"] = overrides.chunks;
  }
  if (overrides.samples != 0) {
    if (overrides.samples > max_launches)
      throw datasets::bad_input("--samples: expected a whole number from 1 to " +
                                std::to_string(max_launches) + ", or 0 as in the config, found " +
                                std::to_string(overrides.samples));
    json& time = config["time"];
    if (time.is_null() || time.is_object())
      time.update({{"min_samples", overrides.samples},
                   {"max_samples", overrides.samples},
                   {"min_time_s", 0}});
  }
}

}  // namespace codag::harness
