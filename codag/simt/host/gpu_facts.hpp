// The GPU that the host backend stands for.
#pragma once

#include "codag/simt/gpu_facts.hpp"

namespace codag::simt::host {

/// An H100 SXM, on every machine: a launch that chooses by the GPU chooses the same everywhere, and
/// so its counts are the same.
inline constexpr gpu_facts interpreted_gpu{.architecture = 90,
                                           .multiprocessors = 132,
                                           .threads_per_multiprocessor = 2048,
                                           .shared_bytes_per_multiprocessor = 228 * 1024,
                                           .shared_bytes_per_block = 227 * 1024,
                                           .reserved_bytes_per_block = 1024};

}  // namespace codag::simt::host
