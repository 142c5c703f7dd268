// The machine code that the rows of reports have launched.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>

namespace codag::harness {

/// Whether two rows launched the same machine code, kernel by kernel, with the same grids, blocks
/// and shared memory, parts, parameters and workspace. Other arguments of a kernel, such as a
/// threshold, are in no report. A copy by the driver launches nothing, which is the same. Null if
/// one of them does not say: it ran on no GPU, was made by an earlier version, or its kernels were
/// made from PTX.
std::optional<bool> same_launches(const nlohmann::json& base, const nlohmann::json& now);

/// The digests of a row's kernels; none if the driver copies. Null if the row does not have all of
/// them.
std::optional<std::set<std::string>> digests_of(const nlohmann::json& row);

}  // namespace codag::harness
