#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <tuple>

#include "baselines/cpu/cpu_decoder.hpp"
#include "datasets/bad_input.hpp"
#include "datasets/generator/generator.hpp"
#include "datasets/ssb/queries.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/list_metrics.hpp"
#include "harness/config/measurement.hpp"
#include "harness/config/parameter_json.hpp"
#include "harness/kernels/host_backend.hpp"
#include "harness/kernels/registry.hpp"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/plan/known_names.hpp"
#include "harness/run/find_peers.hpp"
#include "harness/support/backend.hpp"
#include "harness/support/json_text.hpp"
#include "harness/support/printable.hpp"

namespace codag::harness {
namespace {

using nlohmann::ordered_json;

/// "ring_bytes: a power of two from 256 to 8192, 256 by default; bytes of each chunk's buffer".
std::string described(const parameter& p) {
  std::string text(p.key);
  if (!p.choices.empty()) {
    const char* separator = ": ";
    for (const std::string_view choice : p.choices) {
      text += separator + std::string(choice);
      separator = ", ";
    }
  } else {
    text += std::string(": ") + (p.power_of_two ? "a power of two from " : "") +
            value_text(p, p.least) + " to " + value_text(p, p.most);
  }
  text += "; " + value_text(p, p.standard) + " by default";
  return text + (p.help.empty() ? "" : "; " + std::string(p.help));
}

ordered_json parameters_json(const std::vector<parameter>& parameters) {
  ordered_json all = ordered_json::array();
  for (const parameter& p : parameters) {
    if (!p.open()) continue;
    ordered_json one = {{"key", p.key}, {"help", p.help}};
    if (p.choices.empty()) {
      one["least"] = value_json(p, p.least);
      one["most"] = value_json(p, p.most);
    } else {
      one["choices"] = std::vector<std::string>(p.choices.begin(), p.choices.end());
    }
    one["standard"] = value_json(p, p.standard);
    all.push_back(std::move(one));
  }
  return all;
}

/// The entry of `codag list variants` for a variant, over all codecs that support it.
ordered_json variant_json(const known_name& known) {
  ordered_json one = {{"name", known.name}, {"family", nullptr}, {"codecs", ordered_json::array()}};
  for (const variant_facts* facts : all_variants()) {
    if (facts->variant != known.name) continue;
    one["family"] = to_string(facts->family);
    one["codecs"].push_back(facts->codec);
    for (const part& p : facts->parts) one["parts"][std::string(p.key)] = p.value;
    if (!facts->cuda_only.empty()) one["cuda_only"] = facts->cuda_only;
  }
  if (const auto* library = baselines::find_cpu_decoder(known.name);
      library && !library->absent.empty())
    one["absent"] = library->absent;
  one["parameters"] = parameters_json(known.parameters);
  return one;
}

/// A query with the columns of the fact table that it reads, and what it groups by.
ordered_json query_json(const datasets::ssb::benchmark_query& query) {
  ordered_json one = {
      {"name", query.name}, {"columns", ordered_json::array()}, {"groups", ordered_json::array()}};
  for (const auto& step : query.steps) one["columns"].push_back(name_of(step.column));
  for (const auto group : query.groups) one["groups"].push_back(facts_of(group).name);
  return one;
}

/// A peer as it was found, or the reason why it cannot be used.
struct listed_peer {
  std::string name;
  peer_lookup found;
};

/// The installed peers and those that the command line names.
std::vector<listed_peer> find_listed_peers(const std::vector<std::string>& named) {
  const peer_finder find = names_with_peers("codag").find_peer;
  std::vector<listed_peer> all;
  for (const std::string& name : installed_peers()) {
    try {
      all.push_back({name, find(name, "")});
    } catch (const datasets::bad_input& e) {
      all.push_back({name, {.file = {}, .absent = e.what(), .facts = {}}});
    }
  }
  // A library that the user names must be right; one that is installed is only listed.
  for (const std::string& name : named) {
    all.push_back({name, find(name, "")});
    if (!all.back().found.absent.empty()) throw datasets::bad_input(all.back().found.absent);
  }
  return all;
}

ordered_json peers_json(const std::vector<listed_peer>& peers) {
  ordered_json all = ordered_json::array();
  for (const auto& [name, found] : peers) {
    ordered_json one = {{"name", name}};
    if (!found.absent.empty()) {
      one["absent"] = found.absent;
      all.push_back(std::move(one));
      continue;
    }
    one.update({{"library", found.facts.name},
                {"version", found.facts.version},
                {"licence", found.facts.licence},
                {"file", found.file.string()},
                {"runs_on", to_string(found.facts.runs_on())},
                {"decoders", ordered_json::array()}});
    for (const peer_decoder_facts& d : found.facts.decoders)
      one["decoders"].push_back({{"name", d.codec + "/" + d.variant},
                                 {"compresses", d.compresses},
                                 {"parameters", parameters_json(d.parameters)}});
    all.push_back(std::move(one));
  }
  return all;
}

/// Prints the peers with their decoders and parameters.
void print_peers(const std::vector<listed_peer>& peers, std::ostream& out) {
  out << "peers\n";
  for (const auto& [name, found] : peers) {
    out << "  " << printable(name) << "  ";
    if (!found.absent.empty()) {
      out << "(" << printable(found.absent) << ")\n";
      continue;
    }
    const peer_facts& facts = found.facts;
    out << printable(facts.name + " " + facts.version + ", " + facts.licence) << ", on "
        << to_string(facts.runs_on()) << "\n";
    for (const peer_decoder_facts& d : facts.decoders) {
      out << "      " << d.codec << "/" << d.variant << (d.compresses ? "  (compresses)" : "")
          << "\n";
      for (const parameter& p : d.parameters)
        if (p.open()) out << "          " << printable(described(p)) << "\n";
    }
  }
  if (peers.empty())
    out << "  none is installed; `codag list peers --peer libX.so` shows one (docs/peers.md)\n";
}

/// The backends, each with the reason why it cannot run here, or null.
ordered_json backends_json() {
  const auto or_null = [](const std::optional<std::string>& why) {
    return why ? ordered_json(*why) : ordered_json();
  };
  return {{{"name", to_string(backend::cuda)}, {"absent", or_null(cuda::why_no_gpu())}},
          {{"name", to_string(backend::host)}, {"absent", or_null(why_no_host())}},
          {{"name", to_string(backend::cpu)}, {"absent", nullptr}}};
}

ordered_json listed(const std::string& kind) {
  if (kind == "backends") return backends_json();
  const known_names known = registry_names();
  ordered_json all = ordered_json::array();
  if (kind == "measurements") {
    for (const measurement m : all_measurements)
      all.push_back({{"name", to_string(m)}, {"about", about(m)}});
    return all;
  }
  if (kind == "queries") {
    for (const auto& query : datasets::ssb::queries()) all.push_back(query_json(query));
    return all;
  }
  if (kind == "variants") {
    for (const known_name& variant : known.variants) all.push_back(variant_json(variant));
    return all;
  }
  for (const known_name& name : kind == "datasets" ? known.datasets : known.codecs) {
    ordered_json one = {{"name", name.name}};
    if (kind == "datasets") {
      const datasets::generator& generator = datasets::find_generator(name.name);
      one["about"] = generator.description;
      one["type"] = generator.type ? to_string(*generator.type) : "chosen";
    }
    one["parameters"] = parameters_json(name.parameters);
    all.push_back(std::move(one));
  }
  return all;
}

/// Prints the line of one listed item.
void print(const std::string& kind, const ordered_json& one, std::ostream& out) {
  const auto text = [&](const char* key) { return one[key].get<std::string>(); };
  out << "  " << text("name");
  if (kind == "backends" && !one["absent"].is_null()) out << "  " << text("absent");
  if (kind == "measurements") out << "  " << text("about");
  if (kind == "datasets") out << "  " << text("about") << "; type: " << text("type");
  if (kind == "queries") {
    out << " ";
    for (const auto& column : one["columns"]) out << " " << column.get<std::string>();
    for (const auto& group : one["groups"])
      out << (group == one["groups"][0] ? "; by " : ", ") << group.get<std::string>();
  }
  if (kind == "variants") {
    out << "  " << text("family") << ":";
    for (const std::string codec : one["codecs"]) out << " " << codec;
    if (one.contains("cuda_only")) out << "  (GPU only: " << text("cuda_only") << ")";
    if (one.contains("absent")) out << "  (" << text("absent") << ")";
  }
  out << "\n";
}

void print_parameters(const std::vector<known_name>& known, const std::string& name,
                      std::ostream& out) {
  for (const parameter& p : find_known(known, name)->parameters)
    if (p.open()) out << "      " << described(p) << "\n";
}

void print_all(const std::string& kind, std::ostream& out) {
  const known_names known = registry_names();
  const auto& names = kind == "variants" ? known.variants
                      : kind == "codecs" ? known.codecs
                                         : known.datasets;
  out << kind << "\n";
  for (const ordered_json& one : listed(kind)) {
    print(kind, one, out);
    if (kind == "backends" || kind == "measurements" || kind == "queries") continue;
    print_parameters(names, one["name"], out);
  }
}

void print_kinds(const std::vector<std::string>& kinds, bool as_json) {
  ordered_json all = ordered_json::object();
  for (const std::string& kind : kinds) {
    if (as_json)
      all[kind] = listed(kind);
    else
      print_all(kind, std::cout);
  }
  if (as_json) std::cout << json_text(all);
}

struct list_arguments {
  std::string what;
  bool as_json = false;
  metrics_query metrics;
  std::vector<std::string> peers;
};

/// Throws for an option that another list has.
void check_options(const list_arguments& given) {
  const metrics_query& metrics = given.metrics;
  for (const auto& [typed, option, kind] : {std::tuple{!metrics.names.empty(), "NAME", "metrics"},
                                            {!metrics.chip.empty(), "--chip", "metrics"},
                                            {!metrics.match.empty(), "--match", "metrics"},
                                            {!given.peers.empty(), "--peer", "peers"}})
    if (typed && given.what != kind)
      throw datasets::bad_input("list" + (given.what.empty() ? "" : " " + given.what) + ": " +
                                option + " is only for `codag list " + kind + "`");
}

}  // namespace

void add_list(command_line& line) {
  auto given = std::make_shared<list_arguments>();
  command list = line.add("list", "list the names that a config can use", [given] {
    check_options(*given);
    if (given->what == "metrics") return list_metrics(given->metrics, given->as_json);
    if (given->what == "peers") {
      const std::vector<listed_peer> peers = find_listed_peers(given->peers);
      if (given->as_json)
        std::cout << json_text(ordered_json{{"peers", peers_json(peers)}});
      else
        print_peers(peers, std::cout);
      return int{exit_ok};
    }
    print_kinds(given->what.empty()
                    ? std::vector<std::string>{"backends", "datasets", "codecs", "variants"}
                    : std::vector<std::string>{given->what},
                given->as_json);
    return int{exit_ok};
  });
  list.text("WHAT", given->what,
            "backends, datasets, codecs, variants (these four by default), queries, measurements, "
            "peers or metrics");
  list.restrict_to("WHAT", {"backends", "datasets", "codecs", "variants", "queries", "measurements",
                            "peers", "metrics"});
  list.texts_option("--peer", given->peers,
                    "with peers: a shared library's path, to list it with the installed peers");
  list.texts("NAME", given->metrics.names,
             "with metrics: a group or a metric, to show the number of passes that it takes");
  list.text("--chip", given->metrics.chip,
            "with metrics: the chip, such as GH100; by default the chip of GPU 0");
  list.text("--match", given->metrics.match,
            "with metrics: list the metrics whose name matches this regular expression");
  list.flag("--json", given->as_json, "print JSON");
  list.footer(
      "Examples:\n  codag list variants\n  codag list --json\n  codag list metrics --chip GH100 "
      "--match dram__bytes\n  codag list metrics throughput pipes");
}

}  // namespace codag::harness
