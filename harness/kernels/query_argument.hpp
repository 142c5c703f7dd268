// What a kernel of the family query works on.
#pragma once

#include <array>
#include <cstdint>

#include "codag/parameters.hpp"
#include "codag/query/star_query.hpp"
#include "codag/schedule/device_column.hpp"

namespace codag::harness {

template <class Argument>
struct kernel_row;

/// How a column becomes one that the scan reads.
struct decompression {
  const kernel_row<device_column>* by = nullptr;  ///< null: the scan reads the column as it is
  parameter_values values{};                      ///< of the row's parameters
};

/// A star query in the backend's memory. A launch's workspace has the rest: the sums, the look-up
/// arrays and the decompressed columns (query_memory.hpp), whose pointers here are not used.
struct query_argument {
  query::star_query query;
  std::array<decompression, query::most_steps> decompressions{};  ///< one per step
  /// Which kernels of the timed phase run: those before the scan, and the scan.
  bool prepares = true, scans = true;
};

}  // namespace codag::harness
