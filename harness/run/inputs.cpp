#include "harness/run/inputs.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "datasets/bad_input.hpp"
#include "datasets/input_file.hpp"
#include "datasets/ssb/queries.hpp"
#include "harness/support/memory_available.hpp"

namespace codag::harness {
namespace {

/// The uncompressed bytes that a case works on: a column's, or those of all columns of a query.
std::uint64_t raw_bytes(const bench_case& c) {
  const query_case* query = c.query();
  return query == nullptr ? c.size : c.size * datasets::ssb::find_query(query->query)->steps.size();
}

/// The least host memory that a case takes: a generated column and its compressed form or output,
/// or the two buffers of a copy. A file's column may be smaller than the size that was asked for,
/// and memory traffic on a GPU takes the GPU's memory.
std::uint64_t least_bytes(const bench_case& c) {
  const column_work* column = c.column();
  const bool on_host =
      column != nullptr ? column->dataset.path.empty() : c.backend != backend::cuda;
  return on_host ? raw_bytes(c) : 0;
}

}  // namespace

void check_inputs(const std::vector<bench_case>& plan) {
  const auto available = memory_available();
  std::set<std::string> checked;  // a file belongs to many cases
  for (const bench_case& c : plan) {
    if (const column_work* column = c.column();
        column != nullptr && !column->dataset.path.empty() && !column->dataset.optional &&
        checked.insert(column->dataset.path).second)
      datasets::require_input_file(column->dataset.path,
                                   "correct the path; a config skips the cases of a dataset with "
                                   "\"optional\": true");
    // Half of it for each buffer, so that the sum cannot overflow.
    const std::uint64_t needed = least_bytes(c);
    if (available && needed > *available / 2)
      throw datasets::bad_input(
          c.name + ": needs at least two buffers of " + std::to_string(needed) + " bytes, and " +
          std::to_string(*available) + " bytes of memory are available; choose a smaller --size");
  }
}

std::uint64_t gpu_bytes_of_largest(const std::vector<bench_case>& plan) {
  std::uint64_t most = 0;
  for (const bench_case& c : plan) {
    if (c.backend != backend::cuda) continue;
    const traffic_case* traffic = c.memory_traffic();
    most = std::max(most, traffic != nullptr ? traffic_bytes(traffic->kind, c.size) : raw_bytes(c));
  }
  return most;
}

std::vector<std::filesystem::path> input_files(const config& config) {
  std::vector<std::filesystem::path> files = {config.file};
  for (const dataset_spec& dataset : config.datasets)
    if (!dataset.path.empty()) files.emplace_back(dataset.path);
  return files;
}

}  // namespace codag::harness
