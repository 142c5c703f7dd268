#include "harness/cli/run_plan.hpp"

#include "datasets/bad_input.hpp"
#include "harness/config/sizes.hpp"
#include "harness/kernels/host_backend.hpp"
#include "harness/measure/gpu/gpu.hpp"
#include "harness/plan/plan.hpp"
#include "harness/run/inputs.hpp"
#include "harness/run/run.hpp"

namespace codag::harness {
namespace {

/// --devices chooses GPUs, which the cuda backend alone uses.
void require_gpus(std::optional<backend> asked) {
  if (asked == backend::host)
    throw datasets::bad_input(
        "--devices chooses GPUs, but the backend of this run is host, which uses no GPU; drop "
        "--devices, or use --backend cuda");
  if (const auto no_gpu = cuda::why_no_gpu())
    throw datasets::bad_input("--devices: " + *no_gpu +
                              (why_no_host() ? "" : "; or drop --devices and use --backend host"));
}

}  // namespace

config configured(const run_arguments& given) {
  config config = given.read_config();
  if (!given.backend.empty()) config.backend = parse_backend(given.backend);
  if (given.size) {
    config.size = parse_size_text(*given.size, "--size");
    config.size_on_gpu.reset();
    for (dataset_spec& dataset : config.datasets) dataset.size.reset();
  }
  // One device's process does what it was started for.
  if (given.devices && given.device_report.empty()) require_gpus(config.backend);
  // Listing cases for a GPU does not need one; running them does.
  if (!(given.dry_run && config.backend == backend::cuda))
    config.backend = resolve_backend(config.backend);
  if (config.backend == backend::cuda) config.size = config.size_on_gpu.value_or(config.size);
  return config;
}

std::vector<bench_case> select_cases(std::vector<bench_case> plan, const run_arguments& given) {
  if (!given.filter.empty()) plan = filter_plan(plan, given.filter);
  if (!given.one_case.empty()) plan = only_case(plan, given.one_case);
  check_inputs(plan);
  return plan;
}

std::string report_name(const run_arguments& given, const config& config) {
  return given.output.empty() ? "codag-" + config.experiment + ".json" : given.output;
}

replace_rules rules_of(const run_arguments& given, const config& config) {
  replace_rules rules{.force = given.force, .resume = given.resume, .inputs = input_files(config)};
  if (!given.reuse.empty()) rules.inputs.emplace_back(given.reuse);
  return rules;
}

}  // namespace codag::harness
