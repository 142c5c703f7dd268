#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "datasets/bad_input.hpp"
#include "datasets/cache/cache.hpp"
#include "datasets/cache/storage.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/exit_code.hpp"
#include "harness/cli/skipped_cases.hpp"
#include "harness/kernels/host_backend.hpp"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/measure/gpu/gpu_state.hpp"
#include "harness/measure/power/nvml.hpp"
#include "harness/measure/power/rapl.hpp"
#include "harness/measure/power/throttle_reasons.hpp"
#include "harness/measure/profile/profiler.hpp"
#include "harness/measure/profile/range_profiler_api.hpp"
#include "harness/plan/plan.hpp"
#include "harness/report/provenance.hpp"
#include "harness/run/find_peers.hpp"
#include "harness/run/inputs.hpp"
#include "harness/run/run.hpp"
#include "harness/support/json_text.hpp"
#include "harness/support/memory_available.hpp"
#include "harness/support/printable.hpp"
#include "harness/support/shell_quote.hpp"
#include "harness/support/within.hpp"

namespace codag::harness {
namespace {

/// What the doctor found: something works, works with a limit, or cannot be measured here.
enum class finding { good, limited, missing };

struct diagnosis {
  finding found;
  std::string what, detail, remedy;
};

class examination {
 public:
  void good(const std::string& what, const std::string& detail) {
    all_.push_back({finding::good, what, detail, {}});
  }
  void limited(const std::string& what, const std::string& detail, const std::string& remedy) {
    all_.push_back({finding::limited, what, detail, remedy});
  }
  void missing(const std::string& what, const std::string& detail) {
    all_.push_back({finding::missing, what, detail, {}});
  }
  [[nodiscard]] const std::vector<diagnosis>& all() const { return all_; }

 private:
  std::vector<diagnosis> all_;
};

void examine_backends(examination& e, const std::optional<std::string>& no_gpu) {
  if (no_gpu) {
    e.missing("backend cuda", *no_gpu);
  } else {
    const cuda::gpu_facts gpu = cuda::describe_gpu();
    const std::string facts =
        gpu.name + ", CUDA driver " + gpu.cuda_driver + ", runtime " + gpu.cuda_runtime;
    if (gpu.kernels_from_ptx)
      e.limited("backend cuda",
                facts + "; the driver compiles the kernels from PTX for " + gpu.kernels_for,
                "build on this machine, so that nvcc compiles them for " + gpu.compute_capability);
    else
      e.good("backend cuda", facts + ", kernels for " + gpu.kernels_for);
  }
  if (const auto no_host = why_no_host())
    e.missing("backend host", *no_host);
  else
    e.good("backend host", "kernels are verified and counted; their time says nothing about a GPU");
}

/// The reasons in a bit mask, without idleness: an idle GPU lowers its clock.
std::string throttling(const std::string& mask) {
  std::string text;
  for (const std::string& reason : throttle_reasons(std::stoull(mask, nullptr, 16)))
    if (reason != "gpu_idle") text += (text.empty() ? "" : ", ") + reason;
  return text;
}

std::string known(const gpu_state::text& reading) {
  return reading.value.value_or("unknown");
}

/// The values that NVML did not give, and why, in a line.
std::string unknown_values(const gpu_state& gpu) {
  std::string text;
  const auto add = [&](const char* what, const auto& reading) {
    if (!reading.value)
      text += (text.empty() ? "" : "; ") + std::string(what) + ": " + reading.absent;
  };
  add("name", gpu.name);
  add("driver", gpu.driver);
  add("SM clock", gpu.sm_mhz);
  add("highest SM clock", gpu.max_sm_mhz);
  add("memory clock", gpu.memory_mhz);
  add("power limit", gpu.power_limit_watts);
  add("default power limit", gpu.default_power_limit_watts);
  add("clock reasons", gpu.clock_reasons);
  add("free memory", gpu.free_mib);
  add("temperature", gpu.temperature_c);
  add("processes", gpu.processes);
  return text;
}

void examine_gpu(examination& e, const gpu_state& gpu) {
  const std::string what = "GPU " + gpu.index;
  e.good(what, known(gpu.name) + ", driver " + known(gpu.driver) + ", SM clock " +
                   known(gpu.sm_mhz) + " of " + known(gpu.max_sm_mhz) + " MHz, memory clock " +
                   known(gpu.memory_mhz) + " MHz, " + known(gpu.free_mib) + " of " +
                   known(gpu.total_mib) + " MiB free, " + known(gpu.temperature_c) + " C, ECC " +
                   known(gpu.ecc));
  if (const std::string unknown = unknown_values(gpu); !unknown.empty())
    e.limited(what + " values", unknown, "what depends on them is not recorded");
  if (gpu.power_limit_watts.value && gpu.default_power_limit_watts.value) {
    const std::string limit = *gpu.power_limit_watts.value,
                      usual = *gpu.default_power_limit_watts.value;
    if (limit == usual)
      e.good(what + " power limit", limit + " W");
    else
      e.limited(what + " power limit", limit + " W, and by default " + usual + " W",
                "compare only with runs under the same limit");
  }
  if (const std::string why = throttling(gpu.clock_reasons.value.value_or("0x0")); !why.empty())
    e.limited(what + " clock", "reduced now by " + why,
              "wait until it is cool and idle; codag discards samples at a low clock");
  if (gpu.mig.value == "Enabled")
    e.limited(what + " MIG", "enabled: an instance has a part of the GPU and no counters",
              "measure on a whole GPU (an administrator can run nvidia-smi -mig 0)");
  if (gpu.persistence.value == "Disabled")
    e.limited(what + " persistence", "disabled: the driver is loaded again for every process",
              "starts are slower, times are not affected");
  if (const unsigned others = gpu.processes.value.value_or(0); others > 0)
    e.limited(what + " processes",
              std::to_string(others) +
                  (others == 1 ? " other process uses it" : " other processes use it"),
              "end them, or choose another GPU with CUDA_VISIBLE_DEVICES");
}

std::string mib(std::uint64_t bytes) {
  return std::to_string(bytes >> 20) + " MiB";
}

void examine_transfer(examination& e, const std::optional<std::string>& no_gpu) {
  constexpr std::uint64_t tried = 64 << 20;
  if (no_gpu)
    e.missing("transfer", "it is measured on a GPU only");
  else if (const auto why = cuda::why_not_pinned(tried))
    e.missing("transfer", *why);
  else
    e.good("transfer", mib(tried) + " of host memory can be pinned");
}

void examine_profiling(examination& e, const std::optional<std::string>& no_gpu) {
  if (const auto why = profiler::why_no_profile())
    e.missing("stalls, metrics", *why);
  else
    e.good(why_no_range_profiler() ? "stalls" : "stalls, metrics",
           "CUPTI may read the counters; its interface has version " +
               profiler::cupti_version().value_or("unknown"));
  if (const auto why = why_no_range_profiler()) e.missing("metrics", *why);
  if (no_gpu) {
    e.missing("energy", "NVML measures GPUs only");
    return;
  }
  try {
    const auto nvml = open_nvml(cuda::pci_bus_id());
    const auto counter = nvml->total_energy_millijoules();
    const std::string version =
        "; NVML " + nvml->nvml_version().value.value_or("of unknown version");
    if (counter.value)
      e.good("energy", "the GPU has an energy counter" + version);
    else
      e.limited("energy", "no energy counter: " + counter.absent + version,
                "codag integrates samples of the power instead");
  } catch (const nvml_absent& why) {
    e.missing("energy", why.what());
  }
}

void examine_cpu_energy(examination& e) {
  try {
    e.good("CPU energy", cpu_energy().source());
  } catch (const rapl_absent& why) {
    e.missing("CPU energy", why.what());
  }
}

void examine_cache(examination& e) {
  const auto cache = datasets::cache_directory();
  const std::string why = cache ? datasets::why_no_cache(*cache) : "HOME is not set";
  if (why.empty())
    e.good("cache", cache->string());
  else
    e.limited("cache", "none: " + why,
              "every run compresses its columns again; set CODAG_CACHE to a directory that can be "
              "written");
}

void examine_host(examination& e, const nlohmann::json& facts) {
  const nlohmann::json& host = facts["host"];
  const auto text = [&](const char* key) {
    return host[key].is_string() ? host[key].get<std::string>() : host[key].dump();
  };
  e.good("CPU", text("cpu") + ", " + text("cores") + " cores that this process may use (affinity " +
                    text("affinity") + ")");
  if (host["cpu_governor"].is_null() || host["cpu_governor"] == "performance")
    e.good("CPU governor", host["cpu_governor"].is_null() ? "not reported" : "performance");
  else
    e.limited("CPU governor", text("cpu_governor") + ": the clock follows the load",
              "for times of CPU decoders, an administrator can choose performance");
  examine_cpu_energy(e);
  if (const auto free = memory_available()) e.good("memory", mib(*free) + " available");
  for (const auto& [library, version] : facts["libraries"].items())
    if (version.is_null())
      e.limited("library " + library, "absent", facts["absent"].value("libraries." + library, ""));
    else
      e.good("library " + library, version.get<std::string>());
  examine_cache(e);
}

/// Whether the GPU has memory for the plan's largest case.
void examine_gpu_memory(examination& e, const std::vector<bench_case>& plan) {
  const gpu_bytes needed = gpu_bytes_of_largest(plan);
  if (needed.most == 0) return;
  const std::uint64_t free = cuda::free_memory_bytes();
  const std::string detail = "the largest case takes " + mib(needed.least) +
                             " for its output, up to " + mib(needed.most) +
                             " with its workspace, and " + mib(free) + " of GPU 0 are free";
  if (needed.most <= free)
    e.good("GPU memory", detail);
  else
    e.limited("GPU memory", detail,
              "choose a smaller --size, or end the processes that hold the memory");
}

/// "1 case", "2 cases".
std::string counted(std::size_t cases) {
  return std::to_string(cases) + (cases == 1 ? " case" : " cases");
}

/// How many of the plan's cases can run; 0 if memory traffic alone can, which every run measures.
std::size_t count_running(const std::vector<bench_case>& plan,
                          const std::vector<skipped_cases>& skipped) {
  std::size_t running = plan.size();
  for (const skipped_cases& s : skipped) running -= s.count;
  const auto is_traffic = [](const bench_case& c) { return c.memory_traffic() != nullptr; };
  return static_cast<std::ptrdiff_t>(running) > std::ranges::count_if(plan, is_traffic) ? running
                                                                                        : 0;
}

/// The other backend, if cases of the config can run on it, as the end of a message.
std::string on_the_other_backend(const config& config) {
  const backend other = config.backend == backend::cuda ? backend::host : backend::cuda;
  if (other == backend::host ? why_no_host() : cuda::why_no_gpu()) return {};
  const auto plan = make_plan(config, other);
  const std::size_t running = count_running(plan, skipped_of(plan, other));
  if (running == 0) return {};
  return "; " + counted(running) + " can run with `codag run " +
         shell_quoted(config.file.string()) + " --backend " +
         (other == backend::host ? "host --size 1MiB`" : "cuda`");
}

/// The backend that a run would use. Throws datasets::bad_input, with what can be done about it.
backend backend_of(const config& config) {
  if (config.backend == backend::cuda)
    if (const auto no_gpu = cuda::why_no_gpu())
      throw datasets::bad_input("backend cuda: " + *no_gpu + on_the_other_backend(config));
  if (config.backend == backend::host)
    if (const auto no_host = why_no_host())
      throw datasets::bad_input("backend host: " + *no_host + on_the_other_backend(config));
  return resolve_backend(config.backend);
}

/// A run reads a file when the first case needs it, and ends with bad input if it has no bytes.
void check_not_empty(const config& config) {
  for (const dataset_spec& dataset : config.datasets)
    if (std::error_code absent;
        !dataset.path.empty() && std::filesystem::file_size(dataset.path, absent) == 0 && !absent)
      throw datasets::bad_input(dataset.path + ": holds no values; give a file with at least one");
}

/// Says which of the plan's cases a run would skip, and how many can run. Throws
/// datasets::bad_input if none can.
void examine_cases(examination& e, const std::string& file, const std::vector<bench_case>& plan,
                   backend on) {
  const std::vector<skipped_cases> skipped = skipped_of(plan, on);
  for (const skipped_cases& s : skipped)
    e.limited(
        "case " + s.first + (s.count == 1 ? "" : " and " + std::to_string(s.count - 1) + " more"),
        s.why, "");
  const std::string where = " can run on " + std::string(to_string(on));
  const std::size_t running = count_running(plan, skipped);
  if (running == 0)
    throw datasets::bad_input("no case of " + file + where + ": " + skipped.front().why);
  if (skipped.empty())
    e.good("config " + file, counted(running) + where + "; codag run --dry-run lists them");
  else
    e.limited("config " + file, std::to_string(running) + " of " + counted(plan.size()) + where,
              "codag run skips the others");
}

/// Whether the config's cases can run here. Returns what `codag run` would refuse, or that it would
/// skip every case; empty if a case can run.
std::string examine_config(examination& e, config config) {
  const std::string file = config.file.string();
  try {
    const backend on = backend_of(config);
    if (on == backend::cuda) config.size = config.size_on_gpu.value_or(config.size);
    const auto plan = make_plan(config, on);
    check_inputs(plan);
    check_not_empty(config);
    examine_gpu_memory(e, plan);
    examine_cases(e, file, plan, on);
    return {};
  } catch (const datasets::bad_input& why) {
    e.missing("config " + file, why.what());
    return why.what();
  }
}

std::string mark(finding found) {
  return found == finding::good ? "ok     " : found == finding::limited ? "limited" : "missing";
}

/// Examines everything that asks the driver, unless it hangs: then nothing but that is said.
/// Returns that it hangs; empty if it answers.
std::string examine_gpus(examination& e) {
  const gpu_states states = read_gpu_states();
  const auto asked = states.hangs ? std::nullopt : within(driver_patience, cuda::why_no_gpu);
  if (!asked) {
    std::string why = states.hangs ? states.absent
                                   : "CUDA did not answer: the NVIDIA driver hangs; see "
                                     "dmesg, and restart the machine";
    e.missing("GPU", why);
    return why;
  }
  const std::optional<std::string>& no_gpu = *asked;
  examine_backends(e, no_gpu);
  for (const gpu_state& gpu : states.gpus) examine_gpu(e, gpu);
  if (!states.absent.empty() && !no_gpu)
    e.limited("GPU state", states.absent, "without NVML, clocks and other processes are not seen");
  examine_profiling(e, no_gpu);
  examine_transfer(e, no_gpu);
  return {};
}

int run_doctor(const std::string& config_file, bool as_json) {
  // A config that cannot be read ends the command before anything is printed.
  std::optional<config> config;
  if (!config_file.empty()) config = read_config(config_file, names_with_peers("codag"));
  examination e;
  const std::string hangs = examine_gpus(e);
  examine_host(e, provenance("", nullptr, ""));
  const std::string refused = !config         ? std::string()
                              : hangs.empty() ? examine_config(e, *config)
                                              : hangs;
  if (as_json) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const diagnosis& d : e.all())
      all.push_back({{"what", d.what},
                     {"found", d.found == finding::good      ? "ok"
                               : d.found == finding::limited ? "limited"
                                                             : "missing"},
                     {"detail", d.detail},
                     {"remedy", d.remedy}});
    std::cout << json_text(all);
  } else {
    for (const diagnosis& d : e.all())
      std::cout << mark(d.found) << "  " << printable(d.what + ": " + d.detail, 1000)
                << (d.remedy.empty() ? "" : "; " + printable(d.remedy, 400)) << "\n";
  }
  if (!refused.empty()) throw datasets::bad_input(refused);
  return exit_ok;
}

}  // namespace

void add_doctor(command_line& line) {
  struct query {
    std::string config;
    bool as_json = false;
  };
  auto given = std::make_shared<query>();
  command doctor = line.add("doctor", "say what can be measured on this machine, and what cannot",
                            [given] { return run_doctor(given->config, given->as_json); });
  doctor.text("CONFIG", given->config,
              "also check whether this config can run here; if not, the exit code is 2");
  doctor.flag("--json", given->as_json, "print JSON");
  doctor.footer("Example:\n  codag doctor configs/paper/fig7.json");
}

}  // namespace codag::harness
