// CUPTI's range profiler as the harness needs it: every kernel a range of its own (auto range), run
// again for each pass with its memory restored in between (kernel replay). In types of our own, so
// that the order of the calls can be tested without a GPU. collect_metrics makes them in the right
// one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "harness/measure/profile/metric_catalogue.hpp"

namespace codag::harness {

/// A session from enable to disable. Every method throws cupti_error.
class range_profiler_api {
 public:
  range_profiler_api() = default;
  range_profiler_api(const range_profiler_api&) = delete;
  range_profiler_api& operator=(const range_profiler_api&) = delete;
  virtual ~range_profiler_api() = default;

  virtual void enable() = 0;
  /// Makes room for the counters of `ranges` kernels. `plan` lives until disable().
  virtual void configure(const pass_plan& plan, std::size_t ranges) = 0;
  virtual void start() = 0;
  virtual void stop() = 0;
  /// Decodes the counters; returns the ranges that found no room.
  virtual std::size_t decode() = 0;
  /// Ranges that were decoded.
  [[nodiscard]] virtual std::size_t ranges() const = 0;
  /// What pass_plan::evaluate reads; until the next configure().
  [[nodiscard]] virtual std::span<const std::uint8_t> counter_data() const = 0;
  virtual void disable() = 0;
};

/// CUPTI itself, on the current CUDA context.
std::unique_ptr<range_profiler_api> make_cupti_range_profiler();

}  // namespace codag::harness
