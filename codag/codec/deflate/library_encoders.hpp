// The compressors of zlib and libdeflate, as functions for library_encoder's rows.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codag/codec/deflate/encoders.hpp"

namespace codag::deflate {

// Each compresses `raw` and appends one raw stream to `out`. The settings are those that why_not()
// allows. Throws std::bad_alloc if the library cannot get memory.

void append_with_zlib(std::span<const std::byte> raw, const encoder_settings& settings,
                      std::vector<std::byte>& out);
#ifdef CODAG_HAVE_LIBDEFLATE
void append_with_libdeflate(std::span<const std::byte> raw, const encoder_settings& settings,
                            std::vector<std::byte>& out);
#endif

}  // namespace codag::deflate
