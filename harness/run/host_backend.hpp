// The host backend as the harness sees it: the kernels under the SIMT interpreter. It needs
// Boost.Context; in a build without it, host_absent.cpp answers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "harness/run/workload.hpp"

namespace codag::harness::host {

/// Why this build has no host backend, with the remedy; nothing if it has one.
std::optional<std::string> absent();

/// The case's kernel under the interpreter. Throws cannot_run if there is none.
std::unique_ptr<workload> make_workload(const workload_input& input, const bench_case& what);

/// The micro-benchmark's case under the interpreter: a small launch, for its counts. Throws
/// cannot_run if there is no host backend.
std::unique_ptr<workload> make_alu(const alu_case& what, std::uint64_t seed);

}  // namespace codag::harness::host
