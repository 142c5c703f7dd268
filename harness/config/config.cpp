#include "harness/config/config.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "harness/config/json_file.hpp"
#include "harness/config/placed_json.hpp"
#include "harness/config/read_choices.hpp"
#include "harness/config/read_claims.hpp"
#include "harness/config/read_datasets.hpp"
#include "harness/config/read_microbenchmark.hpp"
#include "harness/config/read_peers.hpp"
#include "harness/config/read_profile.hpp"
#include "harness/config/sizes.hpp"

namespace codag::harness {
namespace {

/// The generator of the queries' tables.
constexpr std::string_view query_tables = "ssb";

time_spec read_time(const placed_json& place) {
  place.only_keys({"warmup", "min_samples", "max_samples", "min_time_s", "max_noise",
                   "time_limit_s", "throttle_threshold", "cold", "hot"});
  time_spec t;
  const auto count = [&](const char* key, unsigned& to, std::uint64_t low) {
    if (place.has(key)) to = static_cast<unsigned>(place.at(key).whole(low, max_launches));
  };
  const auto real = [&](const char* key, double& to, double low, double high) {
    if (place.has(key)) to = place.at(key).number(low, high);
  };
  count("warmup", t.warmup, 0);
  count("min_samples", t.min_samples, 1);
  if (place.has("min_samples")) t.min_slow_samples = t.min_samples;
  count("max_samples", t.max_samples, 1);
  real("min_time_s", t.min_time_s, 0, 86'400);
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

transfer_spec read_transfer(const placed_json& place) {
  place.only_keys({"piece_bytes", "streams", "copy_back"});
  transfer_spec spec;
  if (place.has("piece_bytes")) {
    const placed_json piece = place.at("piece_bytes");
    spec.piece_bytes = parse_size(piece.value(), piece.place());
    if (spec.piece_bytes < least_piece_bytes || spec.piece_bytes > most_piece_bytes)
      piece.expected("a size from " + size_name(least_piece_bytes) + " to " +
                     size_name(most_piece_bytes));
  }
  if (place.has("streams"))
    spec.streams = static_cast<unsigned>(place.at("streams").whole(1, most_transfer_streams));
  if (place.has("copy_back")) spec.copy_back = place.at("copy_back").truth();
  return spec;
}

std::vector<std::uint32_t> read_chunk_bytes(const placed_json& place) {
  std::vector<std::uint32_t> sizes;
  std::set<std::uint64_t> seen;
  const auto read_one = [&](const placed_json& one) {
    const std::uint64_t bytes = parse_size(one.value(), one.place());
    if (bytes < 1024 || bytes > max_chunk_bytes || bytes % 8 != 0)
      one.expected("a multiple of 8 from 1024 to " + std::to_string(max_chunk_bytes) + " bytes");
    // elements() does not find this duplicate, because "4KiB" and 4096 are different JSON values.
    if (!seen.insert(bytes).second) one.fail("appears twice in the list");
    sizes.push_back(static_cast<std::uint32_t>(bytes));
  };
  if (!place.value().is_array())
    read_one(place);
  else
    for (const placed_json& one : place.elements()) read_one(one);
  check_cases(place, sizes.size());
  return sizes;
}

std::vector<named_choice> read_axis(const placed_json& list, const char* what,
                                    const std::vector<known_name>& known) {
  std::vector<named_choice> all;
  std::set<std::string> names;
  for (const placed_json& one : list.elements()) {
    for (named_choice& choice : read_choices(one, what, known)) {
      if (!names.insert(choice.name).second)
        one.fail(std::string("a second ") + what + " " + choice.name + "; list it once");
      all.push_back(std::move(choice));
    }
    check_cases(list, all.size());
  }
  return all;
}

std::vector<measurement> read_measurements(const placed_json& list) {
  std::vector<std::string> names;
  names.reserve(all_measurements.size());
  for (const measurement m : all_measurements) names.emplace_back(to_string(m));
  std::vector<measurement> all;
  for (const placed_json& one : list.elements()) {
    const auto at = std::ranges::find(names, one.name_of("measurement", names));
    all.push_back(all_measurements[static_cast<std::size_t>(at - names.begin())]);
  }
  return all;
}

/// The keys that a claim's filter may name in addition to row_keys(): those of all parts and
/// parameters.
std::vector<std::string> variant_keys(const known_names& known) {
  std::vector<std::string> keys = known.part_keys;
  const auto add = [&](std::string_view key) {
    if (std::ranges::find(keys, key) == keys.end()) keys.emplace_back(key);
  };
  for (const known_name& variant : known.variants)
    for (const parameter& p : variant.parameters) add(p.key);
  add("operations_per_access");  // of the micro-benchmark
  return keys;
}

/// Reads the queries, whose datasets are the tables that "ssb" generates.
std::vector<std::string> read_queries(const placed_json& root, const config& c,
                                      const known_names& known) {
  std::vector<std::string> queries;
  for (const placed_json& one : root.at("queries").elements())
    queries.push_back(one.name_of("query", known.queries));
  for (const dataset_spec& dataset : c.datasets)
    if (dataset.generator != query_tables || !dataset.chosen.values.empty())
      root.at("datasets")
          .fail("a query reads the tables of the dataset \"" + std::string(query_tables) +
                "\", of which no column is chosen, not " + shown(dataset.name));
  return queries;
}

/// Reads the keys that do not apply to a micro-benchmark. The last `more_peers` of the peers are
/// those of the command line.
void read_axes(const placed_json& root, const known_names& known, std::size_t more_peers,
               config& c) {
  if (root.has("chunk_bytes")) c.chunk_bytes = read_chunk_bytes(root.at("chunk_bytes"));
  c.datasets = read_datasets(root.at("datasets"), known.datasets, c.file.parent_path());
  c.codecs = read_axis(root.at("codecs"), "codec", known.codecs);
  c.variants = read_axis(root.at("variants"), "variant", known.variants);
  if (root.has("queries")) c.queries = read_queries(root, c, known);
  if (root.has("peers")) c.peers = read_peers(root.at("peers"), c, known, more_peers);
  if (root.has("baseline"))
    c.baseline = root.at("baseline").name_of("baseline", names_of(known.variants));
  // Each factor is at most max_cases, so no product of two can overflow.
  const std::size_t inputs = c.datasets.size() * std::max<std::size_t>(1, c.queries.size());
  check_cases(root, inputs);
  check_cases(root, inputs * c.codecs.size());
  check_cases(root, c.variants.size() * c.chunk_bytes.size());
  check_cases(root, inputs * c.codecs.size() * c.variants.size() * c.chunk_bytes.size());
  std::size_t of_peers = 0;
  for (const auto& peer : c.peers) of_peers += peer->choices.size();
  check_cases(root, c.datasets.size() * c.codecs.size() * c.chunk_bytes.size() * of_peers);
}

/// Adds the peers of the command line, and makes all paths of peers absolute, so that a copy of the
/// config in a report names the same files.
void complete_peers(nlohmann::json& parsed, const std::vector<std::string>& more,
                    const std::filesystem::path& file) {
  if (!parsed.is_object()) return;
  if (!more.empty() && !parsed.contains("peers")) parsed["peers"] = nlohmann::json::array();
  if (!parsed.contains("peers")) return;
  nlohmann::json& peers = parsed["peers"];
  if (!peers.is_array())
    placed_json(peers, file.string(), placed_json::pointer("/peers")).expected("a list");
  const auto complete = [&](nlohmann::json& library) {
    if (library.is_string() && is_peer_path(library))
      library = std::filesystem::absolute(file.parent_path() / library.get<std::string>())
                    .lexically_normal()
                    .string();
  };
  for (nlohmann::json& peer : peers)
    complete(peer.is_object() && peer.contains("library") ? peer["library"] : peer);
  for (const std::string& peer : more)
    peers.push_back(is_peer_path(peer) ? std::filesystem::absolute(peer).string() : peer);
}

/// The config as a report contains it. A file of JSON is UTF-8, but a command line need not be.
std::string source_of(const nlohmann::json& parsed) {
  try {
    return parsed.dump();
  } catch (const nlohmann::json::type_error&) {
    throw datasets::bad_input(
        "an option or a path on the command line is not UTF-8, so that no report could contain it; "
        "rename the file, or make a link with another name");
  }
}

}  // namespace

bool config::asks(measurement m) const {
  return std::ranges::find(measurements, m) != measurements.end();
}

config read_config(const std::filesystem::path& file, const known_names& known,
                   const config_overrides& overrides) {
  return config_of(
      read_json_file(file, max_config_bytes,
                     "give the path of a config, for example `codag run configs/quick.json`"),
      file, known, overrides);
}

config config_of(nlohmann::json parsed, const std::filesystem::path& file, const known_names& known,
                 const config_overrides& overrides) {
  apply_overrides(parsed, overrides, known);
  complete_peers(parsed, overrides.peers, file);
  config c;
  c.file = file;
  c.source = source_of(parsed);
  const placed_json root(parsed, file.string(), replaced_lists(overrides));
  root.only_keys({"$schema",        "experiment",  "description",  "size",     "size_on_gpu",
                  "seed",           "chunk_bytes", "datasets",     "codecs",   "variants",
                  "queries",        "peers",       "measurements", "baseline", "backend",
                  "time",           "stalls",      "metrics",      "energy",   "claims",
                  "microbenchmark", "transfer",    "targets",      "verify"});
  c.experiment = root.at("experiment").text();
  if (c.experiment.empty() ||
      c.experiment.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") != std::string::npos)
    root.at("experiment")
        .expected("a name of a-z, 0-9, _ and -, because it becomes part of a file name");
  if (root.has("description")) c.description = root.at("description").text();
  if (root.has("size")) c.size = parse_size(root.at("size").value(), root.at("size").place());
  if (root.has("size_on_gpu"))
    c.size_on_gpu = parse_size(root.at("size_on_gpu").value(), root.at("size_on_gpu").place());
  if (root.has("seed"))
    c.seed = root.at("seed").whole(0, std::numeric_limits<std::uint64_t>::max());
  if (root.has("microbenchmark"))
    c.microbenchmark = read_microbenchmark(root);
  else
    read_axes(root, known, overrides.peers.size(), c);
  c.measurements = root.has("measurements")
                       ? read_measurements(root.at("measurements"))
                       : std::vector{measurement::verify, measurement::time, measurement::counts};
  if (root.has("backend"))
    c.backend = parse_backend(root.at("backend").name_of("backend", backend_choices()));
  if (root.has("time")) c.time = read_time(root.at("time"));
  if (root.has("verify"))
    c.time.verified = root.at("verify").name_of("samples to verify", verify_choices()) == "every"
                          ? verified_samples::every
                          : verified_samples::last;
  if (root.has("energy")) c.energy = read_energy(root.at("energy"));
  if (root.has("transfer")) c.transfer = read_transfer(root.at("transfer"));
  if (root.has("stalls")) c.stalls = read_stalls(root.at("stalls"));
  if (root.has("metrics")) c.metrics = read_metrics(root.at("metrics"));
  c.claims = claims_of(parsed, known, file.string());
  c.targets = targets_of(parsed, known, file.string());
  return c;
}

const std::vector<std::string>& verify_choices() {
  static const std::vector<std::string> choices = {"last", "every"};
  return choices;
}

const std::vector<std::string>& backend_choices() {
  static const std::vector<std::string> choices = {"auto", std::string(to_string(backend::cuda)),
                                                   std::string(to_string(backend::host))};
  return choices;
}

std::vector<claim> claims_of(const nlohmann::json& config, const known_names& known,
                             const std::string& name) {
  const placed_json root(config, name);
  if (!config.is_object() || !root.has("claims")) return {};
  return read_claims(root.at("claims"), variant_keys(known));
}

std::vector<claim> targets_of(const nlohmann::json& config, const known_names& known,
                              const std::string& name) {
  const placed_json root(config, name);
  if (!config.is_object() || !root.has("targets")) return {};
  return read_targets(root.at("targets"), variant_keys(known));
}

}  // namespace codag::harness
