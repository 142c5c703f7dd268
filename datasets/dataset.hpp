// A dataset: a named column of raw values and where they came from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "codag/element_type.hpp"
#include "datasets/bad_input.hpp"

namespace codag::datasets {

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
