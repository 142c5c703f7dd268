// Watches the samples of cases on a GPU.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "harness/measure/disturbance/gpu_eyes.hpp"
#include "harness/measure/disturbance/seconds_clock.hpp"
#include "harness/measure/disturbance/watch.hpp"

namespace codag::harness {

/// What disturbs: another process that computed, or of which NVML does not tell; a probe that
/// something slowed or delayed; a clock that heat, power supply or hardware held down; a power
/// limit or memory clock that changed. A process that only holds memory does not, and neither does
/// a clock that the case's own power draw holds down.
class gpu_watch final : public watch {
 public:
  explicit gpu_watch(std::unique_ptr<gpu_eyes> eyes, seconds_clock clock = steady_seconds);

  void begin() override;
  void between() override;
  std::vector<std::string> end() override;
  [[nodiscard]] std::optional<std::vector<std::string>> clock_reasons() const override;

 private:
  void look();

  std::unique_ptr<gpu_eyes> eyes_;
  seconds_clock clock_;
  double looked_at_ = 0;
  std::optional<gpu_sight> first_;
  std::map<unsigned, gpu_neighbour> busy_;  ///< neighbours that disturb, by their number
  std::optional<std::uint64_t> reasons_;    ///< all that were seen; null if NVML does not tell
  std::optional<unsigned> memory_mhz_;      ///< of the first look after a sample
  std::optional<unsigned> other_memory_mhz_, other_power_limit_;
  probe_time worst_;
};

}  // namespace codag::harness
