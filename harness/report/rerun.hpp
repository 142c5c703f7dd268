// The config that runs a report again.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace codag::harness {

/// The config of a report ("codag") with what its run chose: the size, and the backend of the
/// kernels. A dataset's file is the one that the run read, if it is there; otherwise the config's
/// path, or the file's name alone, is looked for below `folders`, in their order. The dataset is
/// optional, because another machine may have none of these. The paths become absolute.
nlohmann::json rerun_config(const nlohmann::json& codag,
                            const std::vector<std::filesystem::path>& folders);

/// What selected the report's cases: --filter or --case of `codag run`, or nothing.
struct report_selection {
  std::string filter, one_case;
};
report_selection selection_of_report(const nlohmann::json& codag);

}  // namespace codag::harness
