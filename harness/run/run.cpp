#include "harness/run/run.hpp"

#include <algorithm>
#include <iostream>
#include <set>

#include "baselines/cpu/cpu_decoder.hpp"
#include "datasets/manifest.hpp"
#include "harness/kernels/host_kernels.hpp"
#include "harness/power/describe_power.hpp"
#include "harness/power/energy_meter.hpp"
#include "harness/report/provenance.hpp"
#include "harness/report/report.hpp"
#include "harness/run/cuda_backend.hpp"
#include "harness/run/host_backend.hpp"
#include "harness/run/prepare_case.hpp"
#include "harness/run/profile_pass.hpp"
#include "harness/run/profiler_range.hpp"
#include "harness/run/timing.hpp"
#include "harness/run/workload.hpp"
#include "harness/screen/progress.hpp"
#include "harness/screen/table.hpp"

namespace codag::harness {
namespace {

using nlohmann::json;

bool asked(const config& config, const char* measurement) {
  return std::find(config.measurements.begin(), config.measurements.end(), measurement) !=
         config.measurements.end();
}

/// An interpreted kernel's time is no measurement: three samples show that it ran.
time_spec time_spec_for(const config& config, const bench_case& c) {
  time_spec spec = config.time;
  if (c.backend == "host") {
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

/// Why a row has no profile yet, or never.
std::string why_no_pass(const std::string& pass, const config& config, const bench_case& c) {
  if (!asked(config, pass.c_str())) return pass + " were not asked for";
  if (c.backend != "cuda") return "only kernels on a GPU are profiled";
  return c.variant == "copy" ? "the copy row has no kernel of ours" : pass_to_come;
}

/// The energy of a case on a GPU; without it, its key says why.
void measure_case_energy(workload& workload, const config& config, case_result& result) {
  if (!asked(config, "energy")) {
    result.absent["energy"] = "energy was not asked for";
  } else if (result.what.backend == "host") {
    result.absent["energy"] = "the energy of an interpreter says nothing of a GPU";
  } else if (result.what.backend == "cpu") {
    result.absent["energy"] = "NVML knows GPUs alone: a CPU's energy is not measured";
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

/// Verify first, then time, counts and energy: each in runs of its own. Verify again behind what
/// launched without looking.
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
  if (asked(config, "time")) {
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
  if (asked(config, "counts"))
    result.counts = in_range("counts", [&] { return workload.counts(); });
  if (!result.counts)
    result.absent["counts"] = asked(config, "counts")
                                  ? "only the host backend counts: run with --backend host"
                                  : "counts were not asked for";
  for (const std::string& pass : profile_passes())
    result.absent[pass] = why_no_pass(pass, config, result.what);
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

/// Runs a case to its end; what goes wrong becomes its status and reason. Returns the exit code of
/// a run that had no other case, were it strict.
int run_to_a_status(column_store& columns, const config& config, case_result& result) {
  const auto ends_as = [&](case_status status, const std::exception& e, int exit_code) {
    result.status = status;
    result.reason = e.what();
    return exit_code;
  };
  try {
    run_case(columns, config, result);
    return result.status == case_status::ok ? exit_ok : exit_case_failed;
  } catch (const cannot_run& e) {
    return ends_as(case_status::skipped, e, exit_skipped);
  } catch (const all_throttled& e) {
    return ends_as(case_status::all_throttled, e, exit_case_failed);
  } catch (const datasets::bad_input& e) {
    return ends_as(case_status::error, e, exit_bad_input);
  } catch (const std::exception& e) {
    return ends_as(case_status::error, e, exit_case_failed);
  }
}

std::string joined(const std::vector<std::string>& arguments) {
  std::string line;
  for (const std::string& argument : arguments) line += (line.empty() ? "" : " ") + argument;
  return line;
}

/// GPU 0 as the report records it.
nlohmann::json describe_gpu() {
  nlohmann::json gpu = cuda::describe();
  gpu.update(describe_power(cuda::pci_bus_id()));
  return gpu;
}

}  // namespace

std::string resolve_backend(const std::string& asked) {
  const auto no_cuda = cuda::absent(), no_host = host::absent();
  if (asked == "cuda" && no_cuda)
    throw datasets::bad_input("--backend cuda: " + *no_cuda +
                              (no_host ? "" : "; or use --backend host"));
  if (asked == "host" && no_host)
    throw datasets::bad_input("--backend host: " + *no_host +
                              (no_cuda ? "" : "; or use --backend cuda"));
  if (no_cuda && no_host)
    throw datasets::bad_input("no backend can run kernels here. cuda: " + *no_cuda +
                              ". host: " + *no_host);
  return asked == "host" || no_cuda ? "host" : "cuda";
}

known_names registry_names() {
  known_names known;
  for (const auto& column : datasets::manifest()) known.datasets.emplace_back(column.name);
  for (const codec& codec : codecs()) known.codecs.emplace_back(codec.name);
  for (const auto& kernel : host_kernels())
    if (std::ranges::find(known.variants, kernel.facts.variant, &known_variant::name) ==
        known.variants.end())
      known.variants.push_back({std::string(kernel.facts.variant), kernel.facts.limits});
  known.variants.push_back({"cpu_reference"});
  for (const auto& library : baselines::cpu_decoders())
    known.variants.push_back({std::string(library.variant)});
  return known;
}

int run_experiment(const config& config, const std::vector<bench_case>& plan,
                   const run_options& options) {
  const std::string backend = resolve_backend(config.backend);
  const auto no_gpu = cuda::absent();
  nlohmann::json earlier;
  if (options.resume && std::filesystem::exists(options.output))
    earlier = read_report(options.output);
  reused_report reused{options.reuse, {}};
  for (const bench_case& c : plan) reused.cases.push_back(c.name);
  report_writer report(
      options.output, config, backend,
      provenance(joined(options.arguments), no_gpu ? nullptr : describe_gpu(), no_gpu.value_or("")),
      earlier.is_null() ? nullptr : &earlier, options.reuse.empty() ? nullptr : &reused);
  column_store columns(config.seed);
  const profiler_range range(config.experiment);
  std::set<int> exit_codes;
  std::set<std::string> said;
  {
    progress_line progress(plan.size());
    for (const bench_case& c : plan) {
      progress.begin(c.name);
      if (!report.has(c.name)) {
        case_result result;
        result.what = c;
        const int code = in_range(c.name, [&] { return run_to_a_status(columns, config, result); });
        exit_codes.insert(code);
        report.add(result);
        // A dataset's line is the same in all of its cases.
        const std::string& line = code == exit_bad_input ? result.reason : result.note;
        if (!line.empty() && said.insert(line).second) progress.say("codag: " + line);
      }
      progress.end();
    }
  }
  for (const std::string& pass : profile_passes()) {
    const json& rows = report.report()["codag"]["cases"];
    if (!asked(config, pass.c_str()) ||
        std::ranges::none_of(rows, [&](const json& row) { return wants_pass(row, pass); }))
      continue;
    exit_codes.insert(profile_in_own_process(pass, options));
    report.reread();
  }
  report.finish();
  std::cout << report_table(report.report()) << "report: " << options.output << "\n";
  if (backend == "host" && no_gpu) std::cout << "GPU: " << *no_gpu << "\n";
  if (!options.strict) exit_codes.erase(exit_skipped);
  for (const int code : {exit_case_failed, exit_bad_input, exit_skipped})
    if (exit_codes.contains(code)) return code;
  return exit_ok;
}

int run_once(const config& config, const bench_case& what) {
  harness::config verify_only = config;
  verify_only.measurements = {"verify"};
  column_store columns(config.seed);
  case_result result;
  result.what = what;
  const profiler_range range(config.experiment);
  const int code =
      in_range(what.name, [&] { return run_to_a_status(columns, verify_only, result); });
  std::cout << what.name << " on " << what.backend << ": " << to_string(result.status)
            << (result.reason.empty() ? "" : ": " + result.reason) << "\n";
  return code;
}

}  // namespace codag::harness
