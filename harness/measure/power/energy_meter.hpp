// The energy of a sustained run, measured through NVML or by the CPU's own counters.
#pragma once

#include <stdexcept>

#include "harness/measure/power/energy_facts.hpp"
#include "harness/measure/power/energy_spec.hpp"
#include "harness/measure/power/nvml.hpp"
#include "harness/measure/power/rapl.hpp"
#include "harness/measure/workload.hpp"

namespace codag::harness {

/// Thrown if the energy cannot be measured on this machine. what() gives the reason. The case's
/// other results stay valid.
struct cannot_meter : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The clock that the meter uses.
class meter_clock {
 public:
  meter_clock() = default;
  meter_clock(const meter_clock&) = delete;
  meter_clock& operator=(const meter_clock&) = delete;
  virtual ~meter_clock() = default;
  /// The time since a fixed moment. It never decreases.
  [[nodiscard]] virtual double seconds() const = 0;
  virtual void wait(double seconds) = 0;
};

/// Launches `workload` back to back, first to warm up and then for at least spec.seconds, and reads
/// NVML every few milliseconds meanwhile.
///
/// NVML updates the energy counter every 20 to 100 ms (PETSc, PetscLogGpuEnergyMeter), so a reading
/// may be that old. The average power is therefore taken between two updates of the counter that
/// are at least spec.seconds apart, and the joules are that power times the duration of all
/// launches. On a GPU without the counter, the power is sampled and integrated.
///
/// Throws cannot_meter if the GPU has neither, if the counter does not change, or if MIG is on,
/// because NVML would then include the energy of the other instances.
energy_facts measure_energy(workload& workload, const nvml_gpu& gpu, const energy_spec& spec,
                            meter_clock& clock);

/// The same with the system's steady clock.
energy_facts measure_energy(workload& workload, const nvml_gpu& gpu, const energy_spec& spec);

/// Launches `workload`, which runs on the CPU, back to back: for a second to warm up, and then for
/// at least spec.seconds. The joules are those of the counters between the begin and the end of the
/// launches; a counter is at most some milliseconds old. Throws cannot_meter if they do not change,
/// and rapl_absent.
energy_facts measure_energy(workload& workload, cpu_energy& cpu, const energy_spec& spec,
                            meter_clock& clock);

/// The same with the system's steady clock.
energy_facts measure_energy(workload& workload, cpu_energy& cpu, const energy_spec& spec);

}  // namespace codag::harness
