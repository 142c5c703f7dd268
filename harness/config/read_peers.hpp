// Reading a config's peers.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "harness/config/config.hpp"
#include "harness/config/placed_json.hpp"

namespace codag::harness {

/// Reads the list. An element is the name or the path of a library, which stands for all of its
/// decoders that the config's codecs need, and of its own codecs; or {"library": ..., "decoders":
/// [...], "optional": true, "timeout_s": ...}. The last `more` elements are those of the option
/// --peer. Throws datasets::bad_input that names the place, or the option.
std::vector<std::shared_ptr<const peer_spec>> read_peers(const placed_json& place,
                                                         const config& config,
                                                         const known_names& known,
                                                         std::size_t more);

}  // namespace codag::harness
