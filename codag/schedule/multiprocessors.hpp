// The GPUs for which launches choose by the number of chunks.
#pragma once

#include <cstdint>

namespace codag {

/// Of an H100 SXM, and of an H200. How many chunks are few depends on it; the choices were measured
/// on these two (docs/characterization.md).
inline constexpr std::uint32_t multiprocessors = 132;

}  // namespace codag
