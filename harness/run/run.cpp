#include "harness/run/run.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "datasets/dataset.hpp"
#include "harness/kernels/host_backend.hpp"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/gpu/gpu_state.hpp"
#include "harness/measure/gpu/visible_devices.hpp"
#include "harness/measure/profile/profiler.hpp"
#include "harness/measure/profiler_range.hpp"
#include "harness/report/benchmark_rows.hpp"
#include "harness/report/case_json.hpp"
#include "harness/report/dataset_digests.hpp"
#include "harness/report/gpu_json.hpp"
#include "harness/report/provenance.hpp"
#include "harness/report/report.hpp"
#include "harness/run/outcome_of_measurements.hpp"
#include "harness/run/outcome_of_verdicts.hpp"
#include "harness/run/peer_cases.hpp"
#include "harness/run/profile_pass.hpp"
#include "harness/run/run_case.hpp"
#include "harness/support/shell_quote.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// The description of GPU 0 for the report.
json describe() {
  const cuda::gpu_facts facts = cuda::describe_gpu();
  json gpu = gpu_json(facts);
  gpu.update(power_json(cuda::pci_bus_id()));  // with "absent", to which the others below add
  if (facts.uuid.starts_with("MIG-")) {
    const auto instances = read_mig_instances();
    const auto at = std::ranges::find(instances, facts.uuid, &mig_instance::uuid);
    gpu["mig_instance"] = at == instances.end() ? json(nullptr) : json(at->name);
    if (at == instances.end()) gpu["absent"]["mig_instance"] = "NVML does not list it";
  }
  const auto cupti = profiler::cupti_version();
  gpu["cupti_version"] = cupti ? json(*cupti) : json(nullptr);
  if (!cupti) gpu["absent"]["cupti_version"] = "there is no CUPTI";
  return gpu;
}

/// Runs a case in this process, or that of its peer.
finished_case run_case_anywhere(const bench_case& c, column_store& columns, const config& config,
                                watches& watches, peer_cases& peers) {
  if (peer_cases::wants(c)) return peers.run(c);
  case_result result;
  result.what = c;
  const run_outcome outcome = run_to_a_status(columns, config, result, watches);
  return {.row = case_json(result),
          .benchmarks = benchmark_rows(result, 0),
          .outcome = outcome,
          .reason = result.reason,
          .note = result.note};
}

/// Refuses a row of other values than the report has of that dataset: its file was changed between
/// two runs, or between two processes of this one.
finished_case only_of_known_values(const bench_case& c, finished_case done,
                                   dataset_digests& digests) {
  const std::string difference = digests.difference(done.row);
  if (difference.empty()) return done;
  case_result result;
  result.what = c;
  result.status = case_status::error;
  result.reason = c.column()->dataset.path + ": was changed: " + difference +
                  "; a report has one column per dataset: restore the file and use --resume, or "
                  "run all cases again";
  return {.row = case_json(result),
          .benchmarks = benchmark_rows(result, 0),
          .outcome = {.bad_input = true},
          .reason = result.reason,
          .note = {}};
}

/// A peer of the run, for the provenance.
json peer_json(const peer_spec& peer) {
  return {{"library", peer.library},       {"name", peer.facts.name},
          {"version", peer.facts.version}, {"licence", peer.facts.licence},
          {"note", peer.facts.note},       {"file", peer.file.filename().string()},
          {"sha256", peer.facts.sha256}};
}

/// Begins the report, with the rows that are taken over from earlier reports.
report_writer begin_report(const config& config, const std::vector<bench_case>& plan,
                           const run_options& options, const std::filesystem::path& file) {
  const auto no_gpu = cuda::why_no_gpu();
  planned_cases planned{.names = {},
                        .filter = options.filter,
                        .one_case = options.one_case,
                        .left_out = json::array()};
  for (const bench_case& c : plan) planned.names.push_back(c.name);
  for (const bench_case& c : options.left_out) planned.left_out.push_back(identity_json(c));
  json resumed;
  std::error_code ignored;
  if (options.resume && std::filesystem::file_size(file, ignored) > 0 && !ignored)
    resumed = read_report(file);
  json facts = provenance(shell_line(options.command_line), no_gpu ? json(nullptr) : describe(),
                          no_gpu.value_or(""));
  const gpu_states states = no_gpu ? gpu_states{.gpus = {}, .absent = *no_gpu} : read_gpu_states();
  for (const auto& peer : config.peers) {
    if (!peer->absent.empty()) continue;
    // --resume compares this: only a run with the same library can be continued.
    facts["libraries"]["peer " + peer->library] =
        peer->facts.version + ", sha256 " + peer->facts.sha256.substr(0, 16);
    facts["peers"].push_back(peer_json(*peer));
  }
  if (options.devices_at_once > 0) facts["devices_at_once"] = options.devices_at_once;
  facts["gpu_state"] = gpu_state_json(states);
  if (facts["gpu_state"].is_null()) facts["absent"]["gpu_state"] = states.absent;
  return {file,
          config,
          resolve_backend(config.backend),
          std::move(facts),
          planned,
          {.resumed = resumed.is_null() ? nullptr : &resumed, .reused = options.reuse}};
}

}  // namespace

backend resolve_backend(std::optional<backend> asked) {
  const auto no_gpu = cuda::why_no_gpu(), no_host = why_no_host();
  if (asked == backend::cuda && no_gpu)
    throw datasets::bad_input("backend cuda: " + *no_gpu +
                              (no_host ? "" : "; or use --backend host --size 1MiB"));
  if (asked == backend::host && no_host)
    throw datasets::bad_input("backend host: " + *no_host +
                              (no_gpu ? "" : "; or use --backend cuda"));
  if (no_gpu && no_host)
    throw datasets::bad_input("no backend can run kernels here. cuda: " + *no_gpu +
                              ". host: " + *no_host);
  return asked == backend::host || no_gpu ? backend::host : backend::cuda;
}

run_outcome run_experiment(const config& config, const std::vector<bench_case>& plan,
                           const run_options& options, report_destination& destination,
                           interruption& interruption, run_observer& observer) {
  report_writer report = begin_report(config, plan, options, destination.file());
  column_store columns(config.seed);
  watches watches(options.disturbances);
  peer_cases peers(options.arguments, config, options.disturbances);
  dataset_digests digests;
  for (const json& row : report.report()["codag"]["cases"]) digests.difference(row);
  const profiler_range range(config.experiment);
  run_outcome outcome;
  std::set<std::string> said;
  const auto say_once = [&](const std::string& line) {
    if (!line.empty() && said.insert(line).second) observer.say(line);
  };
  const auto change_report = [&](auto&& change) {
    const auto held = interruption.hold();
    say_once(destination.make_way());
    change();
  };
  observer.series_begins(plan.size());
  for (const bench_case& c : plan) {
    observer.case_begins(c.name);
    if (report.has(c.name)) {
      outcome.ran = true;
    } else {
      const finished_case done = only_of_known_values(
          c,
          in_range(c.name, [&] { return run_case_anywhere(c, columns, config, watches, peers); }),
          digests);
      outcome += done.outcome;
      change_report([&] {
        report.add(done.row, done.benchmarks);
        report.save_if_due();
      });
      // All cases of a dataset have the same line, which is printed once.
      say_once(done.outcome.bad_input ? done.reason : done.note);
      say_once(columns.cache_problem());
    }
    observer.case_ended();
  }
  observer.series_ended();
  // A pass reads the file. It may lack the last rows, and lacks all that were taken over.
  change_report([&] { report.save(); });
  std::set<std::string> processes;  // of our own kernels (""), and of each peer
  std::map<std::string, std::string> process_of;
  for (const bench_case& c : plan) {
    processes.insert(peer_of(c));
    process_of.emplace(c.name, peer_of(c));
  }
  const auto lacks_pass = [&](const std::string& process, measurement pass) {
    return std::ranges::any_of(report.report()["codag"]["cases"], [&](const json& row) {
      const auto at = process_of.find(row["name"]);
      return at != process_of.end() && at->second == process && wants_pass(row, pass);
    });
  };
  for (const measurement pass : profile_passes)
    for (const std::string& peer : processes) {
      if (!config.asks(pass) || !lacks_pass(peer, pass)) continue;
      outcome += profile_in_own_process(pass, options.arguments, peer, destination.file(),
                                        interruption, observer);
      change_report([&] { report.reread(); });
    }
  change_report([&] { report.finish(); });
  const json& finished = report.report()["codag"];
  outcome += outcome_of_verdicts(finished);
  outcome += outcome_of_measurements(config, finished["cases"]);
  return outcome;
}

once_result run_once(const config& config, const bench_case& what) {
  column_store columns(config.seed);
  case_result result;
  result.what = what;
  const profiler_range range(config.experiment);
  const run_outcome outcome =
      in_range(what.name, [&] { return launch_to_a_status(columns, config, result); });
  return {outcome, what.name + " on " + std::string(to_string(what.backend)) + ": " +
                       std::string(to_string(result.status)) +
                       (result.reason.empty() ? "" : ": " + result.reason)};
}

}  // namespace codag::harness
