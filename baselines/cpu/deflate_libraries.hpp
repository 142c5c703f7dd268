// The Deflate decoders of zlib and libdeflate, in the form of cpu_decoder's rows.
#pragma once

#include <cstddef>
#include <span>

#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag::baselines {

/// A raw stream by zlib's inflate, with the statuses of the reference decoder.
status decode_with_zlib(std::span<const std::byte> in, element_type type, std::span<std::byte> out);

#ifdef CODAG_HAVE_LIBDEFLATE
/// A raw stream by libdeflate. It does not tell a stream that ends early from a malformed one: both
/// are malformed_symbol.
status decode_with_libdeflate(std::span<const std::byte> in, element_type type,
                              std::span<std::byte> out);
#endif

}  // namespace codag::baselines
