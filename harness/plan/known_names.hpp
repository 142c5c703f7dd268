// What a config may name, from the registries.
#pragma once

#include "harness/config/config.hpp"

namespace codag::harness {

/// Every dataset, codec and variant that is registered, with its parameters. A variant's
/// parameters are those of all codecs that have it.
known_names registry_names();

}  // namespace codag::harness
