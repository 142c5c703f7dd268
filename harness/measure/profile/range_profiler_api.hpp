// An interface to CUPTI's range profiler. Every kernel is its own range (auto range) and runs again
// for each replay, with its memory restored in between (kernel replay). The interface has no CUPTI
// types, so that the order of the calls can be tested without a GPU. collect_metrics calls them in
// the right order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

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
  /// Allocates memory for the counters of `ranges` kernels. `plan` must live until disable().
  virtual void configure(const replay_plan& plan, std::size_t ranges) = 0;
  virtual void start() = 0;
  virtual void stop() = 0;
  /// Decodes the counters. Returns the number of ranges for which there was no memory.
  virtual std::size_t decode() = 0;
  /// The number of decoded ranges.
  [[nodiscard]] virtual std::size_t ranges() const = 0;
  /// The input of replay_plan::evaluate, valid until the next configure().
  [[nodiscard]] virtual std::span<const std::uint8_t> counter_data() const = 0;
  virtual void disable() = 0;
};

/// Why this build cannot collect metrics, with the remedy, although it may sample stalls;
/// std::nullopt if it can.
std::optional<std::string> why_no_range_profiler();

/// The implementation by CUPTI, on the current CUDA context.
std::unique_ptr<range_profiler_api> make_cupti_range_profiler();

}  // namespace codag::harness
