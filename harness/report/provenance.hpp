// Where and from what a report was made: all that it takes to run it again.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// Host, compiler, libraries, source revision, time and command line. `gpu` is what the backend
/// says of the GPU, with reasons for its nulls under "absent", or null with the reason `no_gpu`.
/// What cannot be found out is null, with its reason under "absent" (keys as in "host.cpu");
/// nothing here throws for it.
///
/// The revision is the one that the build was told (-DCODAG_GIT_REVISION, as scripts/package does),
/// else the one in the environment variable CODAG_GIT_REVISION ("HASH" or "HASH-dirty": for a copy
/// of the tree without its history), else git's, asked in the source folder.
nlohmann::json provenance(const std::string& command_line, nlohmann::json gpu,
                          const std::string& no_gpu);

/// UTC, ISO 8601: "2026-01-31T23:59:59Z".
std::string utc_now();

}  // namespace codag::harness
