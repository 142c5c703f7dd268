// A column whose compressed form comes from a file.
#pragma once

#include <string_view>

#include "codag/chunked_column.hpp"
#include "datasets/dataset.hpp"

namespace codag::datasets {

/// The values, and the chunks that the file has them in.
struct compressed_dataset {
  dataset raw;
  chunked_column column;               ///< its chunks are of different sizes
  bool single_stream = false;          ///< the whole file is one chunk, so nothing is parallel
  std::string_view codec = "deflate";  ///< of the chunks: a name of the registry
};

}  // namespace codag::datasets
