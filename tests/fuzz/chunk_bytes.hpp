// Any bytes as one compressed chunk: how a fuzz input says it, and seeds.
#pragma once

#include <string_view>
#include <vector>

#include "codag/element_type.hpp"
#include "tests/fuzz/target.hpp"

namespace codag::fuzz {

/// A chunk's uncompressed size is at most this, so that an input takes little time.
inline constexpr std::uint32_t max_out_bytes = 4096;

/// One compressed chunk, good or not.
struct chunk_bytes {
  element_type type;
  unsigned misaligned;      ///< see expect_agreement()
  std::uint32_t out_bytes;  ///< at most max_out_bytes
  bytes in;
};

/// A fuzz input is a byte for type and alignment, two for the uncompressed size, and the chunk.
chunk_bytes read_chunk(input in);
bytes write_chunk(const chunk_bytes& c);

/// What the codec's encoder makes of columns of every element type that take all its branches.
std::vector<bytes> encoded_columns(std::string_view codec);

/// Streams of other projects: Apache ORC's for the run-length codecs, of many projects for Deflate.
/// Nothing, and a line that says so, where the files are absent.
std::vector<bytes> stored_streams(std::string_view codec);

/// Both.
std::vector<bytes> chunk_seeds(std::string_view codec);

}  // namespace codag::fuzz
