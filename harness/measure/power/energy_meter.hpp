// Energy of a sustained run, from NVML.
#pragma once

#include <stdexcept>

#include "harness/measure/power/energy_facts.hpp"
#include "harness/measure/power/energy_spec.hpp"
#include "harness/measure/power/nvml.hpp"
#include "harness/measure/workload.hpp"

namespace codag::harness {

/// The energy of this GPU cannot be told: what() is why. The case itself is none the worse.
struct cannot_meter : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Time as the meter sees it.
class meter_clock {
 public:
  meter_clock() = default;
  meter_clock(const meter_clock&) = delete;
  meter_clock& operator=(const meter_clock&) = delete;
  virtual ~meter_clock() = default;
  /// Since some fixed moment; never goes back.
  [[nodiscard]] virtual double seconds() const = 0;
  virtual void wait(double seconds) = 0;
};

/// Launches `workload` back to back, first to warm up, then for at least spec.seconds, while NVML
/// is read every few milliseconds.
///
/// NVML's energy counter moves every 20 to 100 ms (PETSc, PetscLogGpuEnergyMeter), so that a
/// reading may be that old. Power is therefore taken between two moves of the counter, at least
/// spec.seconds apart, and joules are that power for as long as all launches ran. A GPU without the
/// counter has its power sampled and integrated.
///
/// Throws cannot_meter if the GPU has neither, if the counter stands still, and if MIG is on: NVML
/// would tell the energy of the other instances too.
energy_facts measure_energy(workload& workload, const nvml_gpu& gpu, const energy_spec& spec,
                            meter_clock& clock);

/// The same by the system's steady clock.
energy_facts measure_energy(workload& workload, const nvml_gpu& gpu, const energy_spec& spec);

}  // namespace codag::harness
