#include "harness/plan/plan.hpp"

#include <algorithm>
#include <regex>
#include <set>

#include "datasets/dataset.hpp"
#include "harness/config/nearest_name.hpp"
#include "harness/microbenchmark/microbenchmark.hpp"

namespace codag::harness {

std::string size_name(std::uint64_t bytes) {
  constexpr std::pair<std::uint64_t, const char*> units[] = {
      {1ull << 30, "GiB"}, {1ull << 20, "MiB"}, {1ull << 10, "KiB"}};
  for (const auto& [unit, name] : units)
    if (bytes >= unit && bytes % unit == 0) return std::to_string(bytes / unit) + name;
  return std::to_string(bytes) + "B";
}

std::string chunk_name(std::uint64_t chunk_bytes) {
  return chunk_bytes == 0 ? "members" : size_name(chunk_bytes);
}

std::vector<bench_case> make_plan(const config& config, const std::string& backend) {
  if (config.microbenchmark) return microbenchmark_plan(*config.microbenchmark, backend);
  std::vector<bench_case> plan;
  std::set<std::uint64_t> sizes;
  const bool timed = std::find(config.measurements.begin(), config.measurements.end(), "time") !=
                     config.measurements.end();
  for (const dataset_spec& dataset : config.datasets) {
    const std::uint64_t size = dataset.size.value_or(config.size);
    if (timed && sizes.insert(size).second)
      plan.push_back(
          {"copy/" + size_name(size), {}, "", "copy", backend == "cuda" ? "cuda" : "cpu", 0, size});
    const std::vector<std::uint32_t> chunks =
        dataset.came_compressed() ? std::vector<std::uint32_t>{0} : config.chunk_bytes;
    for (const std::string& codec : config.codecs)
      for (const std::uint32_t chunk_bytes : chunks)
        for (const variant_spec& variant : config.variants)
          plan.push_back(
              {dataset.name + "/" + codec + "/" + variant.name + "/" + chunk_name(chunk_bytes),
               dataset, codec, variant.name, is_native(variant.name) ? "cpu" : backend, chunk_bytes,
               size, variant.chosen, variant.kernel});
  }
  return plan;
}

std::vector<bench_case> filter_plan(const std::vector<bench_case>& plan, const std::string& regex) {
  std::vector<bench_case> kept;
  try {
    const std::regex pattern(regex);
    for (const bench_case& c : plan)
      if (std::regex_search(c.name, pattern)) kept.push_back(c);
  } catch (const std::regex_error& e) {
    throw datasets::bad_input("--filter: \"" + regex + "\" is no regular expression: " + e.what());
  }
  if (kept.empty())
    throw datasets::bad_input("--filter: \"" + regex + "\" finds none of " +
                              std::to_string(plan.size()) +
                              " cases; `codag run CONFIG --dry-run` lists their names");
  return kept;
}

std::vector<bench_case> only_case(const std::vector<bench_case>& plan, const std::string& name) {
  const bench_case* nearest = nullptr;
  for (const bench_case& c : plan) {
    if (c.name == name) return {c};
    if (nearest == nullptr || edit_distance(name, c.name) < edit_distance(name, nearest->name))
      nearest = &c;
  }
  throw datasets::bad_input(
      "--case: no case is named \"" + name + "\"" +
      (nearest == nullptr ? "" : "; the nearest is \"" + nearest->name + "\"") +
      "; `codag run CONFIG --dry-run` lists them");
}

}  // namespace codag::harness
