// The measurements of a case.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace codag::harness {

enum class measurement : std::uint8_t {
  verify,    ///< always made
  time,      ///< throughput, from samples
  counts,    ///< the host backend's exact counts
  stalls,    ///< why warps stalled, by PC sampling
  metrics,   ///< how busy the GPU's units were, by replaying the kernel
  energy,    ///< joules, by NVML or by the CPU's own counters
  transfer,  ///< time with the column's transfers between host and GPU
  latency    ///< time from the call of a launch to its result, as the host sees it
};

inline constexpr std::array all_measurements = {
    measurement::verify,  measurement::time,   measurement::counts,   measurement::stalls,
    measurement::metrics, measurement::energy, measurement::transfer, measurement::latency};

constexpr std::string_view to_string(measurement m) {
  constexpr std::string_view names[] = {"verify",  "time",   "counts",   "stalls",
                                        "metrics", "energy", "transfer", "latency"};
  return names[static_cast<std::size_t>(m)];
}

/// What it says of a case, and where it can be made.
constexpr std::string_view about(measurement m) {
  constexpr std::string_view texts[] = {
      "whether every byte is right; always checked",
      "throughput, from samples",
      "barriers, instructions, sectors and active lanes, exactly; on the host backend",
      "why warps stalled; on a GPU, with CUPTI",
      "how busy the GPU's units were; on a GPU, with CUPTI",
      "joules per GB; on a GPU with NVML, and on a CPU whose counters can be read",
      "throughput with the column in the host's memory, over PCIe; on a GPU",
      "time from the call of a launch to its result, as the host sees it: p50 and p99"};
  return texts[static_cast<std::size_t>(m)];
}

}  // namespace codag::harness
