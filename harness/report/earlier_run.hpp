// Whether the rows of an earlier report can stand in another one.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace codag::harness {

/// For `codag run --resume`. Throws datasets::bad_input that names `file` if config, size, seed,
/// backend, source revision or GPU of the two reports differ.
void check_same_run(const nlohmann::json& report, const nlohmann::json& earlier,
                    const std::filesystem::path& file);

/// For `codag run --reuse`: the earlier run may have had other cases, and measured more of them.
/// Throws datasets::bad_input that names `file` if size, seed, backend, source revision, GPU or
/// what a config says of how a case is measured differ, or if it did not measure all that this
/// report's config asks for.
void check_measured_alike(const nlohmann::json& report, const nlohmann::json& earlier,
                          const std::filesystem::path& file);

/// An earlier report's rows of some cases, each as it is there.
struct earlier_rows {
  std::vector<nlohmann::json> cases, benchmarks;
};

/// Those of the finished cases (status "ok") among `names`, in the order of `names`.
earlier_rows rows_of_finished(const nlohmann::json& earlier, const std::vector<std::string>& names);

}  // namespace codag::harness
