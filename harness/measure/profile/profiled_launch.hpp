// How a profiling pass runs the kernel that it looks at.
#pragma once

#include <functional>

namespace codag::harness {

/// Launches the kernel once and nothing else on the GPU, waits until it has finished, and returns
/// its seconds by the GPU's own events. What it throws ends the pass.
using profiled_launch = std::function<double()>;

}  // namespace codag::harness
