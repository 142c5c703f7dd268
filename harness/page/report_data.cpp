#include "harness/page/report_data.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "datasets/bad_input.hpp"
#include "harness/claims/judge.hpp"
#include "harness/config/sizes.hpp"
#include "harness/page/report_values.hpp"
#include "harness/plan/known_names.hpp"
#include "harness/report/case_reader.hpp"
#include "harness/report/report_file.hpp"
#include "harness/screen/claims_table.hpp"
#include "harness/screen/text_table.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// "45 cases: 43 ok, 2 skipped": how many rows have each value of `key`, in the order of their
/// first appearance.
std::string counted(const json& rows, const char* key, const std::string& noun) {
  std::vector<std::string> order;
  std::map<std::string, std::size_t> count;
  for (const json& row : rows)
    if (count[row[key]]++ == 0) order.push_back(row[key]);
  std::string text = std::to_string(rows.size()) + " " + noun + (rows.size() == 1 ? "" : "s");
  for (const std::string& value : order) {
    std::string words = value;
    std::ranges::replace(words, '_', ' ');
    text += (value == order.front() ? ": " : ", ") + std::to_string(count[value]) + " " + words;
  }
  return text;
}

/// The version in the driver's description, its first word that is a number with a point:
/// "580.159.04". The whole description if there is none.
std::string driver_version(const std::string& description) {
  for (std::size_t at = 0; at < description.size();) {
    const std::size_t end = std::min(description.find(' ', at), description.size());
    std::string word = description.substr(at, end - at);
    if (word.find('.') != std::string::npos &&
        word.find_first_not_of("0123456789.") == std::string::npos)
      return word;
    at = end + 1;
  }
  return description;
}

/// "on NVIDIA H200, driver 580.159.04", or "without a GPU, on NAME OF THE CPU".
std::string machine_text(const json& codag) {
  const json& from = codag["provenance"];
  const std::string gpu = gpu_name(codag);
  if (gpu.empty()) {
    const std::string cpu = text_of(from["host"], "cpu");
    return "without a GPU, on " + (cpu.empty() ? "an unknown CPU" : cpu);
  }
  const std::string driver = driver_version(text_of(from["gpu"], "driver"));
  return "on " + gpu + (driver.empty() ? "" : ", driver " + driver);
}

/// Calls `use` with the cold and the hot samples of every case.
template <class F>
void each_samples(const json& cases, const F& use) {
  for (const json& c : cases)
    for (const char* kind : {"cold", "hot"})
      if (c["time"][kind].is_object()) use(c["time"][kind]);
}

ordered_json fact(const std::string& name, const std::string& value) {
  return {{"name", name}, {"value", value}};
}

/// A fact that the provenance lacks, with the reason that it has for `place`.
ordered_json absent_fact(const std::string& name, const json& from, const std::string& place) {
  const std::string reason = text_of(from.value("absent", json::object()), place.c_str());
  return {{"name", name}, {"absent", reason.empty() ? "not recorded" : reason}};
}

/// What the samples say of the clock and of throttling.
ordered_json clock_facts(const json& cases) {
  std::optional<double> least, greatest;
  double discarded = 0, kept = 0;
  each_samples(cases, [&](const json& samples) {
    for (const json& mhz : samples.value("sm_clock_mhz", json::array())) {
      const double clock = mhz.is_number() ? mhz.get<double>() : 0;
      if (clock <= 0) continue;
      least = std::min(least.value_or(clock), clock);
      greatest = std::max(greatest.value_or(clock), clock);
    }
    const ordered_json thrown = number_of(samples, "discarded_throttled");
    discarded += thrown.is_null() ? 0 : thrown.get<double>();
    kept += static_cast<double>(samples["samples_s"].size());
  });
  ordered_json facts = ordered_json::array();
  if (least)
    facts.push_back(
        fact("SM clock during the samples, MHz", fixed(*least, 0) + " to " + fixed(*greatest, 0)));
  if (kept > 0)
    facts.push_back(fact("samples discarded because the clock was throttled",
                         fixed(discarded, 0) + " of " + fixed(discarded + kept, 0)));
  std::set<std::string> reasons;
  for (const json& c : cases)
    if (const auto energy = c.find("energy"); energy != c.end() && energy->is_object())
      for (const json& reason : energy->value("throttle_reasons", json::array()))
        reasons.insert(reason);
  std::string text;
  for (const std::string& reason : reasons) text += (text.empty() ? "" : ", ") + reason;
  if (!text.empty()) facts.push_back(fact("what limited the clock in the energy pass", text));
  return facts;
}

/// Adds every plain value below `value`, which is at `place` in the provenance, under its path.
void add_facts(ordered_json& facts, const json& value, const std::string& name,
               const std::string& place, const json& from) {
  if (value.is_structured() && !value.empty()) {
    for (const auto& [key, child] : value.items()) {
      // A list of one needs no number.
      const std::string step = value.is_array() && value.size() == 1 ? "" : key;
      const std::string slash = name.empty() || step.empty() ? "" : "/";
      add_facts(facts, child, name + slash + step, place + "." + key, from);
    }
  } else if (value.is_null()) {
    facts.push_back(absent_fact(name, from, place));
  } else if (!value.is_structured()) {
    facts.push_back(fact(name, plain_text(value)));
  }
}

/// The facts that a reader of the numbers wants first.
ordered_json main_facts(const json& codag) {
  constexpr std::array<std::pair<const char*, const char*>, 18> chosen{{
      {"GPU", "/gpu/name"},
      {"GPU's UUID", "/gpu/uuid"},
      {"MIG instance", "/gpu/mig_instance"},
      {"devices at once", "/devices_at_once"},
      {"driver", "/gpu/driver"},
      {"kernels from PTX", "/gpu/kernels_from_ptx"},
      {"rated SM clock, MHz", "/gpu/rated_sm_clock_mhz"},
      {"rated memory clock, MHz", "/gpu/rated_memory_clock_mhz"},
      {"power limit, W", "/gpu/power_limit_watts"},
      {"ECC", "/gpu/ecc"},
      {"MIG", "/gpu/mig_mode"},
      {"CPU", "/host/cpu"},
      {"operating system", "/host/os"},
      {"compiler", "/compiler/name"},
      {"CUDA compiler", "/compiler/cuda"},
      {"revision", "/source/revision"},
      {"time", "/time"},
      {"command line", "/command_line"},
  }};
  const json& from = codag["provenance"];
  ordered_json facts = ordered_json::array();
  if (from["gpu"].is_null()) facts.push_back(absent_fact("GPU", from, "gpu"));
  for (const auto& [name, place] : chosen) {
    const json::json_pointer at(place);
    if (from.contains(at) && from[at].is_primitive() && !from[at].is_null())
      facts.push_back(fact(name, plain_text(from[at])));
  }
  const ordered_json clocks = clock_facts(codag["cases"]);
  facts.insert(facts.end(), clocks.begin(), clocks.end());
  return facts;
}

ordered_json run_facts(const json& codag) {
  ordered_json facts = ordered_json::array();
  json run;
  for (const char* key : {"experiment", "backend", "baseline", "size", "seed", "complete"})
    run[key] = codag[key];
  if (codag.contains("selection") && !codag["selection"].is_null())
    run["selection"] = codag["selection"];
  for (const char* key : {"time", "command_line", "codag_version", "resumed", "reused", "merged"})
    if (codag["provenance"].contains(key)) run[key] = codag["provenance"][key];
  add_facts(facts, run, "", "", codag["provenance"]);
  return facts;
}

/// The claims or the targets of the report's own config by name; none if this program cannot read
/// them.
std::map<std::string, claim> known_claims(const json& codag, const std::string& list) {
  std::map<std::string, claim> known;
  const auto& read = list == "targets" ? targets_of : claims_of;
  try {
    for (claim& c : read(codag["config"], registry_names(), "the report's config")) {
      const std::string name = c.name;
      known.emplace(name, std::move(c));
    }
  } catch (const datasets::bad_input&) {
    return {};
  }
  return known;
}

}  // namespace

ordered_json summary_of(const json& codag) {
  const json claims = codag.value("claims", json::array()),
             targets = codag.value("targets", json::array());
  const json& from = codag["provenance"];
  const std::string revision = short_revision_text(from);
  std::string note;
  if (!codag["complete"].get<bool>())
    note = "The run has not ended; `codag run --resume` continues it";
  if (backend_of(codag) == backend::host)
    note += std::string(note.empty() ? "" : ". ") +
            "The kernels were interpreted on the CPU, so they have counts and no throughput";
  std::string run = machine_text(codag) + ", at " + from["time"].get<std::string>() +
                    ", revision " + (revision.empty() ? "unknown" : revision);
  if (codag["size"].is_number_unsigned())
    run += ", " + size_name(codag["size"].get<std::uint64_t>()) + " per column";
  return {{"cases", counted(codag["cases"], "status", "case")},
          {"claims", claims.empty() ? "" : counted(claims, "verdict", "claim")},
          {"targets", targets.empty() ? "" : counted(targets, "verdict", "target")},
          {"note", std::move(note)},
          {"run", std::move(run)}};
}

ordered_json claims_data(const json& codag, const std::string& list) {
  ordered_json all = ordered_json::array();
  const auto known = known_claims(codag, list);
  for (const json& v : codag.value(list, json::array())) {
    std::optional<claim_spread> spread;
    if (const auto at = known.find(v["name"]); at != known.end())
      spread = spread_of(at->second, codag["cases"]);
    all.push_back({{"name", v["name"].get<std::string>()},
                   {"source", text_of(v, "source")},
                   {"says", text_of(v, "says")},
                   {"paper", paper_text(v)},
                   {"measured", number_of(v, "measured")},
                   {"interval", interval_text(v)},
                   {"low", spread ? ordered_json(spread->low) : ordered_json()},
                   {"high", spread ? ordered_json(spread->high) : ordered_json()},
                   {"pairs", number_of(v, "pairs")},
                   {"verdict", v["verdict"].get<std::string>()},
                   {"reason", v["reason"].get<std::string>()}});
  }
  return all;
}

ordered_json machine_data(const json& codag) {
  const json& from = codag["provenance"];
  ordered_json groups = ordered_json::array();
  const auto add = [&](const char* name, ordered_json facts) {
    if (!facts.empty()) groups.push_back({{"name", name}, {"facts", std::move(facts)}});
  };
  const auto add_part = [&](const char* name, const char* key) {
    ordered_json facts = ordered_json::array();
    if (from.contains(key)) add_facts(facts, from[key], "", key, from);
    add(name, std::move(facts));
  };
  add_part("GPU", "gpu");
  add_part("GPU when the run began", "gpu_state");
  add_part("Host", "host");
  add_part("Compiler", "compiler");
  add_part("Libraries", "libraries");
  add_part("Peers", "peers");
  add_part("Source", "source");
  add("Run", run_facts(codag));
  return {{"main", main_facts(codag)}, {"groups", std::move(groups)}};
}

}  // namespace codag::harness
