// The kernels of star queries as rows. query_kernels.cmake lists the scans, too.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "codag/query/count_refusals.hpp"
#include "codag/query/load_fact.hpp"
#include "codag/query/prepare.hpp"
#include "codag/query/scan.hpp"
#include "harness/kernels/query_memory.hpp"
#include "harness/kernels/registry.hpp"

namespace codag::harness {

/// Runs the kernels of a launch's phase. run(kernel) runs one of ours, and run_column(row, column,
/// choice) one of a row that decompresses a column.
template <class Columns, class Run, class RunColumn>
void each_query_kernel(const query_argument& argument, const launch_choice& choice, const Run& run,
                       const RunColumn& run_column) {
  const query_memory memory(argument, choice.workspace);
  const query::star_query& query = memory.query();
  const bool timed = choice.phase == phase::timed;
  if (timed && argument.prepares) {
    run(query::clear_words{query.refused, memory.cleared_words()});
    run(query::build_lookups{query});
  }
  for (std::uint32_t s = 0; s < query.step_count; ++s) {
    const decompression& its = argument.decompressions[s];
    if (its.by == nullptr || (timed && !argument.prepares)) continue;
    run_column(
        *its.by, memory.column(s),
        launch_choice{element_type::int32, its.values, memory.workspace_of(s), choice.phase});
    if (choice.phase == phase::after)
      run(query::count_refusals{memory.column(s).statuses, memory.column(s).chunk_count,
                                query.refused + std::uint64_t{s} * query::status_count});
  }
  if (timed && argument.scans) run(query::scan<Columns>{query});
}

/// The functions of a scan. Each is compiled in its own file.
template <class Columns>
host_function<query_argument> scan_on_host();
template <class Columns>
cuda_functions<query_argument> scan_on_cuda();

/// What decompress_first decompresses a column by: the codec's variant of this name with "/store".
inline constexpr std::array<std::string_view, 3> decompressors = {"block_per_tile", "warp_per_tile",
                                                                  "cascaded"};
inline constexpr std::array decompress_first_parameters = {
    parameter{.key = "decompressed_by",
              .label = "by",
              .least = 0,
              .most = decompressors.size() - 1,
              .standard = 0,
              .choices = decompressors,
              .help = "the kernels that decompress each column"}};
static_assert(well_declared(decompress_first_parameters));

inline constexpr std::array tile_query_parts = {part{"execution", "tile"}};
inline constexpr std::array decompress_first_parts = {part{"execution", "decompress_first"}};

template <class Columns>
query_kernel query_row(std::string_view codec, std::span<const part> parts,
                       std::span<const parameter> parameters) {
  query_kernel row{.facts = {.family = family::query,
                             .codec = codec,
                             .variant = parts.front().value,
                             .parts = parts,
                             .parameters = parameters}};
  row.workspace_bytes = [](const query_argument& argument, std::span<const std::uint64_t>) {
    return query_memory(argument, nullptr).bytes();
  };
#ifdef CODAG_HAVE_HOST_BACKEND
  row.run = scan_on_host<Columns>();
#endif
#ifdef CODAG_HAVE_CUDA
  row.cuda = scan_on_cuda<Columns>();
#endif
  return row;
}

/// The scan decodes the columns.
template <class Columns>
query_kernel tile_query(std::string_view codec) {
  return query_row<Columns>(codec, tile_query_parts, {});
}
/// Each column is decompressed to memory first, and the scan reads it there.
template <class Columns>
query_kernel decompress_first_query(std::string_view codec) {
  return query_row<Columns>(codec, decompress_first_parts, decompress_first_parameters);
}

}  // namespace codag::harness
