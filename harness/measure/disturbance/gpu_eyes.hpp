// What can be seen of a GPU's other users, and of what holds the GPU back.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/disturbance/gpu_neighbours.hpp"
#include "harness/measure/gpu/gpu_probe.hpp"
#include "harness/measure/gpu/nvml_session.hpp"

namespace codag::harness {

/// One look at a GPU. A reading that NVML does not give is absent.
struct gpu_sight {
  nvml_reading<std::vector<gpu_neighbour>> neighbours;  ///< and what they did since the look before
  nvml_reading<std::uint64_t> clock_reasons;
  nvml_reading<unsigned> memory_mhz;
  nvml_reading<unsigned> power_limit_milliwatts;
  probe_time probe;
};

class gpu_eyes {
 public:
  gpu_eyes() = default;
  gpu_eyes(const gpu_eyes&) = delete;
  gpu_eyes& operator=(const gpu_eyes&) = delete;
  virtual ~gpu_eyes() = default;
  /// Looks. The GPU must have nothing to do.
  virtual gpu_sight look() = 0;
};

/// The eyes on GPU 0: NVML, and a probe kernel. Call it before this process works on the GPU,
/// because it learns by what number NVML knows this process. Without NVML the probe alone sees.
std::unique_ptr<gpu_eyes> open_gpu_eyes();

}  // namespace codag::harness
