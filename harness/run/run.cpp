#include "harness/run/run.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "datasets/dataset.hpp"
#include "harness/kernels/host_backend.hpp"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/gpu/gpu_state.hpp"
#include "harness/measure/power/energy_meter.hpp"
#include "harness/measure/profile/profiler.hpp"
#include "harness/measure/profiler_range.hpp"
#include "harness/measure/timing.hpp"
#include "harness/measure/workload.hpp"
#include "harness/report/gpu_json.hpp"
#include "harness/report/provenance.hpp"
#include "harness/report/report.hpp"
#include "harness/run/prepare_case.hpp"
#include "harness/run/profile_pass.hpp"
#include "harness/support/shell_quote.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

/// The time of an interpreted kernel is not a measurement. Three samples are enough to show that it
/// ran.
time_spec time_spec_for(const config& config, const bench_case& c) {
  time_spec spec = config.time;
  if (c.backend == backend::host) {
    spec.warmup = 0;
    spec.min_samples = std::min(spec.min_samples, 3u);
    spec.max_samples = spec.min_samples;
  }
  return spec;
}

template <class F>
auto in_range(const std::string& name, F&& f) {
  const profiler_range range(name);
  return f();
}

/// Why a row has no profile yet, or never gets one.
std::string why_no_pass(measurement pass, const config& config, const bench_case& c) {
  if (!config.asks(pass)) return std::string(to_string(pass)) + " were not asked for";
  if (c.backend != backend::cuda) return "only kernels on a GPU are profiled";
  return c.memory_traffic() != nullptr ? "memory traffic is not profiled" : pass_to_come;
}

/// Measures the energy of a case on a GPU, or records why it cannot be measured.
void measure_case_energy(workload& workload, const config& config, case_result& result) {
  if (!config.asks(measurement::energy)) {
    result.absent["energy"] = "energy was not asked for";
  } else if (result.what.backend == backend::host) {
    result.absent["energy"] = "the energy of an interpreter says nothing about a GPU";
  } else if (result.what.backend == backend::cpu) {
    result.absent["energy"] = "NVML measures GPUs only; a CPU's energy is not measured";
  } else {
    try {
      result.energy = in_range("energy", [&] {
        return measure_energy(workload, *open_nvml(cuda::pci_bus_id()), config.energy);
      });
    } catch (const nvml_absent& e) {
      result.absent["energy"] = e.what();
    } catch (const cannot_meter& e) {
      result.absent["energy"] = e.what();
    }
  }
}

/// Verifies first, then measures time, counts and energy in separate runs. Verifies again after the
/// energy measurement, whose launches do not check the output.
void measure(workload& workload, const config& config, case_result& result) {
  const verification v = in_range("verify", [&] { return workload.verify(); });
  result.chunk_status = v.chunk_status;
  result.launch = workload.how_launched();
  if (!result.launch) result.absent["launch"] = "not a GPU kernel";
  if (!v.ok) {
    result.status = case_status::failed_verify;
    result.reason = v.reason;
    return;
  }
  if (config.asks(measurement::time)) {
    const time_spec spec = time_spec_for(config, result.what);
    if (spec.cold && workload.has_cold())
      result.cold = in_range("time cold", [&] {
        return sample_times(result.what.name + "/cold", workload, true, spec, result.repetitions);
      });
    if (spec.hot || !workload.has_cold())
      result.hot = in_range("time hot", [&] {
        return sample_times(result.what.name + "/hot", workload, false, spec, result.repetitions);
      });
    if (!workload.has_cold()) result.absent["cold"] = "this backend cannot flush a cache";
  }
  if (config.asks(measurement::counts))
    result.counts = in_range("counts", [&] { return workload.counts(); });
  if (!result.counts)
    result.absent["counts"] =
        config.asks(measurement::counts)
            ? "only the host backend counts; run with --backend host --size 1MiB"
            : "counts were not asked for";
  for (const measurement pass : profile_passes)
    result.absent[std::string(to_string(pass))] = why_no_pass(pass, config, result.what);
  measure_case_energy(workload, config, result);
  if (result.energy) {
    const verification after = in_range("verify", [&] { return workload.verify(); });
    result.chunk_status = after.chunk_status;
    if (!after.ok) {
      result.status = case_status::failed_verify;
      result.reason = "after the energy measurement: " + after.reason;
      return;
    }
  }
  result.status = case_status::ok;
}

void run_case(column_store& columns, const config& config, case_result& result) {
  const auto workload = prepare_case(columns, config, result);
  measure(*workload, config, result);
}

/// Runs a case to its end. An error becomes its status and reason.
run_outcome run_to_a_status(column_store& columns, const config& config, case_result& result) {
  const auto ends_as = [&](case_status status, const std::exception& e, run_outcome outcome) {
    result.status = status;
    result.reason = e.what();
    return outcome;
  };
  try {
    run_case(columns, config, result);
    const bool ok = result.status == case_status::ok;
    return {.failed = !ok, .ran = ok};
  } catch (const cannot_run& e) {
    return ends_as(case_status::skipped, e, {.skipped = true});
  } catch (const all_throttled& e) {
    return ends_as(case_status::all_throttled, e, {.failed = true});
  } catch (const datasets::bad_input& e) {
    return ends_as(case_status::error, e, {.bad_input = true});
  } catch (const std::exception& e) {
    return ends_as(case_status::error, e, {.failed = true});
  }
}

/// The description of GPU 0 for the report.
json describe() {
  json gpu = gpu_json(cuda::describe_gpu());
  gpu.update(power_json(cuda::pci_bus_id()));
  const auto cupti = profiler::cupti_version();
  gpu["cupti_version"] = cupti ? json(*cupti) : json(nullptr);
  if (!cupti) gpu["absent"]["cupti_version"] = "there is no CUPTI";
  return gpu;
}

/// Begins the report, with the rows that are taken over from earlier reports.
report_writer begin_report(const config& config, const std::vector<bench_case>& plan,
                           const run_options& options, const std::filesystem::path& file) {
  const auto no_gpu = cuda::why_no_gpu();
  planned_cases planned{.names = {},
                        .filter = options.filter,
                        .one_case = options.one_case,
                        .of = options.cases_of_config};
  for (const bench_case& c : plan) planned.names.push_back(c.name);
  json resumed;
  std::error_code ignored;
  if (options.resume && std::filesystem::file_size(file, ignored) > 0 && !ignored)
    resumed = read_report(file);
  json facts = provenance(shell_line(options.arguments), no_gpu ? json(nullptr) : describe(),
                          no_gpu.value_or(""));
  const gpu_states states = no_gpu ? gpu_states{.gpus = {}, .absent = *no_gpu} : read_gpu_states();
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
      case_result result;
      result.what = c;
      const run_outcome one =
          in_range(c.name, [&] { return run_to_a_status(columns, config, result); });
      outcome += one;
      change_report([&] {
        report.add(result);
        report.save_if_due();
      });
      // All cases of a dataset have the same line, which is printed once.
      say_once(one.bad_input ? result.reason : result.note);
    }
    observer.case_ended();
  }
  observer.series_ended();
  // A pass reads the file. It may lack the last rows, and lacks all that were taken over.
  change_report([&] { report.save(); });
  for (const measurement pass : profile_passes) {
    const json& rows = report.report()["codag"]["cases"];
    if (!config.asks(pass) ||
        std::ranges::none_of(rows, [&](const json& row) { return wants_pass(row, pass); }))
      continue;
    outcome +=
        profile_in_own_process(pass, options.arguments, destination.file(), interruption, observer);
    change_report([&] { report.reread(); });
  }
  change_report([&] { report.finish(); });
  for (const json& claim : report.report()["codag"]["claims"]) {
    outcome.untested = outcome.untested || claim["verdict"] == "not_testable";
    outcome.missed = outcome.missed || claim["verdict"] == "not_reproduced";
  }
  return outcome;
}

once_result run_once(const config& config, const bench_case& what) {
  harness::config verify_only = config;
  verify_only.measurements = {measurement::verify};
  column_store columns(config.seed);
  case_result result;
  result.what = what;
  const profiler_range range(config.experiment);
  const run_outcome outcome =
      in_range(what.name, [&] { return run_to_a_status(columns, verify_only, result); });
  return {outcome, what.name + " on " + std::string(to_string(what.backend)) + ": " +
                       std::string(to_string(result.status)) +
                       (result.reason.empty() ? "" : ": " + result.reason)};
}

}  // namespace codag::harness
