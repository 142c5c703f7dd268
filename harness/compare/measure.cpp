#include "harness/compare/measure.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "datasets/shown_text.hpp"
#include "harness/claims/stall_reason.hpp"
#include "harness/measure/host_counts.hpp"
#include "harness/report/case_reader.hpp"
#include "harness/support/nearest_name.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;
using kind = measure::kind;

/// The names of the host backend's counts, with those that few kernels have.
std::vector<std::string> count_keys() {
  std::vector<std::string> keys;
  for (const auto& [key, none] : by_name(simt::host::counts{.groups = 1})) keys.push_back(key);
  return keys;
}

measure count_measure(const std::string& key) {
  // More active lanes for the same instructions are neither good nor bad by themselves.
  const bool lanes = key.ends_with("_lanes");
  return {.name = "counts/" + key,
          .unit = "",
          .better = lanes ? better::neither : better::lower,
          .pointer = "/counts/" + key,
          .is = kind::exact};
}

/// Whether a metric of the GPU's counters is better if it is higher. Names follow CUPTI's scheme:
/// unit__counter.rollup.submetric.
better better_metric(const std::string& name) {
  for (const char* part : {"throughput", "hit_rate", "warps_active", "inst_executed.avg.per_cycle",
                           "per_second", "ipc"})
    if (name.find(part) != std::string::npos) return better::higher;
  for (const char* part :
       {"duration", "cycles_elapsed", "bank_conflicts", "_sectors", "_bytes", "inst_executed.sum"})
    if (name.find(part) != std::string::npos) return better::lower;
  return better::neither;
}

const std::vector<measure>& fixed_measures() {
  static const std::vector<measure> all = {
      {"throughput", "GB/s", better::higher, "", kind::rate},
      {"cold", "s", better::lower, "/time/cold", kind::time},
      {"hot", "s", better::lower, "/time/hot", kind::time},
      {"transfer_in", "s", better::lower, "/transfer/in", kind::time},
      {"transfer_in_out", "s", better::lower, "/transfer/in_out", kind::time},
      {"link_in", "s", better::lower, "/transfer/link_in", kind::time},
      {"link_out", "s", better::lower, "/transfer/link_out", kind::time},
      {"link_both", "s", better::lower, "/transfer/link_both", kind::time},
      {"latency", "s", better::lower, "/latency", kind::time},
      {"joules_per_gb", "J/GB", better::lower, "/energy/joules_per_gb", kind::single},
      {"ratio", "", better::lower, "/ratio", kind::exact},
      {"registers", "", better::lower, "/launch/registers_per_thread", kind::exact},
      {"spills", "bytes", better::lower, "/launch/local_bytes_per_thread", kind::exact}};
  return all;
}

/// The value at a place of the row; null if there is none.
json at(const json& row, const std::string& pointer) {
  const json::json_pointer place(pointer);
  return row.contains(place) ? row[place] : json();
}

std::vector<double> numbers(const json& list) {
  std::vector<double> all;
  for (const json& one : list)
    if (one.is_number() && one.get<double>() > 0) all.push_back(one);
  return all.size() == list.size() ? all : std::vector<double>();
}

/// The quantity of one launch that its time divides: 10^9 bytes of output, or 10^9 operations.
double giga_work(const json& row) {
  const json& what = row.contains("operations") && row["operations"].is_number() ? row["operations"]
                                                                                 : row["raw_bytes"];
  return what.is_number() ? what.get<double>() / 1e9 : 0;
}

std::optional<observation> observe_times(const measure& m, const json& row) {
  const bool hot = m.is == kind::rate && at(row, "/time/cold").is_null();
  const json times = at(row, m.is == kind::time ? m.pointer : hot ? "/time/hot" : "/time/cold");
  // An interpreter's time is none of a GPU.
  if (!times.is_object() || backend_of(row) == backend::host) return std::nullopt;
  const std::vector<double> seconds = numbers(times["samples_s"]);
  if (seconds.size() < 2) return std::nullopt;
  observation seen{.value = median_estimate(seconds), .per_cycle = {}, .clock_mhz = {}, .hot = hot};
  const std::vector<double> mhz = numbers(times.value("sm_clock_mhz", json()));
  if (mhz.size() == seconds.size()) {
    std::vector<double> cycles(seconds.size());
    for (std::size_t i = 0; i < cycles.size(); ++i) cycles[i] = seconds[i] * mhz[i] * 1e6;
    seen.per_cycle = median_estimate(cycles);
    seen.clock_mhz = median_estimate(mhz).value;
  }
  if (m.is == kind::time) return seen;
  const double work = giga_work(row);
  if (work <= 0) return std::nullopt;
  seen.value = seen.value.rate(work);
  if (seen.per_cycle) seen.per_cycle = seen.per_cycle->rate(work);
  return seen;
}

}  // namespace

std::vector<measure> find_measures(const std::string& name) {
  if (name == "counts") {
    std::vector<measure> all;
    for (const std::string& key : count_keys()) all.push_back(count_measure(key));
    return all;
  }
  std::vector<std::string> known = {"counts"};
  for (const measure& m : fixed_measures()) {
    if (m.name == name) return {m};
    known.push_back(m.name);
  }
  for (const std::string& key : count_keys()) {
    if (name == "counts/" + key) return {count_measure(key)};
    known.push_back("counts/" + key);
  }
  if (const std::string reason = name.substr(std::min<std::size_t>(7, name.size()));
      name.starts_with("stalls/") && is_stall_reason(reason))
    return {{.name = name,
             .unit = "",
             .better = reason == "selected" ? better::higher : better::lower,
             .pointer = "/stalls/reasons/" + reason + "/share",
             .is = kind::single}};
  if (name.starts_with("metrics/") && name.size() > 8)
    return {{.name = name,
             .unit = "",
             .better = better_metric(name),
             .pointer = (json::json_pointer("/metrics/values") / name.substr(8)).to_string(),
             .is = kind::single}};
  known.insert(known.end(), {"stalls/REASON", "metrics/NAME"});
  throw datasets::bad_input("--measure: " + datasets::in_quotes(name) + " is not a measure" +
                            expected_names(name, known));
}

std::vector<measure> damage_measures(const json& base, const json& now) {
  json outcomes = base.value("damage", json::object());
  outcomes.update(now.value("damage", json::object()));
  std::vector<measure> all;
  for (const auto& [outcome, count] : outcomes.items())
    all.push_back({.name = "damage/" + outcome,
                   .unit = "",
                   .better = better::neither,
                   .pointer = "/damage/" + outcome,
                   .is = kind::single});
  return all;
}

std::optional<observation> observe(const measure& m, const json& row) {
  if (m.is_timed()) return observe_times(m, row);
  json value = at(row, m.pointer);
  // A stall reason without samples is not listed, and neither is an outcome without chunks.
  if (value.is_null() &&
      ((m.name.starts_with("stalls/") && !at(row, "/stalls/reasons").is_null()) ||
       (m.name.starts_with("damage/") && !at(row, "/damage").is_null())))
    value = 0;
  if (!value.is_number() || value.get<double>() < 0) return std::nullopt;
  const double number = value;
  return observation{.value = {number, 0}, .per_cycle = {}, .clock_mhz = {}};
}

}  // namespace codag::harness
