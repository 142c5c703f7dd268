// The config that runs a report again.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace codag::harness {

/// The config of a report ("codag") with what its run chose: the size, and the backend of the
/// kernels. A dataset from a file is read from where that run found it; it is optional, because
/// another machine may not have it.
nlohmann::json rerun_config(const nlohmann::json& codag);

/// What selected the report's cases: --filter or --case of `codag run`, or nothing.
struct report_selection {
  std::string filter, one_case;
};
report_selection selection_of_report(const nlohmann::json& codag);

}  // namespace codag::harness
