// Loads the run-length streams of a column of an ORC file as the compressed form of the column.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

#include "datasets/compressed_dataset.hpp"

namespace codag::datasets {

/// Which column, and how much of it.
struct orc_rle_options {
  std::filesystem::path path = {};
  std::string name = {};  ///< of the dataset; if empty, the file's name
  std::string column =
      {};  ///< a column of the table itself, of the ORC type short, int, long or date
  std::uint64_t max_bytes =
      std::numeric_limits<std::uint64_t>::max();  ///< of values; what follows is not read
};

/// Loads the stream DATA of every stripe as ORC's writer left it; only zlib's compression around it
/// is taken off. It is cut between runs into chunks of at most default_chunk_bytes of values, or
/// max_bytes if that is less. The codec is rle_v1 or rle_v2, as the file says. The values are
/// int16, int32 (int and date) or int64, as the reference decoder decodes them. NULLs have no value
/// in the stream; raw.table counts them if the whole column was read.
///
/// Throws bad_input, one line that names the file and the place in it, with the remedy.
compressed_dataset load_orc_rle(const orc_rle_options& options);

}  // namespace codag::datasets
