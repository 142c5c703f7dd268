// The provenance of a report: everything that is needed to repeat the run.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// Host, compiler, libraries, source revision, time and command line. `gpu` is the GPU's
/// description, with reasons for its nulls under "absent", or null with the reason `no_gpu`. A fact
/// that cannot be determined is null, with a reason under "absent" (with keys such as "host.cpu");
/// it causes no exception.
///
/// The revision is the one that the program was built from, or else what the environment variable
/// CODAG_GIT_REVISION says ("HASH" or "HASH-dirty", for a copy of the tree without its history).
nlohmann::json provenance(const std::string& command_line, nlohmann::json gpu,
                          const std::string& no_gpu);

/// The current time in UTC, ISO 8601: "2026-01-31T23:59:59Z".
std::string utc_now();

}  // namespace codag::harness
