// The property that every target checks: all decoders of a codec agree and stay inside the chunk.
#pragma once

#include <span>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/codec/codec.hpp"
#include "tests/fuzz/target.hpp"

namespace codag::fuzz {

/// What a target makes from its input: a compressed column, valid or not, and its chunk table.
struct compressed_column {
  const codag::codec& codec;
  element_type type;
  bytes in;
  std::vector<chunk> chunks;
  std::size_t out_bytes;
};

/// The reference decoder's result for one chunk.
struct reference_chunk {
  status result;
  bytes out;
};

/// Decodes the column with the reference decoder and with every registered variant of the codec.
/// Ends the program, with a line that says why, if a status differs, if the bytes of a chunk that
/// is ok differ, or if a byte outside all chunks was written. Returns the reference decoder's
/// results.
std::vector<reference_chunk> expect_agreement(const compressed_column& column);

/// The same for one chunk of `out_bytes`, with other bytes before its output. The chunk begins
/// `misaligned` (0 to 3) bytes after an aligned address, and its output as many elements after one.
/// The codec's tile kernels with other sinks than store run on the chunk alone: they must give the
/// same status, and if that is ok, write what the values require. Only a sink that filters may miss
/// the damage in a tile that it skips.
reference_chunk expect_agreement(const codec& codec, element_type type,
                                 std::span<const std::byte> in, std::uint32_t out_bytes,
                                 unsigned misaligned = 0);

/// The same for a Deflate stream. In addition, zlib's inflate must accept the stream if and only if
/// the reference decoder does, and give the same bytes. libdeflate, where this build has it, must
/// accept what the reference decoder accepts, with the same bytes. It also accepts some streams
/// with a malformed symbol: it does not look for those that RFC 1951 reserves.
void expect_agreement_with_libraries(std::span<const std::byte> in, std::uint32_t out_bytes,
                                     unsigned misaligned = 0);

}  // namespace codag::fuzz
