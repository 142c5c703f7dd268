// A file of gzip members, or of zlib streams, as the compressed form of a column.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>

#include "codag/chunked_column.hpp"
#include "datasets/dataset.hpp"
#include "datasets/loader/deflate_wrapper.hpp"

namespace codag::datasets {

/// A column with a compressed form that was not made here.
struct compressed_dataset {
  dataset raw;                 ///< what the members decode to, as uint8
  chunked_column column;       ///< the members' raw Deflate streams, each a chunk
  bool single_stream = false;  ///< the whole file is one chunk: nothing to share out
};

/// Which file, and how much of it.
struct member_options {
  std::filesystem::path path = {};
  std::string name = {};                         ///< of the dataset; empty: the file's name
  deflate_wrapper kind = deflate_wrapper::gzip;  ///< gzip or zlib
  std::uint64_t max_bytes =
      std::numeric_limits<std::uint64_t>::max();  ///< decoded; the rest of the file is not read
};

/// Loads whole members as long as they fit max_bytes, decodes them by zlib and compares their
/// checksums. Members that hold nothing, as BGZF's last, are left out. Throws bad_input, one
/// line that names the file and the byte where the member begins, if the file is not that kind, is
/// damaged, ends early or goes on behind its last member, or if a member is larger than
/// max_chunk_bytes, or the first than max_bytes.
compressed_dataset load_members(const member_options& options);

}  // namespace codag::datasets
