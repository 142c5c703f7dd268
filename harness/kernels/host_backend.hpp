// Whether this build has the host backend, which needs Boost.Context.
#pragma once

#include <optional>
#include <string>

namespace codag::harness {

/// Why this build has no host backend, with the remedy; std::nullopt if it has one.
std::optional<std::string> why_no_host();

}  // namespace codag::harness
