// The limit of the cache of compressed columns.
#pragma once

#include <cstdint>

namespace codag::harness {

/// The most bytes that a run leaves in the cache: $CODAG_CACHE_LIMIT ("10GiB"), or 32 GiB. Throws
/// datasets::bad_input if the variable is not a size.
std::uint64_t cache_limit();

}  // namespace codag::harness
