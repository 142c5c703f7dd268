// The checks whether rows of an earlier report may be taken over into another one.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace codag::harness {

/// For `codag run --resume`. Throws datasets::bad_input, naming `file` and the key, if the two
/// reports differ in config, size, seed, backend, program (version, source revision, compiler,
/// libraries) or machine (host, CPU, GPU), or if the earlier one has a finished case that is not
/// `planned`. The config's description may differ.
void check_same_run(const nlohmann::json& report, const nlohmann::json& earlier,
                    const std::vector<std::string>& planned, const std::filesystem::path& file);

/// For `codag run --reuse`. The earlier run may have had other cases and made more measurements.
/// Throws datasets::bad_input that names `file` if size, seed, backend, program, machine or the
/// config's measurement options differ, or if the earlier run lacks a measurement that this
/// report's config asks for.
void check_measured_alike(const nlohmann::json& report, const nlohmann::json& earlier,
                          const std::filesystem::path& file);

/// For `codag merge`. The runs may be of several hosts and GPUs of the same models. Throws
/// datasets::bad_input that names `file` and the key if experiment, config, size, seed, backend,
/// program, or the model of GPU or CPU differ. The config's description may differ.
void check_same_experiment(const nlohmann::json& report, const nlohmann::json& other,
                           const std::filesystem::path& file);

/// The rows of some cases of an earlier report, unchanged.
struct earlier_rows {
  std::vector<nlohmann::json> cases, benchmarks;
};

/// The name of the case to which a benchmark row belongs: without "/cold" or "/hot". The row of a
/// case that is not ok has the case's name.
std::string case_of_benchmark(const std::string& name);

/// The rows of the finished cases (status "ok") among `names`, in the order of `names`.
earlier_rows rows_of_finished(const nlohmann::json& earlier, const std::vector<std::string>& names);

}  // namespace codag::harness
