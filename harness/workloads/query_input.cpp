#include "harness/workloads/query_input.hpp"

#include <algorithm>
#include <string>

#include "codag/codec/gpu_simdbp128/gpu_simdbp128.hpp"
#include "codag/status.hpp"
#include "harness/kernels/query_kernels.hpp"
#include "harness/measure/workload.hpp"
#include "harness/workloads/no_form.hpp"

namespace codag::harness {
namespace {

/// The format that the scan itself decodes; none for all others.
query::column_format format_of(std::string_view codec) {
  if (codec == "gpu_for") return query::column_format::gpu_for;
  if (codec == "gpu_dfor") return query::column_format::gpu_dfor;
  if (codec == "gpu_rfor") return query::column_format::gpu_rfor;
  if (codec == "gpu_simdbp128") return query::column_format::gpu_simdbp128;
  return query::column_format::none;
}

/// The rows of a tile of the row's scan.
std::uint32_t rows_per_tile(const query_kernel& row, const parameter_values& values) {
  if (row.facts.codec == "gpu_simdbp128") return gpu_simdbp128::block_values;
  const std::uint64_t depth = value_of(row.facts.parameters, values, "tile_depth");
  return depth == 0 ? query::tile_rows : static_cast<std::uint32_t>(depth) * tile_threads;
}

template <class T>
const T* uploaded(const upload_bytes& upload, std::span<const T> values) {
  return values.empty() ? nullptr : reinterpret_cast<const T*>(upload(std::as_bytes(values)));
}

query::fact_column place_column(const query_step& step, std::uint32_t tile_bytes,
                                const upload_bytes& upload) {
  const chunked_column& column = *step.column;
  if (column.chunk_bytes % tile_bytes != 0 && column.chunks.size() > 1)
    throw cannot_run("a query's chunks are whole tiles: chunk_bytes has to be a multiple of " +
                     std::to_string(tile_bytes) + ", not " + std::to_string(column.chunk_bytes));
  return {.stored = {.in = uploaded(upload, std::span<const std::byte>(column.bytes)),
                     .in_bytes = column.bytes.size(),
                     .out = nullptr,
                     .out_bytes = column.raw_bytes,
                     .chunks = uploaded(upload, std::span<const chunk>(column.chunks)),
                     .chunk_count = static_cast<std::uint32_t>(column.chunks.size()),
                     .statuses = nullptr},
          .format = format_of(step.codec),
          .tiles_per_chunk = (column.chunk_bytes + tile_bytes - 1) / tile_bytes};
}

query::dimension place_dimension(const query_dimension& d, const upload_bytes& upload) {
  return {.keys = uploaded(upload, d.keys),
          .where = uploaded(upload, d.where),
          .in = d.in,
          .group = uploaded(upload, d.group),
          .group_least = d.group_least,
          .group_stride = d.group_stride,
          .rows = static_cast<std::uint32_t>(d.keys.size()),
          .first_key = d.first_key,
          .key_count = d.key_count,
          .lookup = nullptr};
}

/// What decompresses the step's column before the scan.
decompression decompression_of(const query_step& step, const parameter_values& values) {
  const std::string variant = std::string(decompressors.at(values.at(0))) + "/store";
  const column_kernel* row = find_row(column_kernels(), step.codec, variant);
  if (row == nullptr)
    throw cannot_run("codec " + std::string(step.codec) + " has no variant " + variant +
                     ", which would decompress " + std::string(step.name) + " first");
  decompression made{.by = row, .values = standard_values(row->facts.parameters)};
  check_suits(*step.column, *row, made.values);
  return made;
}

}  // namespace

bool decompresses_first(const query_kernel& row) {
  return std::ranges::any_of(row.facts.parameters,
                             [](const parameter& p) { return p.key == "decompressed_by"; });
}

query_argument place_query(const query_input& input, const query_kernel& row,
                           const parameter_values& values, const upload_bytes& upload) {
  query_argument argument{.query = {}};
  query::star_query& query = argument.query;
  query.step_count = static_cast<std::uint32_t>(input.steps.size());
  query.dimension_count = static_cast<std::uint32_t>(input.dimensions.size());
  if (query.step_count > query::most_steps || query.dimension_count > query::most_dimensions)
    throw cannot_run("the query has more steps or dimensions than a kernel takes");
  query.rows = input.rows;
  const std::uint32_t tile = rows_per_tile(row, values);
  query.tile_count = query::tiles_of(input.rows, tile);
  query.group_count = static_cast<std::uint32_t>(input.expected.size());
  for (std::uint32_t s = 0; s < query.step_count; ++s) {
    const query_step& step = input.steps[s];
    // The scan reads columns that are not compressed where they are.
    if (decompresses_first(row) && step.codec != "none")
      argument.decompressions[s] = decompression_of(step, values);
    query.steps[s] = {place_column(step, tile * sizeof(std::int32_t), upload), step.does, step.in,
                      step.dimension};
  }
  for (std::uint32_t d = 0; d < query.dimension_count; ++d)
    query.dimensions[d] = place_dimension(input.dimensions[d], upload);
  return argument;
}

verification check_query(const query_input& input, std::span<const std::uint64_t> groups,
                         std::span<const std::uint64_t> refused) {
  verification v{.ok = true, .reason = {}, .chunk_status = {}};
  std::uint64_t chunks = 0;
  for (std::size_t s = 0; s < input.steps.size(); ++s) {
    chunks += input.steps[s].column->chunks.size();
    for (std::size_t k = 0; k < query::status_count; ++k) {
      const std::uint64_t count = refused[s * query::status_count + k];
      if (count == 0) continue;
      const std::string name = to_string(static_cast<status>(k));
      v.chunk_status[name] += count;
      if (v.ok) v.reason = std::string(input.steps[s].name) + ": " + name;
      v.ok = false;
    }
  }
  if (!v.ok) return v;
  v.chunk_status[to_string(status::ok)] = chunks;
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (groups[g] != static_cast<std::uint64_t>(input.expected[g]))
      return {.ok = false,
              .reason = "group " + std::to_string(g) + " has the sum " +
                        std::to_string(static_cast<std::int64_t>(groups[g])) + ", not " +
                        std::to_string(input.expected[g]),
              .chunk_status = v.chunk_status};
  return v;
}

}  // namespace codag::harness
