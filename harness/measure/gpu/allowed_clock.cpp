#include "harness/measure/gpu/allowed_clock.hpp"

#include <algorithm>

#include "harness/measure/gpu/nvml_readings.hpp"
#include "harness/measure/power/throttle_reasons.hpp"

namespace codag::harness {

allowed_clock clock_allowed_to(double busy_mhz, double rated_mhz,
                               const nvml_reading<unsigned>& application_mhz,
                               const nvml_reading<std::uint64_t>& reasons) {
  const double set_mhz =
      application_mhz.value ? std::min<double>(rated_mhz, *application_mhz.value) : rated_mhz;
  if (!reasons.value) return {set_mhz, reasons.absent};
  std::string held_down_by;
  for (const std::string& reason :
       throttle_reasons(*reasons.value & (clock_held_from_outside | gpu_is_idle)))
    held_down_by += (held_down_by.empty() ? "" : ", ") + reason;
  if (!held_down_by.empty()) return {set_mhz, held_down_by};
  return {std::min(set_mhz, busy_mhz), {}};
}

allowed_clock read_allowed_clock(const std::string& pci_bus_id, double busy_mhz, double rated_mhz,
                                 const std::string& library) {
  try {
    const nvml_session nvml(library);
    nvml_device* const gpu = device_at(nvml, pci_bus_id);
    return clock_allowed_to(
        busy_mhz, rated_mhz,
        nvml.read<unsigned>("nvmlDeviceGetApplicationsClock", gpu, unsigned{nvml_sm_clock}),
        clock_event_reasons(nvml, gpu));
  } catch (const nvml_absent& e) {
    return {rated_mhz, e.what()};
  }
}

}  // namespace codag::harness
