// What differs between two runs, apart from their results.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace codag::harness {

/// A fact about two runs that is not the same.
struct run_difference {
  std::string what;  ///< "gpu/name", "config/time/max_noise"
  std::string base, now;
};

/// The facts that differ between two reports ("codag"): GPU, driver, clocks, power limit, ECC,
/// host, compiler, libraries, revision, the GPU's state when the run began (processes, clocks and
/// their limits), size, seed and config, in this order. Facts that only one report has count as
/// different.
std::vector<run_difference> differences_of(const nlohmann::json& base, const nlohmann::json& now);

/// Whether both reports are from the same model of GPU, so that their clocks can be compared.
bool same_gpu_model(const nlohmann::json& base, const nlohmann::json& now);
/// The same for their CPUs. Two reports that do not name one have the same.
bool same_cpu_model(const nlohmann::json& base, const nlohmann::json& now);

}  // namespace codag::harness
