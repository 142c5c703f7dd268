// The function with which a profiling pass launches the kernel.
#pragma once

#include <functional>

namespace codag::harness {

/// Launches the kernel once and nothing else on the GPU, waits until it has finished, and returns
/// its seconds from GPU events. An exception from it ends the pass.
using profiled_launch = std::function<double()>;

}  // namespace codag::harness
