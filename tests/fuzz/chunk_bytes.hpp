// Any bytes as one compressed chunk: how a fuzz input encodes it, and seeds.
#pragma once

#include <string_view>
#include <vector>

#include "codag/element_type.hpp"
#include "tests/fuzz/target.hpp"

namespace codag::fuzz {

/// The greatest uncompressed size of a chunk, so that an input takes little time.
inline constexpr std::uint32_t max_out_bytes = 4096;

/// One compressed chunk, valid or not.
struct chunk_bytes {
  element_type type;
  unsigned misaligned;      ///< see expect_agreement()
  std::uint32_t out_bytes;  ///< at most max_out_bytes
  bytes in;
};

/// A fuzz input is one byte for type and alignment, two for the uncompressed size, and the chunk.
chunk_bytes read_chunk(input in);
bytes write_chunk(const chunk_bytes& c);

/// The codec's encoding of columns of every element type that take all branches of its encoder.
std::vector<bytes> encoded_columns(std::string_view codec);

/// Streams of other projects: Apache ORC's for the run-length codecs, many projects' for Deflate.
/// Empty where the files are absent; a line on standard error says so.
std::vector<bytes> stored_streams(std::string_view codec);

/// Valid chunks with every kind of symbol, block or token of the codec (tests/support/kinds). Some
/// are longer than max_out_bytes.
std::vector<chunk_bytes> chunks_of_every_kind(std::string_view codec);

/// encoded_columns(), for the run-length codecs also long ones, stored_streams(), and those of
/// chunks_of_every_kind() that are short enough.
std::vector<bytes> chunk_seeds(std::string_view codec);

}  // namespace codag::fuzz
