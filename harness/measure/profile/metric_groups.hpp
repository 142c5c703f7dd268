// Named sets of metrics that a config can ask for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace codag::harness {

/// Some metrics that answer one question.
struct metric_group {
  std::string_view name;
  std::string_view question;
  std::span<const std::string_view> metrics;  ///< full names, as CUPTI has them
};

/// "throughput", "pipes" and "occupancy": what a config gets that names none.
std::span<const metric_group> metric_groups();
std::vector<std::string> names_of_groups();

/// The metrics that `asked` stands for, each once, in order: a group's name stands for its metrics,
/// any other for itself. Of nothing asked, all groups'.
std::vector<std::string> metrics_of(const std::vector<std::string>& asked);

/// Why `name` can be neither a group nor a metric of any chip, with the groups' names; nothing if
/// it can. Whether a chip has the metric, CUPTI says.
std::optional<std::string> why_no_metric(const std::string& name);

}  // namespace codag::harness
