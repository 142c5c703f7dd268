#include "harness/config/config.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <set>

#include "harness/claims/read_claims.hpp"
#include "harness/config/config_reader.hpp"
#include "harness/microbenchmark/microbenchmark.hpp"

namespace codag::harness {
namespace {

// More than any machine's memory, and far from where sums of sizes could overflow.
constexpr std::uint64_t max_size = 1ull << 44;

std::vector<std::string> type_names() {
  return {element_type_names.begin(), element_type_names.end()};
}

/// The name of a file's column; it becomes a part of case names, which "/" divides.
std::string read_file_name(const placed_json& place, const std::string& path) {
  std::string name =
      place.has("name") ? place.at("name").text() : std::filesystem::path(path).filename().string();
  const bool printable = std::none_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == 0x7f || c == '/';
  });
  if (name.empty() || !printable)
    (place.has("name") ? place.at("name") : place)
        .fail(
            "expected a \"name\" of at least one character, without \"/\" and control characters, "
            "found " +
            on_one_line(name));
  return name;
}

/// The keys that say how a CSV file is read.
void read_csv_keys(const placed_json& place, dataset_spec& spec) {
  if (spec.format != "csv") {
    for (const char* key : {"csv_column", "csv_delimiter"})
      if (place.has(key)) place.at(key).fail("belongs to \"format\": \"csv\"");
    return;
  }
  const placed_json column = place.at("csv_column", "; give a header name or a number from 0");
  const auto number = whole_number(column.value());
  spec.csv_column = number ? std::to_string(*number) : column.text();
  if (spec.csv_column.empty()) column.fail("expected a header name or a number from 0, found \"\"");
  if (!place.has("csv_delimiter")) return;
  const placed_json delimiter = place.at("csv_delimiter");
  const std::string text = delimiter.text();
  const bool usable = text.size() == 1 && (text == "\t" || (text[0] >= ' ' && text[0] <= '~'));
  if (!usable || text == "\"")
    delimiter.expected("one ASCII character that is neither a quote nor a line end");
  spec.csv_delimiter = text[0];
}

void read_type(const placed_json& place, dataset_spec& spec) {
  if (spec.came_compressed()) {
    if (place.has("type"))
      place.at("type").fail(
          "belongs to \"format\": \"raw\" and \"csv\": what Deflate packs is bytes");
    return;
  }
  const std::vector<std::string> types = type_names();
  spec.type = parse_element_type(
      place.at("type", ": a file does not say its element type" + expected_names("", types))
          .name_of("element type", types));
}

dataset_spec read_dataset(const placed_json& place, const known_names& known,
                          const std::filesystem::path& folder) {
  dataset_spec spec;
  if (place.value().is_string()) {
    spec.name = place.name_of("dataset", known.datasets);
    return spec;
  }
  if (!place.value().is_object()) place.expected("a dataset's name or an object");
  place.only_keys({"name", "path", "type", "format", "csv_column", "csv_delimiter", "size"});
  if (!place.has("path")) {
    spec.name =
        place.at("name", ", and so is the \"path\" of a file").name_of("dataset", known.datasets);
    for (const char* key : {"type", "format", "csv_column", "csv_delimiter"})
      if (place.has(key))
        place.at(key).fail(
            "belongs to a file: add \"path\", or drop it for the manifest's generator");
  } else {
    spec.path = place.at("path").text();
    if (spec.path.empty()) place.at("path").fail("the path is empty");
    spec.name = read_file_name(place, spec.path);
    if (std::filesystem::path(spec.path).is_relative()) spec.path = (folder / spec.path).string();
    if (place.has("format"))
      spec.format = place.at("format").name_of("format", {"raw", "csv", "gzip", "zlib"});
    read_type(place, spec);
    read_csv_keys(place, spec);
  }
  if (place.has("size")) spec.size = parse_size(place.at("size").value(), place.at("size").place());
  return spec;
}

std::vector<dataset_spec> read_datasets(const placed_json& place, const known_names& known,
                                        const std::filesystem::path& folder) {
  std::vector<dataset_spec> all;
  for (const placed_json& one : place.elements()) {
    dataset_spec spec = read_dataset(one, known, folder);
    for (const dataset_spec& other : all)
      if (other.name == spec.name)
        one.fail("a second dataset named " + on_one_line(spec.name) +
                 (spec.path.empty() && other.path.empty() ? "; list it once"
                                                          : "; give the file another \"name\""));
    all.push_back(std::move(spec));
  }
  return all;
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
  if (t.max_samples < t.min_samples)
    place.fail("max_samples is below min_samples: " + std::to_string(t.max_samples) + " < " +
               std::to_string(t.min_samples));
  if (!t.cold && !t.hot) place.fail("cold and hot are both false; ask for at least one");
  return t;
}

energy_spec read_energy(const placed_json& place) {
  place.only_keys({"seconds"});
  energy_spec spec;
  if (place.has("seconds")) spec.seconds = place.at("seconds").number(0.5, 60);
  return spec;
}

deflate_spec read_deflate(const placed_json& place) {
  place.only_keys({"encoder", "level"});
  deflate_spec spec;
  std::vector<std::string> names;
  for (const auto& encoder : deflate::encoders()) names.emplace_back(encoder.name);
  if (place.has("encoder")) spec.encoder = place.at("encoder").name_of("encoder", names);
  const deflate::library_encoder& encoder = *deflate::find_encoder(spec.encoder);
  if (!encoder.absent.empty()) place.at("encoder").fail(std::string(encoder.absent));
  if (place.has("level"))
    spec.level = static_cast<unsigned>(place.at("level").whole(0, encoder.max_level));
  return spec;
}

std::vector<std::uint32_t> read_chunk_bytes(const placed_json& place) {
  std::vector<std::uint32_t> sizes;
  const auto read_one = [&](const placed_json& one) {
    const std::uint64_t bytes = parse_size(one.value(), one.place());
    if (bytes < 1024 || bytes > max_chunk_bytes || bytes % 8 != 0)
      one.expected("a multiple of 8 from 1024 to " + std::to_string(max_chunk_bytes) + " bytes");
    // "4KiB" and 4096 are different JSON, so that elements() lets both pass.
    if (std::find(sizes.begin(), sizes.end(), bytes) != sizes.end())
      one.fail("stands twice in the list");
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
  if (!in || std::filesystem::is_directory(file))
    throw datasets::bad_input(
        file.string() +
        ": cannot be read; give the path of a config, as in `codag run configs/quick.json`");
  // The parser itself would keep the last of two values under one key and not say so.
  std::vector<std::set<std::string>> keys;
  const auto refuse_second_key = [&](int, nlohmann::json::parse_event_t event,
                                     nlohmann::json& parsed) {
    if (event == nlohmann::json::parse_event_t::object_start) keys.emplace_back();
    if (event == nlohmann::json::parse_event_t::object_end) keys.pop_back();
    if (event == nlohmann::json::parse_event_t::key && !keys.back().insert(parsed).second)
      throw datasets::bad_input(file.string() + ": the key " + on_one_line(parsed) +
                                " stands twice in one object; keep one");
    return true;
  };
  try {
    return nlohmann::json::parse(in, refuse_second_key);
  } catch (const nlohmann::json::exception& e) {
    const std::string what = e.what();  // "[...] parse error at line 3, column 7: ..."
    const auto at = what.find("at line");
    throw datasets::bad_input(file.string() + ": is not JSON: " +
                              what.substr(at == std::string::npos ? what.find(' ') + 1 : at));
  }
}

/// The bytes that "64KiB" says; nothing if it does not say any, or more than max_size.
std::optional<std::uint64_t> size_from_text(const std::string& text) {
  constexpr std::pair<const char*, std::uint64_t> units[] = {
      {"", 1},       {"B", 1},      {"KiB", 1ull << 10}, {"MiB", 1ull << 20},  {"GiB", 1ull << 30},
      {"kB", 1'000}, {"KB", 1'000}, {"MB", 1'000'000},   {"GB", 1'000'000'000}};
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0) return std::nullopt;
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    count = count * 10 + static_cast<std::uint64_t>(text[i] - '0');
    if (count > max_size) return std::nullopt;
  }
  for (const auto& [name, bytes] : units)
    if (text.substr(digits) == name)
      return count <= max_size / bytes ? std::optional(count * bytes) : std::nullopt;
  return std::nullopt;
}

}  // namespace

std::uint64_t parse_size(const nlohmann::json& value, const std::string& place) {
  const std::optional<std::uint64_t> bytes =
      value.is_string() ? size_from_text(value.get<std::string>()) : whole_number(value);
  if (!bytes || *bytes == 0 || *bytes > max_size)
    throw datasets::bad_input(place +
                              ": expected a size from one byte to 16384GiB, as \"64KiB\", "
                              "\"1GiB\", \"500MB\" or a number of bytes, found " +
                              on_one_line(value));
  return *bytes;
}

config read_config(const std::filesystem::path& file, const known_names& known) {
  config c;
  c.file = file;
  c.source = parse_file(file);
  const placed_json root(c.source, file.string());
  root.only_keys({"$schema",      "experiment",  "description", "size",    "size_on_gpu",
                  "seed",         "chunk_bytes", "datasets",    "codecs",  "variants",
                  "measurements", "baseline",    "backend",     "deflate", "time",
                  "stalls",       "metrics",     "energy",      "claims",  "microbenchmark"});
  c.experiment = root.at("experiment").text();
  if (c.experiment.empty() ||
      c.experiment.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") != std::string::npos)
    root.at("experiment")
        .expected("a name of a-z, 0-9, _ and -, for it becomes part of a file name");
  if (root.has("description")) c.description = root.at("description").text();
  if (root.has("size")) c.size = parse_size(root.at("size").value(), root.at("size").place());
  if (root.has("size_on_gpu"))
    c.size_on_gpu = parse_size(root.at("size_on_gpu").value(), root.at("size_on_gpu").place());
  if (root.has("seed"))
    c.seed = root.at("seed").whole(0, std::numeric_limits<std::uint64_t>::max());
  if (root.has("chunk_bytes")) c.chunk_bytes = read_chunk_bytes(root.at("chunk_bytes"));
  if (root.has("microbenchmark")) c.microbenchmark = read_microbenchmark(root);
  const auto axis = [&](const char* key) {
    return c.microbenchmark ? std::vector<placed_json>() : root.at(key).elements();
  };
  if (!c.microbenchmark) c.datasets = read_datasets(root.at("datasets"), known, file.parent_path());
  for (const placed_json& one : axis("codecs"))
    c.codecs.push_back(one.name_of("codec", known.codecs));
  for (const placed_json& one : axis("variants"))
    for (variant_spec& spec : read_variants(one, known.variants)) {
      if (std::ranges::find(c.variants, spec.name, &variant_spec::name) != c.variants.end())
        one.fail("a second variant " + spec.name + "; list it once");
      c.variants.push_back(std::move(spec));
    }
  if (!root.has("measurements"))
    c.measurements = {"verify", "time", "counts"};
  else
    for (const placed_json& one : root.at("measurements").elements())
      c.measurements.push_back(
          one.name_of("measurement", {"verify", "time", "counts", "stalls", "metrics", "energy"}));
  if (root.has("baseline"))
    c.baseline = root.at("baseline").name_of("baseline", names_of(known.variants));
  if (root.has("backend"))
    c.backend = root.at("backend").name_of("backend", {"auto", "cuda", "host"});
  if (root.has("deflate")) c.deflate = read_deflate(root.at("deflate"));
  if (root.has("time")) c.time = read_time(root.at("time"));
  if (root.has("energy")) c.energy = read_energy(root.at("energy"));
  if (root.has("stalls")) c.stalls = read_stalls(root.at("stalls"));
  if (root.has("metrics")) c.metrics = read_metrics(root.at("metrics"));
  if (root.has("claims")) c.claims = read_claims(root.at("claims"));
  return c;
}

}  // namespace codag::harness
