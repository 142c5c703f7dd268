// The property that every target ends in: all decoders of a codec agree and stay inside the chunk.
#pragma once

#include <span>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/codec/codec.hpp"
#include "tests/fuzz/target.hpp"

namespace codag::fuzz {

/// What a target makes of its input: a compressed column, good or not, and its chunk table.
struct compressed_column {
  const codag::codec& codec;
  element_type type;
  bytes in;
  std::vector<chunk> chunks;
  std::size_t out_bytes;
};

/// What the reference decoder makes of one chunk.
struct reference_chunk {
  status result;
  bytes out;
};

/// Decodes the column with the reference decoder and with every registered variant of the codec.
/// Ends the program, with a line that says why, if a status differs, or the bytes of a chunk that
/// is ok, or if a byte outside all chunks was written. Returns what the reference decoder gave.
std::vector<reference_chunk> expect_agreement(const compressed_column& column);

/// The same for one chunk of `out_bytes`, with other bytes before its output.
/// It begins `misaligned` (0 to 3) bytes behind an aligned one, its output as many elements.
reference_chunk expect_agreement(const codec& codec, element_type type,
                                 std::span<const std::byte> in, std::uint32_t out_bytes,
                                 unsigned misaligned = 0);

/// The same for a Deflate stream, and zlib's inflate must call it ok, with the same bytes, exactly
/// if the reference decoder does.
void expect_agreement_with_zlib(std::span<const std::byte> in, std::uint32_t out_bytes,
                                unsigned misaligned = 0);

/// Prints the line and ends the program.
[[noreturn]] void fail(const char* format, ...) __attribute__((format(printf, 1, 2)));

}  // namespace codag::fuzz
