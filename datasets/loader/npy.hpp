// Loads an array that NumPy wrote (.npy), or a column of one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>

#include "datasets/dataset.hpp"

namespace codag::datasets {

/// Which array, and how much of it.
struct npy_options {
  std::filesystem::path path = {};
  std::string name = {};                     ///< of the dataset; if empty, the file's name
  std::optional<element_type> type = {};     ///< if set, it must be the array's own
  std::optional<std::uint64_t> column = {};  ///< of an array of two dimensions, from 0
  std::uint64_t max_bytes =
      std::numeric_limits<std::uint64_t>::max();  ///< of values; what follows is not read
};

/// Loads at least one value, as little-endian whatever the file has. An array of two dimensions
/// needs a column, in C's order or Fortran's. Booleans become uint8; dates and durations
/// (datetime64, timedelta64) int64, in their own unit. The file may be compressed with gzip.
///
/// Throws bad_input, one line that names the file and what is wrong with it: it is not such a file,
/// its header is damaged, its elements or dimensions are others, or it ends early or continues
/// after the array.
dataset load_npy(const npy_options& options);

}  // namespace codag::datasets
