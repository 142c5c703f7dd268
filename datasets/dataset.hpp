// A dataset: a named column of raw values and where they came from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "codag/element_type.hpp"

namespace codag::datasets {

/// Bad input. The message is one line that names the file, the place and the remedy. `codag` prints
/// it after "codag: " and exits with 2.
struct bad_input : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A column in memory with its provenance.
struct dataset {
  std::string name;              ///< the generator's, "MC0"; or the one that a config gives a file
  element_type type;             ///< of the values
  std::vector<std::byte> bytes;  ///< little-endian values; a whole number of elements
  std::string source;            ///< "generated", or the path of the file
  std::uint64_t seed = 0;        ///< of the generator; 0 for a file
  std::string sha256;            ///< of `bytes`, 64 hexadecimal digits
};

}  // namespace codag::datasets
