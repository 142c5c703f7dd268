// The "microbenchmark" of a config.
#pragma once

#include "harness/config/config.hpp"
#include "harness/config/placed_json.hpp"

namespace codag::harness {

/// Reads and checks the key in a config's root object. Throws datasets::bad_input that names the
/// place, also if the config has an axis or a size for decompression as well.
microbenchmark_spec read_microbenchmark(const placed_json& root);

}  // namespace codag::harness
