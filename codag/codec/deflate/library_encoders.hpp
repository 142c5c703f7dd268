// zlib's and libdeflate's compressors, in the form of library_encoder's rows.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace codag::deflate {

// Each appends one raw stream of `raw` to `out`. Throws std::bad_alloc if the library has no
// memory.

void append_with_zlib(std::span<const std::byte> raw, unsigned level, std::vector<std::byte>& out);
#ifdef CODAG_HAVE_LIBDEFLATE
void append_with_libdeflate(std::span<const std::byte> raw, unsigned level,
                            std::vector<std::byte>& out);
#endif

}  // namespace codag::deflate
