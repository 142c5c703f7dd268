// What a chip can count: its metrics, and the passes that a set of them takes. Needs CUPTI, but no
// GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace codag::harness {

/// A metric without its last parts: "sm__throughput", to which CUPTI adds
/// ".avg.pct_of_peak_sustained_elapsed" and others.
struct base_metric {
  std::string name;
  std::string kind;  ///< "counter", "ratio" or "throughput"
  std::string description;
};

/// A set of metrics and how the GPU is to be set up to count them.
class pass_plan {
 public:
  pass_plan() = default;
  pass_plan(const pass_plan&) = delete;
  pass_plan& operator=(const pass_plan&) = delete;
  virtual ~pass_plan() = default;

  [[nodiscard]] virtual const std::vector<std::string>& metrics() const = 0;
  /// CUPTI's configuration image.
  [[nodiscard]] virtual std::span<const std::uint8_t> image() const = 0;
  /// How often a kernel must run to count all of them.
  [[nodiscard]] virtual std::size_t passes() const = 0;
  /// The metrics' values in the first range of `counter_data`, in their order. Throws cupti_error.
  [[nodiscard]] virtual std::vector<double> evaluate(
      std::span<const std::uint8_t> counter_data) const = 0;
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
  /// Why the chip does not count a metric of this full name; nothing if it does. Asked one by one:
  /// CUPTI refuses a whole set for one bad name, and does not say which.
  [[nodiscard]] virtual std::optional<std::string> why_not(const std::string& metric) const = 0;
  /// Of metrics that the chip has, at least one.
  [[nodiscard]] virtual std::unique_ptr<pass_plan> plan_passes(
      const std::vector<std::string>& metrics) const = 0;
};

/// A chip by CUPTI's name. Throws cannot_profile, naming the chips there are, if CUPTI does not
/// know it: another chip's metrics would be silently wrong.
std::unique_ptr<metric_catalogue> open_metric_catalogue(const std::string& chip);

/// The chip of GPU 0. Throws cannot_profile, with the remedy, if there is no GPU.
std::string chip_of_gpu();

}  // namespace codag::harness
