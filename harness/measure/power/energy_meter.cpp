#include "harness/measure/power/energy_meter.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "harness/measure/disturbance/seconds_clock.hpp"
#include "harness/measure/power/throttle_reasons.hpp"

namespace codag::harness {
namespace {

// The clocks settle, and a power reading that averages the last second no longer includes the time
// before.
constexpr double warm_up_s = 1;
// The time between two readings, and thus the delay until a counter update is seen.
constexpr double look_period_s = 0.005;
// Long enough to make the GPU's pause between two batches (tens of microseconds) negligible.
constexpr double shortest_batch_s = 0.05;
static_assert(shortest_batch_s >= 4 * look_period_s, "a batch is looked at while it runs");
// Added to the seconds asked for. A counter that has not been updated twice by then is considered
// stopped.
constexpr double patience_s = 5;

/// The value. Throws cannot_meter if there is none.
template <class T>
T value_of(const nvml_reading<T>& reading) {
  if (!reading.value) throw cannot_meter(reading.absent);
  return *reading.value;
}

/// The energy between two moments, as NVML reports it.
class energy_source {
 public:
  energy_source() = default;
  energy_source(const energy_source&) = delete;
  energy_source& operator=(const energy_source&) = delete;
  virtual ~energy_source() = default;
  [[nodiscard]] virtual const char* name() const = 0;
  virtual void look(const nvml_gpu& gpu, const meter_clock& clock) = 0;

  /// The seconds between the two moments; 0 until both are known.
  [[nodiscard]] double span() const { return begin_ ? end_ - *begin_ : 0; }
  [[nodiscard]] double watts() const { return joules_ / span(); }

 protected:
  void begin(double now) { begin_ = end_ = now; }
  void add(double now, double joules) {
    end_ = now;
    joules_ += joules;
  }
  [[nodiscard]] bool begun() const { return begin_.has_value(); }
  [[nodiscard]] double end() const { return end_; }

 private:
  std::optional<double> begin_;
  double end_ = 0, joules_ = 0;
};

/// The energy between the first and the last counter update that was seen.
class energy_counter final : public energy_source {
 public:
  [[nodiscard]] const char* name() const override { return "total_energy_counter"; }
  void look(const nvml_gpu& gpu, const meter_clock& clock) override {
    const std::uint64_t millijoules = value_of(gpu.total_energy_millijoules());
    const double now = clock.seconds();
    if (last_ && millijoules < *last_) throw cannot_meter("NVML's energy counter went backwards");
    if (last_ && millijoules > *last_) {
      if (begun())
        add(now, static_cast<double>(millijoules - *last_) * 1e-3);
      else
        begin(now);
    }
    last_ = millijoules;
  }

 private:
  std::optional<std::uint64_t> last_;
};

/// The energy between the first and the last power sample, by the trapezoidal rule.
class power_samples final : public energy_source {
 public:
  [[nodiscard]] const char* name() const override { return "power_samples"; }
  void look(const nvml_gpu& gpu, const meter_clock& clock) override {
    const double watts = value_of(gpu.power_milliwatts()) * 1e-3;
    const double now = clock.seconds();
    if (begun())
      add(now, (last_ + watts) / 2 * (now - end()));
    else
      begin(now);
    last_ = watts;
  }

 private:
  double last_ = 0;
};

std::unique_ptr<energy_source> source_of(const nvml_gpu& gpu) {
  const auto energy = gpu.total_energy_millijoules();
  if (energy.value) return std::make_unique<energy_counter>();
  const auto power = gpu.power_milliwatts();
  if (!power.value) throw cannot_meter(energy.absent + "; " + power.absent);
  return std::make_unique<power_samples>();
}

/// Runs launches in batches. The launches of a batch are submitted together and then awaited.
class batches {
 public:
  batches(workload& workload, meter_clock& clock) : workload_(workload), clock_(clock) {}

  /// Runs for warm_up_s, or longer if finding a batch of at least shortest_batch_s takes longer.
  void warm_up() {
    const double begin = clock_.seconds();
    do {
      const double batch_begin = clock_.seconds();
      launch();
      workload_.synchronize();
      batch_seconds_ = clock_.seconds() - batch_begin;
      if (batch_seconds_ < shortest_batch_s) batch_launches_ *= 2;
    } while (batch_seconds_ < shortest_batch_s || clock_.seconds() - begin < warm_up_s);
  }

  /// Runs one batch and calls `look` meanwhile: once, and then as often as safely fits into the
  /// batch.
  template <class F>
  void run(const F& look) {
    const double batch_begin = clock_.seconds();
    launch();
    double now = clock_.seconds(), look_seconds = 0;
    do {
      const double look_begin = now;
      look();
      clock_.wait(look_period_s);
      now = clock_.seconds();
      look_seconds = now - look_begin;
    } while (now + 2 * look_seconds < batch_begin + batch_seconds_);
    workload_.synchronize();
    launches_ += batch_launches_;
  }

  /// The totals over all batches.
  [[nodiscard]] std::uint64_t launches() const { return launches_; }

 private:
  void launch() {
    for (std::uint64_t i = 0; i < batch_launches_; ++i) workload_.launch();
  }

  workload& workload_;
  meter_clock& clock_;
  std::uint64_t batch_launches_ = 1, launches_ = 0;
  double batch_seconds_ = 0;
};

class steady_meter_clock final : public meter_clock {
 public:
  [[nodiscard]] double seconds() const override { return steady_seconds(); }
  void wait(double seconds) override {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  }
};

}  // namespace

energy_facts measure_energy(workload& workload, const nvml_gpu& gpu, const energy_spec& spec,
                            meter_clock& clock) {
  if (gpu.mig_enabled().value.value_or(false))
    throw cannot_meter(
        "MIG is on, and NVML reports the energy of the whole GPU; run on a GPU without MIG");
  const std::unique_ptr<energy_source> source = source_of(gpu);
  batches all(workload, clock);
  all.warm_up();

  nvml_reading<std::uint64_t> reasons{0, {}};
  const auto look = [&] {
    source->look(gpu, clock);
    if (!reasons.value) return;
    const auto now = gpu.clock_event_reasons();
    if (now.value)
      *reasons.value |= *now.value;
    else
      reasons = now;
  };
  energy_facts facts;
  const double begin = clock.seconds();
  while (source->span() < spec.seconds) {
    if (clock.seconds() - begin > spec.seconds + patience_s)
      throw cannot_meter("NVML's energy counter did not change while the case ran");
    all.run(look);
  }
  facts.seconds = clock.seconds() - begin;
  facts.launches = all.launches();
  facts.average_watts = source->watts();
  facts.joules = facts.average_watts * facts.seconds;
  facts.source = source->name();
  if (reasons.value) facts.throttle_reasons = throttle_reasons(*reasons.value);
  facts.no_throttle_reasons = reasons.absent;
  return facts;
}

energy_facts measure_energy(workload& workload, const nvml_gpu& gpu, const energy_spec& spec) {
  steady_meter_clock clock;
  return measure_energy(workload, gpu, spec, clock);
}

energy_facts measure_energy(workload& workload, cpu_energy& cpu, const energy_spec& spec,
                            meter_clock& clock) {
  // Launches for at least `seconds`; returns how long that took.
  energy_facts facts;
  const auto run_for = [&](double seconds) {
    const double begin = clock.seconds();
    facts.launches = 0;
    do {
      workload.launch();
      workload.synchronize();
      ++facts.launches;
    } while (clock.seconds() - begin < seconds);
    return clock.seconds() - begin;
  };
  run_for(warm_up_s);
  energy_keeper keeper(cpu);
  const std::uint64_t before = keeper.microjoules();
  facts.seconds = run_for(spec.seconds);
  const std::uint64_t microjoules = keeper.microjoules() - before;
  if (microjoules == 0)
    throw cannot_meter("the CPU's energy counter did not change while the case ran");
  facts.joules = static_cast<double>(microjoules) * 1e-6;
  facts.average_watts = facts.joules / facts.seconds;
  facts.source = cpu.source();
  facts.no_throttle_reasons = "the CPU's counters do not say why its clock was reduced";
  return facts;
}

energy_facts measure_energy(workload& workload, cpu_energy& cpu, const energy_spec& spec) {
  steady_meter_clock clock;
  return measure_energy(workload, cpu, spec, clock);
}

}  // namespace codag::harness
