#include "harness/report/transfer_json.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "harness/report/samples_json.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// Null for a divisor that is unset or 0.
json quotient_of(double dividend, std::optional<double> divisor) {
  return dividend > 0 && divisor > 0 ? json(dividend / *divisor) : json(nullptr);
}

/// Adds 10^9 bytes per second, and the ends of the interval.
void add_rate(json& run, const std::string& key, std::uint64_t bytes, const sample_set& samples) {
  const double billions = static_cast<double>(bytes) / 1e9;
  run[key] = quotient_of(billions, samples.median);
  run[key + "_low"] = quotient_of(billions, samples.high);
  run[key + "_high"] = quotient_of(billions, samples.low);
}

json run_json(transfer_run which, const transfer_facts& facts) {
  const sample_set& samples = facts.runs.at(which);
  const std::uint64_t copied = facts.sizes.copied_by(which).both();
  json run = samples_json(samples);
  run["copied_bytes"] = copied;
  if (decodes(which)) add_rate(run, "gbps", facts.sizes.out, samples);
  if (copied > 0 && !decodes(which)) add_rate(run, "link_gbps", copied, samples);
  if (copied > 0 && decodes(which))
    run["link_share"] = quotient_of(facts.link_seconds(which), samples.median);
  return run;
}

}  // namespace

json transfer_json(const transfer_facts& facts) {
  json transfer = {{"pass", "transfer"},
                   {"piece_bytes", facts.sizes.piece_bytes},
                   {"pieces", facts.sizes.pieces},
                   {"streams", facts.sizes.streams},
                   {"absent", json::object()}};
  json& absent = transfer["absent"];
  const auto explain = [&](const json& object, const std::string& no_interval = {}) {
    for (const auto& [key, value] : object.items())
      if (value.is_null() && !absent.contains(key)) {
        const bool of_interval = key != "gbps" && key != "link_gbps" && key != "link_share";
        absent[key] = of_interval && !no_interval.empty() ? no_interval : "too short for the timer";
      }
  };
  for (const transfer_run run : all_transfer_runs) {
    json& its = transfer[std::string(to_string(run))];
    if (facts.runs.contains(run))
      explain(its = run_json(run, facts), why_no_interval(facts.runs.at(run)));
    else
      absent[std::string(to_string(run))] = facts.not_copied_back;
  }
  transfer["speedup_over_raw_copy"] = quotient_of(facts.runs.at(transfer_run::link_in).median,
                                                  facts.runs.at(transfer_run::in).median);
  explain(transfer);
  return transfer;
}

}  // namespace codag::harness
