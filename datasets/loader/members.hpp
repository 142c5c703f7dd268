// Loads a file of gzip members, or of zlib streams, as the compressed form of a column.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

#include "datasets/compressed_dataset.hpp"
#include "datasets/loader/deflate_wrapper.hpp"

namespace codag::datasets {

/// Which file, and how much of it.
struct member_options {
  std::filesystem::path path = {};
  std::string name = {};                         ///< of the dataset; if empty, the file's name
  deflate_wrapper kind = deflate_wrapper::gzip;  ///< gzip or zlib
  std::uint64_t max_bytes =
      std::numeric_limits<std::uint64_t>::max();  ///< decoded; what follows is not read
};

/// Loads members, whose raw Deflate streams become the chunks and whose bytes the values, as uint8.
/// Loads whole members as long as they fit max_bytes, decodes them with zlib and compares their
/// checksums. Empty members, like the last one of a BGZF file, are left out. Throws bad_input, one
/// line that names the file and the byte where the member begins: if the file is not of that kind,
/// is damaged or truncated, or has other bytes after its last member; if a member is larger than
/// max_chunk_bytes; or if the first member is larger than max_bytes.
compressed_dataset load_members(const member_options& options);

}  // namespace codag::datasets
