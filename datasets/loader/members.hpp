// Loads a file of gzip members, or of zlib streams, as the compressed form of a column.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

#include "codag/chunked_column.hpp"
#include "datasets/dataset.hpp"
#include "datasets/loader/deflate_wrapper.hpp"

namespace codag::datasets {

/// A column whose compressed form comes from a file.
struct compressed_dataset {
  dataset raw;                 ///< the decoded members, as uint8
  chunked_column column;       ///< the members' raw Deflate streams; each is a chunk
  bool single_stream = false;  ///< the whole file is one chunk, so nothing is parallel
};

/// Which file, and how much of it.
struct member_options {
  std::filesystem::path path = {};
  std::string name = {};                         ///< of the dataset; if empty, the file's name
  deflate_wrapper kind = deflate_wrapper::gzip;  ///< gzip or zlib
  std::uint64_t max_bytes =
      std::numeric_limits<std::uint64_t>::max();  ///< decoded; what follows is not read
};

/// Loads whole members as long as they fit max_bytes, decodes them with zlib and compares their
/// checksums. Empty members, like the last one of a BGZF file, are left out. Throws bad_input, one
/// line that names the file and the byte where the member begins: if the file is not of that kind,
/// is damaged or truncated, or has other bytes after its last member; if a member is larger than
/// max_chunk_bytes; or if the first member is larger than max_bytes.
compressed_dataset load_members(const member_options& options);

}  // namespace codag::datasets
