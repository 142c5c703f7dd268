#include "harness/run/inputs.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "datasets/bad_input.hpp"
#include "datasets/input_file.hpp"
#include "datasets/ssb/queries.hpp"
#include "harness/kernels/registry.hpp"
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

/// The workspace of a launch over a column that the codec does not compress.
template <class Rows, class Argument>
std::uint64_t workspace_of(const Rows& rows, const column_work& c, const Argument& argument) {
  const auto* row = find_row(rows, c.codec, c.registered_variant);
  if (row == nullptr || row->workspace_bytes == nullptr) return 0;
  return row->workspace_bytes(argument, c.launch.values);
}

/// 0 if it is not known before the case runs.
std::uint64_t most_workspace_bytes(const bench_case& c) {
  const column_work* column = c.column();
  if (column == nullptr || column->peer || c.query() != nullptr) return 0;
  const std::uint64_t chunk = std::max<std::uint64_t>(column->chunk_bytes, 1);
  const auto chunks = static_cast<std::uint32_t>((c.size + chunk - 1) / chunk);
  if (c.kind() == work_kind::encode) {
    device_encoding whole{};
    whole.value_bytes = whole.bit_bytes = c.size;
    whole.chunk_count = chunks;
    return workspace_of(encode_kernels(), *column, whole);
  }
  device_column whole{};
  whole.in_bytes = whole.out_bytes = c.size;
  whole.chunk_count = chunks;
  return workspace_of(column_kernels(), *column, whole);
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

gpu_bytes gpu_bytes_of_largest(const std::vector<bench_case>& plan) {
  gpu_bytes largest;
  for (const bench_case& c : plan) {
    if (c.backend != backend::cuda) continue;
    const traffic_case* traffic = c.memory_traffic();
    const std::uint64_t output =
        traffic != nullptr ? traffic_bytes(traffic->kind, c.size) : raw_bytes(c);
    largest.least = std::max(largest.least, output);
    largest.most =
        std::max(largest.most, traffic != nullptr ? output : 2 * output + most_workspace_bytes(c));
  }
  return largest;
}

std::vector<std::filesystem::path> input_files(const config& config) {
  std::vector<std::filesystem::path> files = {config.file};
  for (const dataset_spec& dataset : config.datasets)
    if (!dataset.path.empty()) files.emplace_back(dataset.path);
  return files;
}

}  // namespace codag::harness
