// What passes between codag and libcodag_arrow.so, which reads columns of Parquet and ORC files
// with Apache Arrow. The module alone links to Arrow, so codag starts without it. Both are always
// of one build, so they share C++ types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "codag/element_type.hpp"

namespace codag::datasets {

/// Which column, and how much of it.
struct table_request {
  std::string path;
  bool orc = false;                  ///< an ORC file; otherwise a Parquet file
  std::string column;                ///< a column of the table itself, not of a struct in it
  std::optional<element_type> type;  ///< of the values; unset: what the column's own type becomes
  std::uint64_t max_bytes = 0;       ///< of values, at least one; what follows is not read
};

/// The column, or why there is none.
struct table_answer {
  std::string error;              ///< one line without the file's name; empty if all went well
  element_type type{};            ///< of the values
  std::string column_type;        ///< as Arrow prints it: "timestamp[us]"
  std::uint64_t rows = 0;         ///< how many were read
  std::uint64_t nulls = 0;        ///< how many of these are NULL, which `values` leaves out
  std::vector<std::byte> values;  ///< little-endian, without gaps
};

/// The function that the module exports. It throws nothing.
using read_table_column = void(const table_request&, table_answer&);
inline constexpr const char* read_table_column_symbol = "codag_read_table_column";

}  // namespace codag::datasets
