// A dataset: a named column of raw values and where they came from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "codag/element_type.hpp"
#include "datasets/bad_input.hpp"

namespace codag::datasets {

/// Where a column of a Parquet or an ORC file comes from.
struct table_origin {
  std::string column;       ///< its name
  std::string column_type;  ///< in the file: "int64", "timestamp[us]"
  /// How many rows were read, and how many of these are NULL; the values leave those out. Unset if
  /// a part of the streams of "orc_rle" was read, which do not say it.
  std::optional<std::uint64_t> rows = {}, nulls = {};
};

/// A column in memory with its provenance.
struct dataset {
  std::string name;              ///< the generator's, "MC0"; or the one that a config gives a file
  element_type type;             ///< of the values
  std::vector<std::byte> bytes;  ///< little-endian values; a whole number of elements
  std::string source;            ///< "generated", or the path of the file
  std::uint64_t seed = 0;        ///< of the generator; 0 for a file
  std::string sha256;            ///< of `bytes`, 64 hexadecimal digits
  std::optional<table_origin> table = {};  ///< of a Parquet or an ORC file; otherwise unset
};

}  // namespace codag::datasets
