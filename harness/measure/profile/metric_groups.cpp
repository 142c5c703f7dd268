#include "harness/measure/profile/metric_groups.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "harness/support/nearest_name.hpp"

namespace codag::harness {
namespace {

// The denominators: "elapsed" counts all cycles of the launch, including idle multiprocessors and
// the tail; "active" counts the cycles in which the unit had a warp.

// How busy were the multiprocessors and the memory?
constexpr std::array<std::string_view, 5> throughput = {
    // The busiest part of the multiprocessors, over elapsed cycles: "Compute (SM) Throughput" of
    // Nsight Compute's speed of light.
    "sm__throughput.avg.pct_of_peak_sustained_elapsed",
    // The busiest part of caches and DRAM, over elapsed cycles: "Memory Throughput" there.
    "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
    // DRAM alone, over elapsed cycles.
    "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    // Bytes over the whole launch.
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
};
// Which instruction pipes were in use?
constexpr std::array<std::string_view, 3> pipes = {
    // Instructions that each pipe executed, relative to its maximum in active cycles. From Hopper
    // on, integer multiply-adds run on the FMA pipe's heavy half, so integer work shows in both FMA
    // and ALU.
    "sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_active",
    "sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_active",
    "sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_active",
};
// How many warps were resident, how often did they issue, and with how many active lanes?
constexpr std::array<std::string_view, 3> occupancy = {
    // Resident warps relative to their maximum, in active cycles.
    "sm__warps_active.avg.pct_of_peak_sustained_active",
    // Cycles in which a scheduler issued an instruction, relative to active cycles.
    "smsp__issue_active.avg.pct_of_peak_sustained_active",
    // Active lanes per instruction, 1 to 32: an average over instructions, not cycles.
    "smsp__thread_inst_executed_per_inst_executed.ratio",
};
constexpr std::array<metric_group, 3> groups = {{
    {"throughput", throughput},
    {"pipes", pipes},
    {"occupancy", occupancy},
}};

}  // namespace

std::span<const metric_group> metric_groups() {
  return groups;
}

std::vector<std::string> names_of_groups() {
  std::vector<std::string> names;
  names.reserve(groups.size());
  for (const metric_group& group : groups) names.emplace_back(group.name);
  return names;
}

std::vector<std::string> metrics_of(const std::vector<std::string>& asked) {
  std::vector<std::string> metrics;
  std::set<std::string_view> added;  // names in `groups` and `asked`, which outlive it
  const auto add = [&](std::string_view metric) {
    if (added.insert(metric).second) metrics.emplace_back(metric);
  };
  const auto add_group = [&](const metric_group& group) {
    for (const std::string_view metric : group.metrics) add(metric);
  };
  if (asked.empty()) std::ranges::for_each(groups, add_group);
  for (const std::string& name : asked) {
    const auto* const group = std::ranges::find(groups, name, &metric_group::name);
    if (group != groups.end())
      add_group(*group);
    else
      add(name);
  }
  return metrics;
}

std::optional<std::string> why_no_metric(const std::string& name) {
  const auto in_a_name = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '.';
  };
  if (std::ranges::find(groups, name, &metric_group::name) != groups.end() ||
      (name.find("__") != std::string::npos && name.find('.') != std::string::npos &&
       std::ranges::all_of(name, in_a_name)))
    return std::nullopt;
  const std::vector<std::string> names = names_of_groups();
  return "unknown metric \"" + name + "\"" + expected_names(name, names) +
         "; or give a metric's full name, such as dram__bytes_read.sum (see codag list metrics)";
}

}  // namespace codag::harness
