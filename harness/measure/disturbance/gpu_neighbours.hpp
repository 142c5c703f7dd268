// The other processes on a GPU, by NVML.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/measure/gpu/nvml_readings.hpp"

namespace codag::harness {

/// Another process on the GPU.
struct gpu_neighbour {
  gpu_process process;
  /// How busy it kept the multiprocessors, in percent of NVML's interval; null if NVML does not
  /// tell. 0 means that it held memory and computed nothing.
  std::optional<unsigned> sm_percent;
};

/// Tells this run's processes from others. In a container NVML may number processes as the host
/// does. So the process that appears when this one begins to use the GPU is this one, whatever its
/// number is.
class own_on_gpu {
 public:
  /// The processes on the GPU `before` this process used it, and `after`.
  own_on_gpu(const std::vector<gpu_process>& before, const std::vector<gpu_process>& after,
             std::function<bool(unsigned)> is_own);

  /// Whether own processes can be told from others.
  [[nodiscard]] bool known() const { return by_number_ || !appeared_.empty(); }
  [[nodiscard]] bool contains(unsigned pid) const;

 private:
  std::function<bool(unsigned)> is_own_;
  bool by_number_;  ///< NVML's numbers are those of this process's namespace
  std::vector<unsigned> appeared_;
};

/// What NVML tells about the other processes on a GPU or MIG instance. `nvml` must outlive it.
class gpu_neighbours {
 public:
  /// Reads who is there; then use_gpu() is to make this process use the GPU.
  gpu_neighbours(const nvml_session& nvml, nvml_device* device,
                 const std::function<void()>& use_gpu, std::function<bool(unsigned)> is_own);

  /// The other processes that are there now or that have computed since the call before.
  nvml_reading<std::vector<gpu_neighbour>> look();

 private:
  struct use {
    unsigned pid, percent;
  };
  nvml_reading<std::vector<use>> uses();

  const nvml_session& nvml_;
  nvml_device* device_;
  std::optional<own_on_gpu> own_;      ///< null if NVML does not list processes
  unsigned long long seen_until_ = 0;  ///< the time of the latest sample that NVML gave
};

}  // namespace codag::harness
