// A star query over columns in memory, for a test: what it is, its answer, and a run of it on the
// host backend.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <list>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "codag/codec/codec.hpp"
#include "codag/query/star_query.hpp"
#include "codag/simt/host/global_memory.hpp"
#include "codag/simt/host/launch_options.hpp"
#include "harness/kernels/query_memory.hpp"
#include "harness/kernels/registry.hpp"

namespace codag::test {

struct star_step {
  query::role does;
  query::condition in;
  std::uint32_t dimension;
  std::string_view codec;  ///< none, gpu_for, gpu_dfor or gpu_rfor
  std::vector<std::int32_t> values;
};

struct star_dimension {
  std::vector<std::int32_t> keys, where, group;  ///< `where` and `group` may be empty
  query::condition in;
  std::int32_t group_least;
  std::uint32_t group_stride;
  std::int32_t first_key;
  std::uint32_t key_count;
};

struct star {
  std::vector<star_step> steps;
  std::vector<star_dimension> dimensions;
  std::uint32_t group_count;
};

/// The sums of the groups, row by row.
inline std::vector<std::uint64_t> answer_of(const star& s) {
  std::vector<std::uint64_t> sums(s.group_count);
  for (std::size_t row = 0; row < s.steps.front().values.size(); ++row) {
    std::int64_t measure = 0, factor = 1;
    std::uint64_t group = 0;
    bool kept = true;
    for (const star_step& step : s.steps) {
      const std::int32_t value = step.values[row];
      if (step.does == query::role::add) measure += value;
      if (step.does == query::role::subtract) measure -= value;
      if (step.does == query::role::factor) factor = value;
      if (step.does == query::role::factor || step.does == query::role::select)
        kept = kept && step.in.holds(value);
      if (step.does != query::role::probe) continue;
      const star_dimension& d = s.dimensions[step.dimension];
      bool found = false;
      for (std::size_t i = 0; i < d.keys.size() && !found; ++i) {
        if (d.keys[i] != value || (!d.where.empty() && !d.in.holds(d.where[i]))) continue;
        found = true;
        if (!d.group.empty())
          group += static_cast<std::uint64_t>(d.group[i] - d.group_least) * d.group_stride;
      }
      kept = kept && found;
    }
    if (kept) sums.at(group) += static_cast<std::uint64_t>(measure * factor);
  }
  return sums;
}

/// A query whose columns have the codecs in turn, and of which about a tenth of the rows is kept.
/// With groups, it has two dimensions and 12 of them; some keys have no row, and some are outside
/// the look-up array. Without, it has a factor.
inline star random_star(std::size_t rows, unsigned seed, std::vector<std::string_view> codecs,
                        bool groups = true) {
  std::mt19937 random(seed);
  const auto between = [&](std::int32_t least, std::int32_t most) {
    return std::uniform_int_distribution(least, most)(random);
  };
  star s{.steps = {}, .dimensions = {}, .group_count = groups ? 12u : 1u};
  const auto add = [&](query::role does, query::condition in, std::uint32_t dimension,
                       const auto& value) {
    const std::string_view codec = codecs[s.steps.size() % codecs.size()];
    star_step& step = s.steps.emplace_back(star_step{does, in, dimension, codec, {}});
    for (std::size_t row = 0; row < rows; ++row) step.values.push_back(value(row));
  };
  const auto number = [](std::size_t row) { return static_cast<std::int32_t>(row); };
  add(query::role::select, {10, 60, -5}, 0,
      [&](std::size_t row) { return row % 7 == 0 ? -5 : between(0, 99); });
  if (groups) {
    s.dimensions = {{{7, 8, 9, 12}, {1, 2, 3, 2}, {0, 3, 2, 1}, {2, 3, 2}, 0, 3, 7, 6},
                    {{-3, -2, -1}, {}, {20, 21, 22}, query::any_value, 20, 1, -3, 3}};
    add(query::role::probe, {}, 0, [&](std::size_t row) {
      return row % 97 == 0 ? std::numeric_limits<std::int32_t>::min() : between(6, 13);
    });
    add(query::role::probe, {}, 1, [&](std::size_t row) { return -number(row / 5 % 5); });
  } else {
    add(query::role::factor, {-3, 3, -3}, 0, [&](std::size_t) { return between(-5, 5); });
  }
  add(query::role::add, {}, 0, [&](std::size_t row) { return number(row) * 3; });
  add(query::role::subtract, {}, 0, [&](std::size_t) { return between(0, 1 << 20); });
  return s;
}

/// A query with the steps of a flight of the Star Schema Benchmark, 1, 2 or 4; flight 3 has those
/// of flight 2. The column of the date has a codec of its own.
inline star star_of_flight(unsigned flight, std::size_t rows, unsigned seed, std::string_view date,
                           std::string_view other) {
  std::mt19937 random(seed);
  star s{.steps = {}, .dimensions = {}, .group_count = flight == 1 ? 1u : 12u};
  const auto add = [&](query::role does, std::string_view codec, std::int32_t least,
                       std::int32_t most, query::condition in = query::any_value,
                       std::uint32_t dimension = 0) {
    star_step& step = s.steps.emplace_back(star_step{does, in, dimension, codec, {}});
    std::uniform_int_distribution values(least, most);
    for (std::size_t row = 0; row < rows; ++row)
      // Dates come in runs.
      step.values.push_back(codec == date && row % 9 != 0 ? step.values.back() : values(random));
  };
  if (flight == 1) {
    add(query::role::select, date, 0, 99, {10, 60, -5});
    add(query::role::select, other, 0, 9, {2, 8, 2});
    add(query::role::factor, other, -5, 5, {-3, 3, -3});
    add(query::role::add, other, 0, 1 << 20);
    return s;
  }
  s.dimensions = {{{7, 8, 9, 12}, {1, 2, 3, 2}, {0, 3, 2, 1}, {2, 3, 2}, 0, 3, 7, 6},
                  {{-3, -2, -1}, {}, {20, 21, 22}, query::any_value, 20, 1, -3, 3},
                  {{1, 2, 3, 4}, {1, 1, 0, 1}, {}, {1, 1, 1}, 0, 0, 1, 4},
                  {{5, 6}, {}, {}, query::any_value, 0, 0, 5, 2}};
  add(query::role::probe, other, 6, 13, {}, 0);
  add(query::role::probe, other, -4, 0, {}, 1);
  if (flight == 4) add(query::role::probe, other, 0, 5, {}, 2);
  add(query::role::probe, date, 4, 7, {}, 3);
  add(query::role::add, other, 0, 1 << 20);
  if (flight == 4) add(query::role::subtract, other, 0, 1 << 10);
  return s;
}

/// A query in memory that stands for a GPU's.
class placed_star {
 public:
  placed_star(const star& s, std::uint32_t chunk_bytes,
              std::uint32_t rows_per_tile = query::tile_rows) {
    query::star_query& query = argument_.query;
    query.step_count = static_cast<std::uint32_t>(s.steps.size());
    query.dimension_count = static_cast<std::uint32_t>(s.dimensions.size());
    query.rows = s.steps.front().values.size();
    query.tile_count = query::tiles_of(query.rows, rows_per_tile);
    query.group_count = s.group_count;
    for (std::size_t i = 0; i < s.steps.size(); ++i) {
      const star_step& step = s.steps[i];
      columns.push_back(compress(*find_codec(step.codec), std::as_bytes(std::span(step.values)),
                                 element_type::int32, chunk_bytes));
      query.steps[i] = {{}, step.does, step.in, step.dimension};
      codecs_.push_back(step.codec);
      query.steps[i].column.tiles_per_chunk =
          (chunk_bytes + 4 * rows_per_tile - 1) / (4 * rows_per_tile);
      query.steps[i].column.format = format_of(step.codec);
    }
    for (std::size_t i = 0; i < s.dimensions.size(); ++i) {
      const star_dimension& d = s.dimensions[i];
      query.dimensions[i] = {.keys = place(d.keys),
                             .where = d.where.empty() ? nullptr : place(d.where),
                             .in = d.in,
                             .group = d.group.empty() ? nullptr : place(d.group),
                             .group_least = d.group_least,
                             .group_stride = d.group_stride,
                             .rows = static_cast<std::uint32_t>(d.keys.size()),
                             .first_key = d.first_key,
                             .key_count = d.key_count,
                             .lookup = nullptr};
    }
  }

  struct outcome {
    std::vector<std::uint64_t> groups;
    std::uint64_t refused = 0;  ///< tiles and chunks that were not ok
  };

  /// Runs the query over `columns`, as they are now. Each column is decompressed first if
  /// `decompressed_by` names the kernels. Without `values`, the row's parameters are the standard
  /// ones.
  outcome run(const harness::query_kernel& row, std::string_view decompressed_by = {},
              const simt::host::launch_options& options = {}, parameter_values values = {}) {
    if (values.empty()) values = standard_values(row.facts.parameters);
    harness::query_argument argument = argument_;
    std::list<simt::host::global_vector<std::byte>> bytes;
    std::list<simt::host::global_vector<chunk>> chunks;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const chunked_column& column = columns[i];
      bytes.emplace_back(column.bytes.begin(), column.bytes.end());
      chunks.emplace_back(column.chunks.begin(), column.chunks.end());
      argument.query.steps[i].column.stored = {bytes.back().data(),
                                               bytes.back().size(),
                                               nullptr,
                                               column.raw_bytes,
                                               chunks.back().data(),
                                               static_cast<std::uint32_t>(chunks.back().size()),
                                               nullptr};
      if (decompressed_by.empty()) continue;
      const auto* by = harness::find_row(harness::column_kernels(), codecs_[i], decompressed_by);
      argument.decompressions[i] = {by, standard_values(by->facts.parameters)};
    }
    simt::host::global_vector<std::byte> workspace(row.workspace_bytes(argument, {}),
                                                   std::byte{0xee});
    for (const phase p : {phase::before, phase::timed, phase::after})
      row.run(argument, {element_type::int32, values, workspace.data(), p}, options);
    const query::star_query query = harness::query_memory(argument, workspace.data()).query();
    outcome made{.groups = {query.groups, query.groups + query.group_count}};
    for (std::uint32_t i = 0; i < query::most_steps * query::status_count; ++i)
      made.refused += query.refused[i];
    return made;
  }

  std::vector<chunked_column> columns;

 private:
  static query::column_format format_of(std::string_view codec) {
    using enum query::column_format;
    return codec == "gpu_for"         ? gpu_for
           : codec == "gpu_dfor"      ? gpu_dfor
           : codec == "gpu_rfor"      ? gpu_rfor
           : codec == "gpu_simdbp128" ? gpu_simdbp128
                                      : none;
  }

  const std::int32_t* place(const std::vector<std::int32_t>& values) {
    return placed_.emplace_back(values.begin(), values.end()).data();
  }

  harness::query_argument argument_{.query = {}};
  std::vector<std::string_view> codecs_;
  std::list<simt::host::global_vector<std::int32_t>> placed_;
};

inline const harness::query_kernel& query_kernel_of(std::string_view codec,
                                                    std::string_view variant) {
  return *harness::find_row(harness::query_kernels(), codec, variant);
}

/// Damages a fact column: its bytes, its chunk table, or both.
inline void damage(chunked_column& column, std::mt19937& random) {
  chunk& victim = column.chunks[random() % column.chunks.size()];
  switch (random() % 6) {
    case 0:
      for (unsigned n = 1 + random() % 8; n > 0; --n)
        column.bytes[victim.in_offset + random() % victim.in_bytes] ^=
            static_cast<std::byte>(1u << random() % 8);
      break;
    case 1:
      for (std::uint32_t i = 0; i < victim.in_bytes; ++i)
        column.bytes[victim.in_offset + i] = static_cast<std::byte>(random());
      break;
    case 2:
      victim.in_bytes = static_cast<std::uint32_t>(random() % victim.in_bytes);
      break;
    case 3:
      victim.in_offset = random();
      break;
    case 4:
      victim.out_bytes = static_cast<std::uint32_t>(random() % 4 == 0 ? random() : random() % 4096);
      break;
    default:
      column.bytes.resize(random() % column.bytes.size());
      break;
  }
}

}  // namespace codag::test
