// Chunks of Deflate that are built from a fuzz input, because mutated bytes rarely form a complete
// code or a match out of bounds; and inputs to start from.
#pragma once

#include <vector>

#include "tests/fuzz/chunk_bytes.hpp"

namespace codag::fuzz {

/// Inputs of read_chunk(): chunk_seeds(), stored blocks, values that repeat, long tokens, codes of
/// one length, and codes that zlib never writes.
std::vector<bytes> deflate_seeds();

/// A dynamic block with any code lengths (complete, incomplete, over-subscribed or none), followed
/// by any bits.
chunk_bytes chunk_with_code_lengths(input in);
std::vector<bytes> code_lengths_inputs();

/// Well-formed fixed blocks of any literals and matches, with any length and any distance. Some
/// reach before the chunk's start, pass its end or use a code that no stream may use. The chunk may
/// have a whole window more than max_out_bytes.
chunk_bytes chunk_with_distances(input in);
std::vector<bytes> distances_inputs();

}  // namespace codag::fuzz
