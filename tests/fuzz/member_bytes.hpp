// Files of gzip members or zlib streams that get past their checksums.
#pragma once

#include "datasets/loader/deflate_wrapper.hpp"
#include "tests/fuzz/target.hpp"

namespace codag::fuzz {

/// A file from a fuzz input. If the first byte is 0, the rest is the file. Otherwise the input is a
/// list of members: a byte for the header's fields, two for the size of the raw Deflate stream, and
/// the stream. Each gets the trailer that zlib's inflate says it should have.
bytes member_file(input in, datasets::deflate_wrapper kind);

/// Inputs for member_file(): members of text, with all fields of the header, and whole files.
std::vector<bytes> member_seeds();

}  // namespace codag::fuzz
