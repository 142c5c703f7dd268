// The names of the reasons for which a GPU reduces its clock.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace codag::harness {

/// NVML's names for the bits of nvml_gpu::clock_event_reasons(), from bit 0 (NVML API Reference
/// Guide, "nvmlClocksEventReasons": nvmlClocksEventReasonGpuIdle = 1 to
/// nvmlClocksEventReasonDisplayClockSetting = 0x100).
inline constexpr std::array<std::string_view, 9> throttle_reason_names = {
    "gpu_idle",
    "applications_clocks_setting",
    "sw_power_cap",
    "hw_slowdown",
    "sync_boost",
    "sw_thermal_slowdown",
    "hw_thermal_slowdown",
    "hw_power_brake_slowdown",
    "display_clock_setting"};

/// The bit of a GPU that has nothing to do, and may have lowered its clock therefore.
inline constexpr std::uint64_t gpu_is_idle = 0x1;

/// The bits of what holds the clock down from outside, and neither the GPU's owner nor the power
/// that the case itself draws: hw_slowdown, sw_thermal_slowdown, hw_thermal_slowdown and
/// hw_power_brake_slowdown.
inline constexpr std::uint64_t clock_held_from_outside = 0x8 | 0x20 | 0x40 | 0x80;

/// The names of the bits that are set, in ascending order; "bit_9" for a bit without a name.
inline std::vector<std::string> throttle_reasons(std::uint64_t bits) {
  std::vector<std::string> names;
  for (std::size_t bit = 0; bits != 0; ++bit, bits >>= 1)
    if ((bits & 1) != 0)
      names.push_back(bit < throttle_reason_names.size() ? std::string(throttle_reason_names[bit])
                                                         : "bit_" + std::to_string(bit));
  return names;
}

}  // namespace codag::harness
