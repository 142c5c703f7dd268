#include "harness/config/read_datasets.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "harness/config/read_choices.hpp"
#include "harness/config/sizes.hpp"

namespace codag::harness {
namespace {

std::vector<std::string> type_names() {
  return {element_type_names.begin(), element_type_names.end()};
}

/// The path as it stands in the config: at least one character, none of them a control character.
std::string read_path(const placed_json& place) {
  std::string path = place.text();
  if (path.empty()) place.fail("the path is empty");
  if (datasets::has_control_character(path)) place.expected("a path without control characters");
  return path;
}

/// The name of a file's column. It becomes a part of case names, whose parts are separated by "/".
/// Without a "name" it is the last part of the path, which must not end with "/" then.
std::string read_file_name(const placed_json& place, const std::string& path) {
  if (!place.has("name")) {
    std::string last = std::filesystem::path(path).filename().string();
    if (last.empty())
      place.at("path").expected("the path of a file, which does not end with \"/\"");
    return last;
  }
  std::string name = place.at("name").text();
  if (name.empty() || name.find('/') != std::string::npos || datasets::has_control_character(name))
    place.at("name").expected(
        "a \"name\" of at least one character, without \"/\" and control characters");
  return name;
}

constexpr std::array csv_keys = {"csv_column", "csv_delimiter", "csv_header", "csv_text"};

/// A column as a config names it: by a text or a number, which becomes its digits.
std::string name_or_number(const placed_json& column) {
  const auto number = whole_number(column.value());
  return number ? std::to_string(*number) : column.text();
}

bool is_number(const std::string& column) {
  return !column.empty() && column.find_first_not_of("0123456789") == std::string::npos;
}

/// A tab for table.tsv and table.tsv.gz, a comma for others.
char usual_delimiter(std::filesystem::path path) {
  if (path.extension() == ".gz") path = path.stem();
  return path.extension() == ".tsv" || path.extension() == ".tab" ? '\t' : ',';
}

/// Reads the keys that control how a CSV file is read.
void read_csv_keys(const placed_json& place, dataset_spec& spec) {
  if (spec.format != "csv") {
    for (const char* key : csv_keys)
      if (place.has(key)) place.at(key).fail("belongs to \"format\": \"csv\"");
    return;
  }
  const placed_json column = place.at("csv_column", "; give a header name or a number from 0");
  spec.csv_column = name_or_number(column);
  if (spec.csv_column.empty()) column.fail("expected a header name or a number from 0, found \"\"");
  if (place.has("csv_header"))
    spec.csv_header = place.at("csv_header").name_of("csv_header", csv_header_choices());
  if (spec.csv_header == "no" && !is_number(spec.csv_column))
    column.fail("without a header there are no names; give a number from 0");
  if (place.has("csv_text")) spec.csv_text = place.at("csv_text").truth();
  if (spec.csv_text && size_of(*spec.type) != 1)
    place.at("csv_text")
        .fail("needs the type int8 or uint8, not " + std::string(to_string(*spec.type)));
  spec.csv_delimiter = usual_delimiter(spec.path);
  if (!place.has("csv_delimiter")) return;
  const placed_json delimiter = place.at("csv_delimiter");
  const std::string text = delimiter.text() == "tab" ? "\t" : delimiter.text();
  const bool usable = text.size() == 1 && (text == "\t" || (text[0] >= ' ' && text[0] <= '~'));
  if (!usable || text == "\"")
    delimiter.expected("one ASCII character that is neither a quote nor a line end, or \"tab\"");
  spec.csv_delimiter = text[0];
}

/// Reads the key that chooses a column of a table's file or an array's.
void read_column_key(const placed_json& place, dataset_spec& spec) {
  if (spec.format == "npy") {
    if (!place.has("column")) return;
    const placed_json column = place.at("column");
    spec.column = name_or_number(column);
    if (!is_number(spec.column)) column.expected("the number of a column, from 0");
    return;
  }
  if (!spec.is_table() && spec.format != "orc_rle") {
    if (place.has("column"))
      place.at("column").fail(
          "belongs to \"format\": \"npy\", \"parquet\", \"orc\" and \"orc_rle\"" +
          std::string(spec.format == "csv" ? "; for CSV it is csv_column" : ""));
    return;
  }
  const placed_json column = place.at("column", "; give the name of a column of the table");
  spec.column = column.text();
  if (spec.column.empty() || datasets::has_control_character(spec.column))
    column.expected("the name of a column, without control characters");
}

void read_type(const placed_json& place, dataset_spec& spec) {
  if (spec.came_compressed()) {
    if (place.has("type"))
      place.at("type").fail(spec.format == "orc_rle"
                                ? "is not for \"orc_rle\"; the ORC file says the column's type"
                                : "is not for \"" + spec.format +
                                      "\"; the elements of a Deflate file are bytes");
    return;
  }
  if (!says_no_type(spec.format) && !place.has("type")) return;
  const std::vector<std::string> types = type_names();
  spec.type = parse_element_type(
      place.at("type", ": a file does not say its element type" + expected_names("", types))
          .name_of("element type", types));
}

/// Reads a generated dataset and returns one per combination of its parameters.
std::vector<dataset_spec> read_generated(const placed_json& place,
                                         const std::vector<known_name>& known) {
  const placed_json name = place.at("name", ", and so is the \"path\" of a file");
  const known_name& generator = *find_known(known, name.name_of("dataset", names_of(known)));
  std::vector<std::string> keys = {"name", "size"};
  for (const parameter& p : generator.parameters) keys.emplace_back(p.key);
  for (const char* key : {"type", "format", "csv_column", "csv_delimiter", "csv_header", "csv_text",
                          "column", "optional"})
    if (place.has(key) && std::ranges::find(keys, key) == keys.end())
      place.at(key).fail(
          "belongs to a file: add \"path\" for a file, or drop this key for a generator");
  place.only_keys(keys);
  std::vector<dataset_spec> all;
  for (chosen_parameters& chosen : read_parameters(place, generator)) {
    dataset_spec& spec = all.emplace_back();
    spec.name = generator.name + chosen.suffix();
    spec.generator = generator.name;
    spec.chosen = std::move(chosen);
  }
  return all;
}

dataset_spec read_file(const placed_json& place, const std::filesystem::path& folder) {
  place.only_keys({"name", "path", "type", "format", "csv_column", "csv_delimiter", "csv_header",
                   "csv_text", "column", "size", "optional"});
  dataset_spec spec;
  spec.path = read_path(place.at("path"));
  spec.name = read_file_name(place, spec.path);
  if (std::filesystem::path(spec.path).is_relative()) spec.path = (folder / spec.path).string();
  if (place.has("format")) spec.format = place.at("format").name_of("format", dataset_formats());
  if (place.has("optional")) spec.optional = place.at("optional").truth();
  read_type(place, spec);
  read_csv_keys(place, spec);
  read_column_key(place, spec);
  return spec;
}

/// One dataset per size of the list. Its name says the size: "entropy/entropy=5bits/64MiB".
std::vector<dataset_spec> at_each_size(const std::vector<dataset_spec>& datasets,
                                       const placed_json& sizes) {
  std::vector<dataset_spec> all;
  for (const placed_json& size : sizes.elements())
    for (const dataset_spec& dataset : datasets) {
      dataset_spec& spec = all.emplace_back(dataset);
      spec.size = parse_size(size.value(), size.place());
      spec.name += "/" + size_name(*spec.size);
    }
  return all;
}

std::vector<dataset_spec> read_dataset(const placed_json& place,
                                       const std::vector<known_name>& known,
                                       const std::filesystem::path& folder) {
  if (place.value().is_string()) {
    dataset_spec spec;
    spec.name = spec.generator = place.name_of("dataset", names_of(known));
    return {spec};
  }
  if (!place.value().is_object()) place.expected("a dataset's name or an object");
  std::vector<dataset_spec> all = place.has("path")
                                      ? std::vector<dataset_spec>{read_file(place, folder)}
                                      : read_generated(place, known);
  if (!place.has("size")) return all;
  const placed_json size = place.at("size");
  if (size.value().is_array()) return at_each_size(all, size);
  for (dataset_spec& spec : all) spec.size = parse_size(size.value(), size.place());
  return all;
}

}  // namespace

const std::vector<std::string>& dataset_formats() {
  static const std::vector<std::string> formats = {"auto", "raw",  "csv",  "npy",    "parquet",
                                                   "orc",  "gzip", "zlib", "orc_rle"};
  return formats;
}

const std::vector<std::string>& csv_header_choices() {
  static const std::vector<std::string> choices = {"auto", "yes", "no"};
  return choices;
}

std::string usual_format(const std::filesystem::path& path) {
  const std::string extension = path.extension().string();
  for (const char* named : {".npy", ".parquet", ".orc"})
    if (extension == named) return extension.substr(1);
  return "auto";
}

std::vector<dataset_spec> read_datasets(const placed_json& place,
                                        const std::vector<known_name>& known,
                                        const std::filesystem::path& folder) {
  std::vector<dataset_spec> all;
  std::map<std::string, bool> is_file;  // by the dataset's name
  for (const placed_json& one : place.elements()) {
    for (dataset_spec& spec : read_dataset(one, known, folder)) {
      const auto [other, is_new] = is_file.emplace(spec.name, !spec.path.empty());
      if (!is_new)
        one.fail("a second dataset named " + shown(spec.name) +
                 (spec.path.empty() && !other->second ? "; list it once"
                                                      : "; give the file another \"name\""));
      all.push_back(std::move(spec));
    }
    check_cases(place, all.size());
  }
  return all;
}

}  // namespace codag::harness
