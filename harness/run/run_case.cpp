#include "harness/run/run_case.hpp"

#include <string>
#include <utility>

#include "datasets/bad_input.hpp"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/latency.hpp"
#include "harness/measure/power/energy_meter.hpp"
#include "harness/measure/profiler_range.hpp"
#include "harness/measure/timing.hpp"
#include "harness/measure/transfer/transfer.hpp"
#include "harness/measure/workload.hpp"
#include "harness/run/prepare_case.hpp"
#include "harness/run/profile_pass.hpp"

namespace codag::harness {
namespace {

/// The time of an interpreted kernel is not a measurement: one sample shows that it ran, unless
/// each is to be verified. No time under the sanitizers is one: samples need not fill a time.
time_spec time_spec_for(const config& config, const bench_case& c) {
  time_spec spec = config.time;
#ifdef __SANITIZE_ADDRESS__  // by GCC
  spec.min_time_s = 0;
#endif
  if (c.backend == backend::host) {
    spec.warmup = 0;
    spec.min_time_s = 0;
    if (spec.verified != verified_samples::every) spec.max_samples = 1;
  }
  return spec;
}

/// Why a row has no profile yet, or never gets one.
std::string why_no_pass(measurement pass, const config& config, const bench_case& c) {
  if (!config.asks(pass)) return std::string(to_string(pass)) + " were not asked for";
  if (c.backend != backend::cuda) return "only kernels on a GPU are profiled";
  return c.memory_traffic() != nullptr ? "memory traffic is not profiled" : pass_to_come;
}

/// Measures the energy of a case on a GPU or on the CPU, or records why it cannot be measured.
void measure_case_energy(workload& workload, const config& config, case_result& result) {
  if (!config.asks(measurement::energy)) {
    result.absent["energy"] = "energy was not asked for";
  } else if (result.what.backend == backend::host) {
    result.absent["energy"] = "the energy of an interpreter says nothing about a GPU";
  } else {
    try {
      result.energy = in_range("energy", [&] {
        if (result.what.backend == backend::cuda)
          return measure_energy(workload, *open_nvml(cuda::pci_bus_id()), config.energy);
        cpu_energy cpu;
        return measure_energy(workload, cpu, config.energy);
      });
    } catch (const nvml_absent& e) {
      result.absent["energy"] = e.what();
    } catch (const rapl_absent& e) {
      result.absent["energy"] = e.what();
    } catch (const cannot_meter& e) {
      result.absent["energy"] = e.what();
    }
  }
}

/// Measures a case on a GPU with its transfers, or records why that is not possible. A report of a
/// config that does not ask for it has no such key. Throws wrong_transfer.
void measure_case_transfer(workload& workload, const config& config, case_result& result) {
  if (!config.asks(measurement::transfer)) return;
  std::string& absent = result.absent["transfer"];
  if (result.what.backend == backend::host) {
    absent = "the host backend has no PCIe: kernels are interpreted on data in the host's memory";
  } else if (result.what.backend == backend::cpu) {
    absent = "native code works on data in the host's memory: nothing crosses PCIe";
  } else {
    try {
      result.transfer = in_range("transfer", [&] {
        return measure_transfer(*workload.transfer(config.transfer), config.transfer, config.time,
                                result.what.name);
      });
      result.absent.erase("transfer");
    } catch (const cannot_run& e) {
      absent = e.what();
    }
  }
}

/// Measures the latency of a case's launches, or records why that says nothing. A report of a
/// config that does not ask for it has no such key. Throws wrong_sample.
void measure_case_latency(workload& workload, const config& config, case_result& result) {
  if (!config.asks(measurement::latency)) return;
  if (result.what.backend == backend::host)
    result.absent["latency"] = "the latency of an interpreter says nothing about a GPU";
  else
    result.latency = in_range(
        "latency", [&] { return measure_latency(result.what.name, workload, config.time); });
}

/// Ends a case whose bytes are wrong: no number of it is worth anything.
void fail_verification(case_result& result, std::string reason) {
  result.status = case_status::failed_verify;
  result.reason = std::move(reason);
  result.cold.reset();
  result.hot.reset();
  result.transfer.reset();
  result.energy.reset();
  result.latency.reset();
  result.repetitions.clear();
}

/// Samples the case's time with a flushed cache, or without. Throws wrong_sample.
void measure_time(workload& workload, const config& config, case_result& result) {
  const time_spec spec = time_spec_for(config, result.what);
  const auto sampled = [&](const std::string& kind) {
    try {
      return in_range("time " + kind, [&] {
        return sample_times(result.what.name + "/" + kind, workload, kind == "cold", spec,
                            result.repetitions);
      });
    } catch (const wrong_sample& e) {
      throw wrong_sample("a launch before the samples was right, but " + kind + " " + e.what(),
                         e.found);
    }
  };
  if (spec.cold && workload.has_cold()) result.cold = sampled("cold");
  if (spec.hot || !workload.has_cold()) result.hot = sampled("hot");
  if (!workload.has_cold()) result.absent["cold"] = "this backend cannot flush a cache";
}

/// Launches once, and says whether the output is right. If it is wrong, the case has failed.
bool is_right(workload& workload, case_result& result) {
  const verification v = in_range("verify", [&] { return workload.verify(); });
  result.chunk_status = v.chunk_status;
  if (!v.ok) fail_verification(result, v.reason);
  return v.ok;
}

/// Verifies a launch, records which kernels it has, and measures time, latency, counts, transfers
/// and energy, each in launches of its own. The last sample of each time is verified. Energy is
/// measured over launches that run back to back, so another launch is verified after them.
void measure(workload& workload, const config& config, case_result& result) {
  if (!is_right(workload, result)) return;
  result.chosen_parts = workload.chosen_parts();
  result.workspace_bytes = workload.workspace_bytes();
  result.launch = in_range("launch", [&] { return workload.how_launched(); });
  if (!result.launch)
    result.absent["launch"] = result.what.backend == backend::cuda
                                  ? "it does not say which kernels it launches"
                                  : "not a kernel on a GPU";
  try {
    if (config.asks(measurement::time)) measure_time(workload, config, result);
    measure_case_latency(workload, config, result);
  } catch (const wrong_sample& e) {
    result.chunk_status = e.found.chunk_status;
    return fail_verification(result, e.what());
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
  try {
    measure_case_transfer(workload, config, result);
  } catch (const wrong_transfer& e) {
    return fail_verification(result, e.what());
  }
  measure_case_energy(workload, config, result);
  if (result.energy) {
    const verification after = in_range("verify", [&] { return workload.verify(); });
    result.chunk_status = after.chunk_status;
    if (!after.ok)
      return fail_verification(
          result,
          "after the launches that energy was measured of, and not before: " + after.reason);
  }
  result.status = case_status::ok;
}

/// Whether the case gets a number that a neighbour changes. The memory traffic of a run of
/// interpreted kernels bounds none of them.
bool has_samples(const config& config, const bench_case& c) {
  if (config.backend == backend::host && c.memory_traffic() != nullptr) return false;
  return config.asks(measurement::time) || config.asks(measurement::transfer) ||
         config.asks(measurement::latency) || config.asks(measurement::energy);
}

/// Measures the case under the watch of its backend, and again while it is disturbed.
void run_case(column_store& columns, const config& config, case_result& result, watches& watches,
              const std::function<void()>& before_peer) {
  const auto workload = prepare_case(columns, config, result, before_peer);
  watch* const watch = has_samples(config, result.what) ? watches.of(result.what.backend) : nullptr;
  if (watch == nullptr) return measure(*workload, config, result);
  measure_watched(*workload, config, result, *watch, watches.all_takes());
}

/// Does the work. What it throws becomes the result's status and reason.
run_outcome to_a_status(case_result& result, const std::function<void()>& work) {
  const auto ends_as = [&](case_status status, const std::exception& e) {
    result.status = status;
    result.reason = e.what();
    return outcome_of_status(status);
  };
  try {
    work();
    run_outcome outcome = outcome_of_status(result.status);
    outcome.disturbed = result.disturbed && !result.disturbed->allowed;
    return outcome;
  } catch (const cannot_run& e) {
    return ends_as(case_status::skipped, e);
  } catch (const all_throttled& e) {
    return ends_as(case_status::all_throttled, e);
  } catch (const datasets::bad_input& e) {
    ends_as(case_status::error, e);
    return {.bad_input = true};
  } catch (const std::exception& e) {
    return ends_as(case_status::error, e);
  }
}

}  // namespace

void launch_once(workload& workload, case_result& result) {
  if (is_right(workload, result)) result.status = case_status::ok;
}

void measure_watched(workload& workload, const config& config, case_result& result, watch& watch,
                     takes& takes) {
  harness::config watched = config;
  watched.time.watched_by = &watch;
  const case_result prepared = result;
  result.disturbed = takes.run(watch, [&] {
    result = prepared;  // what a disturbed take measured, or could not measure, is gone
    measure(workload, watched, result);
    return result.status == case_status::ok;
  });
  result.clock_reasons = watch.clock_reasons();
}

run_outcome outcome_of_status(case_status status) {
  switch (status) {
    case case_status::ok:
      return {.ran = true};
    case case_status::skipped:
      return {.skipped = true};
    case case_status::failed_verify:
    case case_status::all_throttled:
    case case_status::error:
      break;
  }
  return {.failed = true};
}

run_outcome run_to_a_status(column_store& columns, const config& config, case_result& result,
                            watches& watches, const std::function<void()>& before_peer) {
  return to_a_status(result, [&] { run_case(columns, config, result, watches, before_peer); });
}

run_outcome launch_to_a_status(column_store& columns, const config& config, case_result& result) {
  return to_a_status(result, [&] { launch_once(*prepare_case(columns, config, result), result); });
}

}  // namespace codag::harness
