// Chunks that an encoder makes of random columns: valid, and as long as a chunk may be.
#pragma once

#include <random>

#include "codag/codec.hpp"
#include "tests/fuzz/chunk_bytes.hpp"

namespace codag::fuzz {

using random_numbers = std::mt19937_64;

/// The encoding of a column of at most max_out_bytes. Its values repeat, step, are of some width,
/// or copy what came before, and change from one way to another. Deflate is encoded by zlib with
/// any of its settings.
chunk_bytes fresh_chunk(const codec& codec, element_type type, random_numbers& random);

}  // namespace codag::fuzz
