// Loads a column of a Parquet or an ORC file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>

#include "datasets/dataset.hpp"

namespace codag::datasets {

enum class table_format { parquet, orc };

/// Which column, and how much of it.
struct table_options {
  std::filesystem::path path = {};
  std::string name = {};  ///< of the dataset; if empty, the file's name
  table_format format = table_format::parquet;
  std::string column = {};                ///< its name in the table's schema
  std::optional<element_type> type = {};  ///< unset: what the column's own type becomes
  std::uint64_t max_bytes =
      std::numeric_limits<std::uint64_t>::max();  ///< of values; what follows is not read
};

/// Loads a column of at least one value. What the column's type becomes:
///
/// - integers and floats: the same type; a boolean: uint8, 0 or 1;
/// - a date of 32 bits, a time of 32 bits: int32; other dates, times, timestamps and durations:
///   int64, in the column's own unit;
/// - a decimal of at most 18 digits: int64, without the decimal point (12.34 becomes 1234);
/// - strings, binary: uint8, the bytes of all values, one value after the other.
///
/// With `type`, every value must fit that type. NULLs are left out, as in the files' own data
/// streams, and dataset::table counts them.
///
/// Throws bad_input, one line that names the file and the column, with the remedy; also if the
/// module libcodag_arrow.so is absent.
dataset load_table(const table_options& options);

}  // namespace codag::datasets
