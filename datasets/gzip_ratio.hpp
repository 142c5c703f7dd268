// The ratio that gzip reaches.
#pragma once

#include <cstddef>
#include <span>

namespace codag::datasets {

/// The uncompressed size over the size of one raw Deflate stream that zlib makes at level 6, gzip's
/// standard. gzip's own file has 18 bytes more. `bytes` is not empty. Throws std::runtime_error if
/// zlib has no memory.
double gzip_ratio(std::span<const std::byte> bytes);

}  // namespace codag::datasets
