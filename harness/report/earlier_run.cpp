#include "harness/report/earlier_run.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "datasets/bad_input.hpp"
#include "harness/config/placed_json.hpp"
#include "harness/measure/profile/metric_groups.hpp"
#include "harness/report/report_file.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// How a message names the two reports.
struct sides {
  std::string other = "the earlier run", now = "now", then = "then";
};

/// Compares two reports and refuses any difference with a one-line error.
class comparison {
 public:
  comparison(std::string before, std::string remedy, sides names = {})
      : before_(std::move(before)), remedy_(std::move(remedy)), names_(std::move(names)) {}

  void same(const std::string& what, const json& now, const json& then) const {
    if (now == then) return;
    const bool short_enough = !now.is_structured() && !then.is_structured();
    fail("the " + what + " differs from " + names_.other +
         (short_enough
              ? " (" + names_.now + " " + shown(now) + ", " + names_.then + " " + shown(then) + ")"
              : ""));
  }
  /// The first key in which two objects differ, at any depth, is named.
  void same_keys(const std::string& what, const json& now, const json& then) const {
    const json difference = json::diff(then, now);
    if (difference.empty()) return;
    const std::string path = difference[0]["path"];
    const json::json_pointer at(path);
    const auto value = [&](const json& whole) { return whole.contains(at) ? whole[at] : json(); };
    same(what + path, value(now), value(then));
    fail("the " + what + path + " differs from " + names_.other);
  }
  /// The same config, apart from its description.
  void same_config(const json& mine, const json& theirs) const {
    json now = mine["config"], then = theirs["config"];
    for (json* config : {&now, &then})
      if (config->is_object()) config->erase("description");
    same_keys("config's ", now, then);
  }
  /// The same program.
  void same_program(const json& now, const json& then) const {
    const auto revision = [](const json& provenance) {
      const std::string text = revision_text(provenance);
      return text.empty() ? json() : json(text);
    };
    same("source revision", revision(now), revision(then));
    for (const char* key : {"codag_version", "compiler", "libraries"})
      same_keys(std::string(key), now.value(key, json()), then.value(key, json()));
  }
  /// The same program on the same machine. Other programs and machines measure other times.
  void same_origin(const json& now, const json& then) const {
    same_program(now, then);
    same_keys("gpu", now.value("gpu", json()), then.value("gpu", json()));
    same_devices_at_once(now, then);
    for (const char* key : {"name", "cpu", "cores"})
      same(std::string("host/") + key, now["host"].value(key, json()),
           then["host"].value(key, json()));
  }
  /// As many devices at once: they may slow each other.
  void same_devices_at_once(const json& now, const json& then) const {
    same("devices_at_once", now.value("devices_at_once", json()),
         then.value("devices_at_once", json()));
  }
  [[noreturn]] void fail(const std::string& why) const {
    // The reason may repeat keys and values of the file.
    throw datasets::bad_input(before_ + datasets::one_line(datasets::beginning_of(why, 500)) +
                              "; " + remedy_);
  }

 private:
  std::string before_, remedy_;
  sides names_;
};

std::vector<std::string> texts_of(const json& config, const char* key,
                                  std::vector<std::string> by_default) {
  const auto at = config.find(key);
  return at == config.end() ? std::move(by_default) : at->get<std::vector<std::string>>();
}

/// `then` without the libraries of peers that the report `mine` does not run.
json without_unused_peers(json then, const json& mine) {
  const json used = mine["provenance"].value("libraries", json::object());
  const auto libraries = then.find("libraries");
  if (libraries == then.end() || !libraries->is_object()) return then;
  json kept = json::object();
  for (const auto& [library, version] : libraries->items())
    if (!library.starts_with("peer ") || used.contains(library)) kept[library] = version;
  *libraries = std::move(kept);
  return then;
}

}  // namespace

void check_same_run(const json& report, const json& earlier,
                    const std::vector<std::string>& planned, const std::filesystem::path& file) {
  const json &mine = report["codag"], &theirs = earlier["codag"];
  const comparison compare(file.string() + ": --resume: ", "drop --resume to start over");
  // The size is compared before the config, because --size changes only the size.
  for (const char* key : {"size", "seed", "backend"}) compare.same(key, mine[key], theirs[key]);
  compare.same_config(mine, theirs);
  compare.same_origin(mine["provenance"], theirs["provenance"]);
  const std::set<std::string> wanted(planned.begin(), planned.end());
  std::size_t left_out = 0;
  for (const auto& [name, row] : finished_cases(earlier)) left_out += wanted.contains(name) ? 0 : 1;
  if (left_out > 0)
    compare.fail("the earlier run finished " + std::to_string(left_out) +
                 " cases that --filter or --case leaves out now");
}

void check_measured_alike(const json& report, const json& earlier,
                          const std::filesystem::path& file) {
  const json &mine = report["codag"], &theirs = earlier["codag"];
  const comparison compare(file.string() + ": --reuse: ",
                           "drop --reuse to measure everything again");
  for (const char* key : {"size", "seed", "backend"}) compare.same(key, mine[key], theirs[key]);
  const json &now = mine["config"], &then = theirs["config"];
  const std::vector<std::string> by_default = {"verify", "time", "counts"};
  const auto asked = texts_of(now, "measurements", by_default);
  const auto asks = [&](const char* what) { return std::ranges::find(asked, what) != asked.end(); };
  // The options of a measurement that is not asked for need not agree.
  const auto uses = [&](const std::string& options) {
    return asks(options.c_str()) || (options == "time" && (asks("transfer") || asks("latency")));
  };
  for (const char* key : {"time", "stalls", "energy", "transfer"})
    if (uses(key))
      compare.same("config's \"" + std::string(key) + "\"", now.value(key, json()),
                   then.value(key, json()));
  compare.same("config's \"verify\"", now.value("verify", "last"), then.value("verify", "last"));
  const auto covers = [&](const std::vector<std::string>& has,
                          const std::vector<std::string>& wanted, const char* what) {
    const std::set<std::string> measured(has.begin(), has.end());
    for (const std::string& one : wanted)
      if (!measured.contains(one))
        compare.fail("the earlier run has no " + std::string(what) + " " + one);
  };
  covers(texts_of(then, "measurements", by_default), asked, "measurement");
  if (asks("metrics"))
    covers(metrics_of(texts_of(then, "metrics", {})), metrics_of(texts_of(now, "metrics", {})),
           "metric");
  compare.same_origin(mine["provenance"], without_unused_peers(theirs["provenance"], mine));
}

void check_same_experiment(const json& report, const json& other,
                           const std::filesystem::path& file) {
  const json &mine = report["codag"], &theirs = other["codag"];
  const comparison compare(file.string() + ": ", "merge only reports of one experiment",
                           {.other = "the first report", .now = "there", .then = "here"});
  for (const char* key : {"experiment", "size", "seed", "backend"})
    compare.same(key, mine[key], theirs[key]);
  compare.same_config(mine, theirs);
  const json &now = mine["provenance"], &then = theirs["provenance"];
  compare.same_program(now, then);
  for (const char* key : {"cpu", "cores"})
    compare.same(std::string("host/") + key, now["host"].value(key, json()),
                 then["host"].value(key, json()));
  compare.same_devices_at_once(now, then);
  // Two GPUs of one model differ in their names only.
  const auto model = [](json gpu) {
    if (gpu.is_object())
      for (const char* key : {"pci_bus_id", "uuid", "mig_instance"}) gpu.erase(key);
    return gpu;
  };
  compare.same_keys("gpu", model(now.value("gpu", json())), model(then.value("gpu", json())));
}

std::string case_of_benchmark(const std::string& name) {
  for (const std::string_view kind : {"/cold", "/hot"})
    if (name.ends_with(kind)) return name.substr(0, name.size() - kind.size());
  return name;
}

earlier_rows rows_of_finished(const json& earlier, const std::vector<std::string>& names) {
  const auto finished = finished_cases(earlier);
  std::map<std::string, std::vector<json>> benchmarks;
  for (const json& row : earlier["benchmarks"])
    benchmarks[case_of_benchmark(row["name"])].push_back(row);
  earlier_rows rows;
  for (const std::string& name : names) {
    const auto at = finished.find(name);
    if (at == finished.end()) continue;
    rows.cases.push_back(at->second);
    for (json& row : benchmarks[name]) rows.benchmarks.push_back(std::move(row));
  }
  return rows;
}

}  // namespace codag::harness
