// The config that runs a report again.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace codag::harness {

/// The config of a report ("codag") with what its run chose: the size, and the backend of the
/// kernels. A dataset from a file is read from where that run found it; it is optional, because
/// another machine may not have it.
nlohmann::json rerun_config(const nlohmann::json& codag);

/// The options of `codag run` that selected the report's cases: --filter or --case, or nothing.
std::vector<std::string> rerun_selection(const nlohmann::json& codag);

}  // namespace codag::harness
