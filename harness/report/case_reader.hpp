// What a case of a report did, and where.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "harness/support/backend.hpp"
#include "harness/support/work_kind.hpp"

namespace codag::harness {

/// The kind of work of a case; std::nullopt if it has none that this program knows.
std::optional<work_kind> kind_of(const nlohmann::json& row);

/// The backend of a case, or of a report's kernels; std::nullopt if it has none that this program
/// knows.
std::optional<backend> backend_of(const nlohmann::json& row);

}  // namespace codag::harness
