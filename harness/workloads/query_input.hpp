// The input of a query workload: a star query over columns in host memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/query/condition.hpp"
#include "codag/query/star_query.hpp"
#include "harness/kernels/registry.hpp"
#include "harness/measure/verification.hpp"

namespace codag::harness {

/// A step of the query, and its column as it is stored.
struct query_step {
  std::string_view name;  ///< of the column
  query::role does;
  query::condition in;
  std::uint32_t dimension;  ///< of a probe
  std::string_view codec;   ///< that compressed the column: a row of the registry
  const chunked_column* column;
};

/// A dimension table that the query joins; the members are those of query::dimension. `where` and
/// `group` may be empty.
struct query_dimension {
  std::span<const std::int32_t> keys, where, group;
  query::condition in;
  std::int32_t group_least;
  std::uint32_t group_stride;
  std::int32_t first_key;
  std::uint32_t key_count;
};

/// A query with its data. A workload keeps a copy of this struct, but not of the data that its
/// members refer to.
struct query_input {
  std::vector<query_step> steps;
  std::vector<query_dimension> dimensions;
  std::uint64_t rows;                      ///< of the fact table
  std::span<const std::int64_t> expected;  ///< the sum of each group
};

/// Whether the row decompresses the columns before it scans them.
bool decompresses_first(const query_kernel& row);

/// Copies bytes to the backend's memory, aligned to 8 bytes, where they stay as long as the
/// workload.
using upload_bytes = std::function<const std::byte*(std::span<const std::byte>)>;

/// The query in the backend's memory, as `row` with these values reads it. Throws cannot_run if the
/// row cannot read a column.
query_argument place_query(const query_input& input, const query_kernel& row,
                           const parameter_values& values, const upload_bytes& upload);

/// Says whether the sums are the expected ones and nothing was refused. `refused` has
/// query::most_steps * query::status_count counts.
verification check_query(const query_input& input, std::span<const std::uint64_t> groups,
                         std::span<const std::uint64_t> refused);

}  // namespace codag::harness
