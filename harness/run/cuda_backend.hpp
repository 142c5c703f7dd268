// The CUDA backend as the harness sees it. No CUDA type crosses this header: it compiles
// everywhere, and without a toolkit cuda_absent.cpp answers for it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "harness/run/workload.hpp"

namespace codag::harness::cuda {

/// Why there is no usable GPU, with the remedy; nothing if there is one.
std::optional<std::string> absent();

/// The GPU, driver and runtime as the report records them; only if !absent().
nlohmann::json describe();

/// Where GPU 0 is, "0000:65:00.0": by it other libraries than CUDA find the same GPU. Only if
/// !absent().
std::string pci_bus_id();

/// The case's kernel on GPU 0. Throws cannot_run if there is none, or if the GPU's memory is too
/// small.
std::unique_ptr<workload> make_workload(const workload_input& input, const bench_case& what);

/// The micro-benchmark's case on GPU 0. Throws cannot_run if the GPU's memory is too small.
std::unique_ptr<workload> make_alu(const alu_case& what, std::uint64_t seed);

/// A device-to-device copy of `bytes`: the roof.
std::unique_ptr<workload> make_copy(std::uint64_t bytes);

}  // namespace codag::harness::cuda
