// Named sets of metrics that a config can ask for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace codag::harness {

/// Metrics that together answer one question.
struct metric_group {
  std::string_view name;
  std::span<const std::string_view> metrics;  ///< CUPTI's full names
};

/// "throughput", "pipes" and "occupancy". A config that names no group gets all of them.
std::span<const metric_group> metric_groups();
std::vector<std::string> names_of_groups();

/// The metrics that `asked` stands for, each once, in order. A group's name stands for its metrics;
/// any other name stands for itself. If `asked` is empty, the metrics of all groups.
std::vector<std::string> metrics_of(const std::vector<std::string>& asked);

/// Why `name` can be neither a group nor a metric of any chip, with the groups' names; std::nullopt
/// if it can be one. Only CUPTI knows whether a certain chip has the metric.
std::optional<std::string> why_no_metric(const std::string& name);

}  // namespace codag::harness
