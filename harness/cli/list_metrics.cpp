#include "harness/cli/list_metrics.hpp"

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/measure/profile/cannot_profile.hpp"
#include "harness/measure/profile/metric_catalogue.hpp"
#include "harness/measure/profile/metric_groups.hpp"
#include "harness/support/json_text.hpp"
#include "harness/support/pattern.hpp"

namespace codag::harness {
namespace {

using nlohmann::ordered_json;

/// Finding the passes of a metric takes milliseconds, so a longer list is printed without them.
constexpr std::size_t most_with_passes = 200;

std::unique_ptr<metric_catalogue> open(const std::string& asked) {
  try {
    return open_metric_catalogue(asked.empty() ? chip_of_gpu() : asked);
  } catch (const cannot_profile& e) {
    throw datasets::bad_input(std::string("list metrics: ") + e.what());
  }
}

/// A full name of the base metric, for which the passes are computed.
std::string full_name(const base_metric& metric) {
  if (metric.kind == "counter") return metric.name + ".sum";
  if (metric.kind == "ratio") return metric.name + ".ratio";
  return metric.name + ".avg.pct_of_peak_sustained_elapsed";
}

/// The number of passes that the metrics take; null if the chip lacks one of them.
ordered_json passes_of(const metric_catalogue& chip, const std::vector<std::string>& metrics) {
  const auto lacks = [&](const std::string& metric) { return chip.why_not(metric).has_value(); };
  if (std::ranges::any_of(metrics, lacks)) return nullptr;
  return chip.plan_replays(metrics)->replays();
}

/// Throws if the chip lacks one of the metrics that the names stand for.
void check_names(const metric_catalogue& chip, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (const auto why = why_no_metric(name)) throw datasets::bad_input("list metrics: " + *why);
    for (const std::string& metric : metrics_of({name}))
      if (const auto why = chip.why_not(metric)) throw datasets::bad_input("list metrics: " + *why);
  }
}

/// The passes for each name, and for all of them together.
ordered_json sets_json(const metric_catalogue& chip, const std::vector<std::string>& names) {
  ordered_json sets = ordered_json::array();
  const auto add = [&](const std::string& name, const std::vector<std::string>& metrics) {
    sets.push_back({{"name", name}, {"passes", passes_of(chip, metrics)}, {"metrics", metrics}});
  };
  for (const std::string& name : names) add(name, metrics_of({name}));
  if (names.size() > 1) add("all of them", metrics_of(names));
  return sets;
}

ordered_json base_metrics_json(const metric_catalogue& chip, const std::string& match) {
  std::vector<base_metric> matched;
  try {
    const pattern wanted(match);
    for (base_metric& metric : chip.base_metrics())
      if (wanted.finds(metric.name)) matched.push_back(std::move(metric));
  } catch (const bad_pattern&) {
    throw datasets::bad_input("--match \"" + match + "\" is not a regular expression");
  }
  if (matched.empty())
    throw datasets::bad_input("list metrics: no metric of chip " + chip.chip() + " matches \"" +
                              match + "\"");
  ordered_json metrics = ordered_json::array();
  for (const base_metric& metric : matched) {
    metrics.push_back(
        {{"name", metric.name}, {"kind", metric.kind}, {"description", metric.description}});
    if (matched.size() <= most_with_passes)
      metrics.back()["passes"] = passes_of(chip, {full_name(metric)});
  }
  return metrics;
}

std::string passes_text(const ordered_json& passes) {
  if (passes.is_null()) return "?";
  return passes.dump() + (passes == 1 ? " pass" : " passes");
}

void print(const ordered_json& answer, std::ostream& out) {
  for (const ordered_json& set : answer["sets"]) {
    out << set["name"].get<std::string>() << "  " << passes_text(set["passes"]) << "\n";
    for (const ordered_json& metric : set["metrics"])
      out << "  " << metric.get<std::string>() << "\n";
  }
  for (const ordered_json& metric : answer["metrics"]) {
    out << metric["name"].get<std::string>() << "  " << metric["kind"].get<std::string>() << "  ";
    if (metric.contains("passes")) out << passes_text(metric["passes"]) << "  ";
    out << metric["description"].get<std::string>() << "\n";
  }
}

}  // namespace

int list_metrics(const metrics_query& query, bool as_json) {
  if (!query.names.empty() && !query.match.empty())
    throw datasets::bad_input(
        "list metrics: --match chooses metrics from all, and NAME shows the passes of those that "
        "it names; give one of the two");
  const auto chip = open(query.chip);
  check_names(*chip, query.names);
  const bool everything = query.names.empty() && query.match.empty();
  const ordered_json answer = {
      {"chip", chip->chip()},
      {"sets", sets_json(*chip, everything ? names_of_groups() : query.names)},
      {"metrics",
       query.names.empty() ? base_metrics_json(*chip, query.match) : ordered_json::array()}};
  if (as_json)
    std::cout << json_text(answer);
  else
    print(answer, std::cout);
  return exit_ok;
}

}  // namespace codag::harness
