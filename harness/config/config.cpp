#include "harness/config/config.hpp"

#include <cmath>
#include <fstream>
#include <limits>

#include "harness/config/config_reader.hpp"

namespace codag::harness {
namespace {

std::vector<std::string> type_names() {
  return {element_type_names.begin(), element_type_names.end()};
}

dataset_spec read_dataset(const placed_json& place, const known_names& known,
                          const std::filesystem::path& folder) {
  dataset_spec spec;
  if (place.value().is_string()) {
    spec.name = place.name_of("dataset", known.datasets);
    return spec;
  }
  place.only_keys({"name", "path", "type", "format", "csv_column", "csv_delimiter", "size"});
  if (!place.has("path")) {
    spec.name = place.at("name").name_of("dataset", known.datasets);
    for (const char* key : {"type", "format", "csv_column", "csv_delimiter"})
      if (place.has(key))
        place.at(key).fail(
            "belongs to a file: add \"path\", or drop it for the manifest's generator");
  } else {
    spec.path = place.at("path").text();
    if (spec.path.empty()) place.at("path").fail("the path is empty");
    if (std::filesystem::path(spec.path).is_relative()) spec.path = (folder / spec.path).string();
    spec.name = place.has("name") ? place.at("name").text()
                                  : std::filesystem::path(spec.path).filename().string();
    if (spec.name.empty()) place.at("name").fail("the name is empty");
    spec.type = parse_element_type(place.at("type").name_of("element type", type_names()));
    if (place.has("format")) spec.format = place.at("format").name_of("format", {"raw", "csv"});
    if (spec.format == "csv")
      spec.csv_column = place.at("csv_column").text();
    else if (place.has("csv_column"))
      place.at("csv_column").fail("belongs to \"format\": \"csv\"");
    if (place.has("csv_delimiter")) {
      const std::string d = place.at("csv_delimiter").text();
      if (d.size() != 1)
        place.at("csv_delimiter").fail("expected one character, found \"" + d + "\"");
      spec.csv_delimiter = d[0];
    }
  }
  if (place.has("size")) spec.size = parse_size(place.value()["size"], place.at("size").place());
  return spec;
}

time_spec read_time(const placed_json& place) {
  place.only_keys({"warmup", "min_samples", "max_samples", "max_noise", "time_limit_s",
                   "throttle_threshold", "cold", "hot"});
  time_spec t;
  const auto count = [&](const char* key, unsigned& to, std::uint64_t low) {
    if (place.has(key)) to = static_cast<unsigned>(place.at(key).whole(low, 1'000'000));
  };
  const auto real = [&](const char* key, double& to, double low, double high) {
    if (place.has(key)) to = place.at(key).number(low, high);
  };
  count("warmup", t.warmup, 0);
  count("min_samples", t.min_samples, 1);
  count("max_samples", t.max_samples, 1);
  real("max_noise", t.max_noise, 0, 1);
  real("time_limit_s", t.time_limit_s, 0, 86'400);
  real("throttle_threshold", t.throttle_threshold, 0, 1);
  if (place.has("cold")) t.cold = place.at("cold").truth();
  if (place.has("hot")) t.hot = place.at("hot").truth();
  if (t.max_samples < t.min_samples) place.fail("max_samples is below min_samples");
  if (!t.cold && !t.hot) place.fail("cold and hot are both false; ask for at least one");
  return t;
}

std::vector<std::uint32_t> read_chunk_bytes(const placed_json& place) {
  std::vector<std::uint32_t> sizes;
  const auto read_one = [&](const placed_json& one) {
    const std::uint64_t bytes = parse_size(one.value(), one.place());
    if (bytes < 1024 || bytes > max_chunk_bytes || bytes % 8 != 0)
      one.fail("expected a multiple of 8 from 1024 to " + std::to_string(max_chunk_bytes) +
               " bytes, found " + one.value().dump());
    sizes.push_back(static_cast<std::uint32_t>(bytes));
  };
  if (!place.value().is_array())
    read_one(place);
  else
    for (const placed_json& one : place.elements()) read_one(one);
  return sizes;
}

nlohmann::json parse_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw datasets::bad_input(
        file.string() +
        ": cannot be read; give the path of a config, as in `codag run configs/quick.json`");
  try {
    return nlohmann::json::parse(in);
  } catch (const nlohmann::json::parse_error& e) {
    std::string what = e.what();  // "[...] parse error at line 3, column 7: ..."
    const auto at = what.find("at line");
    throw datasets::bad_input(
        file.string() + ": is not JSON: " + (at == std::string::npos ? what : what.substr(at)));
  }
}

}  // namespace

std::uint64_t parse_size(const nlohmann::json& value, const std::string& place) {
  const auto fail = [&]() -> std::uint64_t {
    throw datasets::bad_input(place +
                              ": expected a size of at least one byte as \"64KiB\", \"1GiB\", "
                              "\"500MB\" or a number of bytes, found " +
                              value.dump());
  };
  if (value.is_number_unsigned())
    return value.get<std::uint64_t>() == 0 ? fail() : value.get<std::uint64_t>();
  if (!value.is_string()) return fail();
  const auto text = value.get<std::string>();
  const std::size_t digits = text.find_first_not_of("0123456789");
  if (digits == 0 || text.empty() || text.size() > 30) return fail();
  const std::string unit = digits == std::string::npos ? "B" : text.substr(digits);
  constexpr std::pair<const char*, std::uint64_t> units[] = {
      {"B", 1},      {"KiB", 1ull << 10}, {"MiB", 1ull << 20}, {"GiB", 1ull << 30},
      {"kB", 1'000}, {"KB", 1'000},       {"MB", 1'000'000},   {"GB", 1'000'000'000}};
  for (const auto& [name, bytes] : units) {
    if (unit != name) continue;
    std::uint64_t count = 0;
    for (const char c : text.substr(0, digits)) {
      if (count > std::numeric_limits<std::uint64_t>::max() / 10 - 1) return fail();
      count = count * 10 + static_cast<std::uint64_t>(c - '0');
    }
    if (count == 0 || count > (std::uint64_t{1} << 44) / bytes) return fail();
    return count * bytes;
  }
  return fail();
}

config read_config(const std::filesystem::path& file, const known_names& known) {
  config c;
  c.file = file;
  c.source = parse_file(file);
  const placed_json root(c.source, file.string());
  root.only_keys({"$schema", "experiment", "description", "size", "seed", "chunk_bytes", "datasets",
                  "codecs", "variants", "measurements", "baseline", "backend", "time"});
  c.experiment = root.at("experiment").text();
  if (c.experiment.empty() ||
      c.experiment.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") != std::string::npos)
    root.at("experiment")
        .fail("expected a name of a-z, 0-9, _ and -: it becomes part of a file name");
  if (root.has("description")) c.description = root.at("description").text();
  if (root.has("size")) c.size = parse_size(c.source["size"], root.at("size").place());
  if (root.has("seed"))
    c.seed = root.at("seed").whole(0, std::numeric_limits<std::uint64_t>::max());
  if (root.has("chunk_bytes")) c.chunk_bytes = read_chunk_bytes(root.at("chunk_bytes"));
  for (const placed_json& one : root.at("datasets").elements()) {
    c.datasets.push_back(read_dataset(one, known, file.parent_path()));
    for (std::size_t i = 0; i + 1 < c.datasets.size(); ++i)
      if (c.datasets[i].name == c.datasets.back().name)
        one.fail("a second dataset named \"" + c.datasets[i].name +
                 "\"; give one of them another \"name\"");
  }
  for (const placed_json& one : root.at("codecs").elements())
    c.codecs.push_back(one.name_of("codec", known.codecs));
  for (const placed_json& one : root.at("variants").elements())
    c.variants.push_back(one.name_of("variant", known.variants));
  c.measurements = {"verify", "time", "counts"};
  if (root.has("measurements")) {
    const std::vector<std::string> all = std::move(c.measurements);
    c.measurements.clear();
    for (const placed_json& one : root.at("measurements").elements())
      c.measurements.push_back(one.name_of("measurement", all));
  }
  if (root.has("baseline")) c.baseline = root.at("baseline").name_of("baseline", known.variants);
  if (root.has("backend"))
    c.backend = root.at("backend").name_of("backend", {"auto", "cuda", "host"});
  if (root.has("time")) c.time = read_time(root.at("time"));
  return c;
}

}  // namespace codag::harness
