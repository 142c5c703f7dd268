// The names that a config may use, from the registries.
#pragma once

#include "harness/config/config.hpp"

namespace codag::harness {

/// All registered datasets, codecs and variants with their parameters. The parameters of a variant
/// are the union over all codecs that support it.
known_names registry_names();

}  // namespace codag::harness
