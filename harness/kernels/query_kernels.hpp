// The kernels of star queries as rows. query_kernels.cmake lists the scans, too.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "codag/query/count_refusals.hpp"
#include "codag/query/load_by_warp.hpp"
#include "codag/query/load_fact.hpp"
#include "codag/query/prepare.hpp"
#include "codag/query/scan.hpp"
#include "codag/query/scan_by_warps.hpp"
#include "codag/query/star_query.hpp"
#include "codag/query/steps.hpp"
#include "harness/kernels/query_memory.hpp"
#include "harness/kernels/row.hpp"

namespace codag::harness {

/// A query. Rows of other families decompress the columns that the scan does not.
template <class Scan>
struct query_launch {
  using argument = query_argument;
  template <class Run>
  static void run_kernels(const query_argument& argument, const launch_choice& choice, Run& run) {
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
      run.run_row(
          *its.by, memory.column(s),
          launch_choice{element_type::int32, its.values, memory.workspace_of(s), choice.phase});
      if (choice.phase == phase::after)
        run(query::count_refusals{memory.column(s).statuses, memory.column(s).chunk_count,
                                  query.refused + std::uint64_t{s} * query::status_count});
    }
    if (!timed || !argument.scans) return;
    if constexpr (requires { Scan::run(query, choice.values, run); })
      Scan::run(query, choice.values, run);
    else
      run(Scan{query});
  }
};

// The scans: by blocks of threads, as in the paper, and by warps; of columns of every format, and
// of columns that are not compressed; of any steps, and compiled for some.
using any_by_blocks = query::scan<query::any_columns>;
using uncompressed_by_blocks = query::scan<query::uncompressed_columns>;
using any_by_warps = query::scan_by_warps<query::any_by_warp>;
using uncompressed_by_warps = query::scan_by_warps<query::uncompressed_by_warp>;

/// Runs the scan that is compiled for the query's steps and for columns of these formats. Returns
/// whether there is one.
template <class Columns, class Date, class Other, class Run>
bool run_compiled(const query::star_query& query, Run& run) {
  const auto runs = [&]<class Steps>(const Steps&) {
    if (!Steps::are_those_of(query)) return false;
    run(query::scan<Columns, Steps>{query});
    return true;
  };
  return runs(query::flight_1<Date, Other>{}) || runs(query::flights_2_and_3<Date, Other>{}) ||
         runs(query::flight_4<Date, Other>{});
}
/// The same for columns that all have one format.
template <class Columns, query::column_format format, class Run>
bool run_compiled(const query::star_query& query, Run& run) {
  return run_compiled<Columns, query::this_format<format>, query::this_format<format>>(query, run);
}
inline std::invalid_argument no_compiled_scan() {
  return std::invalid_argument("no scan is compiled for the query's steps");
}

/// Scans by blocks that are compiled for the query's steps: for their formats, too, if the columns
/// are not compressed, or as GPU-* stores them at the paper's scale.
struct compiled_by_blocks {
  template <class Run>
  static void run(const query::star_query& query, std::span<const std::uint64_t> /*values*/,
                  Run& run) {
    using query::any_columns, query::any_format, query::column_format, query::this_format;
    if (!run_compiled<query::uncompressed_columns, column_format::none>(query, run) &&
        !run_compiled<any_columns, this_format<column_format::gpu_rfor>,
                      this_format<column_format::gpu_for>>(query, run) &&
        !run_compiled<any_columns, any_format, any_format>(query, run))
      throw no_compiled_scan();
  }
};

/// The same for columns that are all in GPU-FOR. The launch chooses the depth of a tile (section
/// 4.2).
struct compiled_gpu_for_by_blocks {
  template <class Run>
  static void run(const query::star_query& query, std::span<const std::uint64_t> values, Run& run) {
    const auto runs = [&]<unsigned depth>() {
      return values[0] == depth &&
             run_compiled<query::gpu_for_columns<depth>, query::column_format::gpu_for>(query, run);
    };
    if (!runs.template operator()<4>() && !runs.template operator()<8>() &&
        !runs.template operator()<16>() && !runs.template operator()<32>())
      throw no_compiled_scan();
  }
};
inline constexpr std::array compiled_gpu_for_parameters = {
    parameter{.key = "tile_depth",
              .label = "depth",
              .least = query::tile_rows / tile_threads,
              .most = 32,
              .standard = query::tile_rows / tile_threads,
              .power_of_two = true,
              .help = "blocks of 128 rows per tile"}};
static_assert(well_declared(compiled_gpu_for_parameters));

/// The same for columns that are all in GPU-SIMDBP128, whose tiles have one depth (section 4.3).
struct compiled_gpu_simdbp128_by_blocks {
  template <class Run>
  static void run(const query::star_query& query, std::span<const std::uint64_t> /*values*/,
                  Run& run) {
    if (!run_compiled<query::gpu_simdbp128_columns, query::column_format::gpu_simdbp128>(query,
                                                                                         run))
      throw no_compiled_scan();
  }
};

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

inline constexpr std::array tile_parts = {part{"execution", "tile"},
                                          part{"schedule", "block_per_tile"}};
inline constexpr std::array compiled_tile_parts = {
    part{"execution", "tile"}, part{"steps", "compiled"}, part{"schedule", "block_per_tile"}};
inline constexpr std::array warp_tile_parts = {part{"execution", "tile"},
                                               part{"schedule", "warp_per_tile"}};
inline constexpr std::array decompress_first_parts = {part{"execution", "decompress_first"},
                                                      part{"schedule", "block_per_tile"}};
// The paper's schedule is the one that a name does not say.
inline constexpr joined_parts tile_name{tile_parts, 1}, warp_tile_name{warp_tile_parts, 2},
    compiled_tile_name{compiled_tile_parts, 2}, decompress_first_name{decompress_first_parts, 1};

template <class Scan>
query_kernel query_row(std::string_view codec, const joined_parts& name,
                       std::span<const part> parts, std::span<const parameter> parameters = {}) {
  query_kernel row =
      row_of_launch<query_launch<Scan>>({.family = family::query,
                                         .codec = codec,
                                         .variant = name.text,
                                         .parts = parts,
                                         .parameters = parameters,
                                         .supports = supports_type<query::element_types>});
  row.workspace_bytes = [](const query_argument& argument, std::span<const std::uint64_t>) {
    return query_memory(argument, nullptr).bytes();
  };
  return row;
}

/// The scan decodes the columns, by blocks of threads or by warps.
template <class Scan>
query_kernel tile_query(std::string_view codec) {
  return query_row<Scan>(codec, tile_name, tile_parts);
}
template <class Scan>
query_kernel warp_tile_query(std::string_view codec) {
  return query_row<Scan>(codec, warp_tile_name, warp_tile_parts);
}
/// The same by blocks, compiled for the query's steps.
template <class Scan>
query_kernel compiled_tile_query(std::string_view codec) {
  return query_row<Scan>(codec, compiled_tile_name, compiled_tile_parts);
}
template <class Scan>
query_kernel compiled_gpu_for_query(std::string_view codec) {
  return query_row<Scan>(codec, compiled_tile_name, compiled_tile_parts,
                         compiled_gpu_for_parameters);
}
/// Each column is decompressed to memory first, and the scan reads it there.
template <class Scan>
query_kernel decompress_first_query(std::string_view codec) {
  return query_row<Scan>(codec, decompress_first_name, decompress_first_parts,
                         decompress_first_parameters);
}

}  // namespace codag::harness
