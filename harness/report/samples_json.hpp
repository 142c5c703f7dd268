// The samples of a time as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/measure/sample_set.hpp"

namespace codag::harness {

/// The samples, their median and its interval, and how the sampling ended. The clocks are not
/// there.
nlohmann::json samples_json(const sample_set& samples);

/// Why the samples have no interval, with the remedy; empty if they have one.
std::string why_no_interval(const sample_set& samples);

}  // namespace codag::harness
