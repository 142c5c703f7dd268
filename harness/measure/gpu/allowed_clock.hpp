// The clock that a GPU is allowed: the one that slow samples are judged by.
#pragma once

#include <cstdint>
#include <string>

#include "harness/measure/gpu/nvml_session.hpp"

namespace codag::harness {

struct allowed_clock {
  double mhz = 0;
  std::string held_down_by;  ///< why the GPU runs slower than that; empty if nothing is known
};

/// The allowed clock of a GPU that ran at `busy_mhz` after it had been busy for a while. If nothing
/// from outside (heat, power supply, hardware) holds it down, its owner has set it so, by its
/// clocks or its power limit: it is allowed `busy_mhz`. Otherwise it is the rated clock, or the
/// application clock if that is lower. An idle GPU, or one without reasons, says nothing about its
/// owner.
allowed_clock clock_allowed_to(double busy_mhz, double rated_mhz,
                               const nvml_reading<unsigned>& application_mhz,
                               const nvml_reading<std::uint64_t>& reasons);

/// The same with NVML's readings of this GPU. Without NVML it is the rated clock.
allowed_clock read_allowed_clock(const std::string& pci_bus_id, double busy_mhz, double rated_mhz,
                                 const std::string& library = nvml_library);

}  // namespace codag::harness
