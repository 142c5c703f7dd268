// The metrics that a chip can count, and the number of replays that a set of metrics takes. This
// needs CUPTI, but no GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace codag::harness {

/// A metric without its suffix: "sm__throughput", to which CUPTI adds
/// ".avg.pct_of_peak_sustained_elapsed" and others.
struct base_metric {
  std::string name;
  std::string kind;  ///< "counter", "ratio" or "throughput"
  std::string description;
};

/// A set of metrics and the GPU configurations that count them. A kernel is replayed once per
/// configuration (a pass, in CUPTI's words), which counts some of the metrics.
class replay_plan {
 public:
  replay_plan() = default;
  replay_plan(const replay_plan&) = delete;
  replay_plan& operator=(const replay_plan&) = delete;
  virtual ~replay_plan() = default;

  [[nodiscard]] virtual const std::vector<std::string>& metrics() const = 0;
  /// CUPTI's configuration image.
  [[nodiscard]] virtual std::span<const std::uint8_t> image() const = 0;
  /// The number of times that a kernel must run to count all metrics.
  [[nodiscard]] virtual std::size_t replays() const = 0;
  /// The values of metrics() in one range of `counter_data`, in the same order. Throws cupti_error.
  [[nodiscard]] virtual std::vector<double> evaluate(std::span<const std::uint8_t> counter_data,
                                                     std::size_t range) const = 0;
};

/// The metrics of one chip. Every method throws cupti_error.
class metric_catalogue {
 public:
  metric_catalogue() = default;
  metric_catalogue(const metric_catalogue&) = delete;
  metric_catalogue& operator=(const metric_catalogue&) = delete;
  virtual ~metric_catalogue() = default;

  /// "GH100"
  [[nodiscard]] virtual const std::string& chip() const = 0;
  [[nodiscard]] virtual std::vector<base_metric> base_metrics() const = 0;
  /// Why the chip has no metric with this full name; std::nullopt if it has one. Metrics are
  /// checked one by one, because CUPTI refuses a whole set for one bad name without saying which.
  [[nodiscard]] virtual std::optional<std::string> why_not(const std::string& metric) const = 0;
  /// The replays for `metrics`: at least one metric, all of which the chip has.
  [[nodiscard]] virtual std::unique_ptr<replay_plan> plan_replays(
      const std::vector<std::string>& metrics) const = 0;
};

/// The metrics of the chip with this CUPTI name. Throws cannot_profile, with the list of known
/// chips, if CUPTI does not know it. (Using another chip's metrics would give wrong results
/// silently.)
std::unique_ptr<metric_catalogue> open_metric_catalogue(const std::string& chip);

/// The name of GPU 0's chip. Throws cannot_profile, with the remedy, if there is no GPU.
std::string chip_of_gpu();

}  // namespace codag::harness
