// The Deflate decoders of zlib and libdeflate, as functions for cpu_decoder's rows.
#pragma once

#include <cstddef>
#include <span>

#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::baselines {

/// Decodes a raw stream with zlib's inflate. Returns the statuses of the reference decoder.
status decode_with_zlib(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

#ifdef CODAG_HAVE_LIBDEFLATE
/// Decodes a raw stream with libdeflate, which cannot tell a stream that ends early from a
/// malformed one: both are malformed_symbol.
status decode_with_libdeflate(std::span<const std::byte> in, element_type type,
                              std::span<std::byte> out);
#endif

}  // namespace codag::baselines
