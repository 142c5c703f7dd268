// The codecs by name, and whole columns compressed and decompressed by them. A codec's folder
// includes codag/codec.hpp instead, and nothing here includes a codec but codec.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "codag/chunked_column.hpp"
#include "codag/codec.hpp"
#include "codag/element_type.hpp"
#include "codag/status.hpp"

namespace codag {

/// All codecs, in the order of `codag list`. The span is valid until the next add_codec().
std::span<const codec> codecs();

/// Adds a codec to the registry, before anything else is called. Throws std::invalid_argument if
/// there already is a codec with that name.
void add_codec(const codec& row);

/// The codec with that name, or nullptr.
const codec* find_codec(std::string_view name);

/// Thrown by compress() if a chunk takes more bytes than a kernel accepts.
struct chunk_too_large : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// Compresses a column in chunks of `chunk_bytes` (a multiple of 8, at most max_whole_column_bytes)
/// on `threads` threads (0: all cores). The result does not depend on `threads`. Throws
/// std::invalid_argument if `raw` is not a whole number of elements or `chunk_bytes` is not
/// allowed, and chunk_too_large.
chunked_column compress(const codec& codec, std::span<const std::byte> raw, element_type type,
                        std::uint32_t chunk_bytes = default_chunk_bytes, unsigned threads = 0);

/// Decodes every chunk with a native decoder of the column's codec, on `threads` threads (0: all
/// cores). `out` has column.raw_bytes bytes. Returns one status per chunk.
std::vector<status> decompress(chunk_decoder decode, const chunked_column& column,
                               std::span<std::byte> out, unsigned threads = 0);

/// The same with the codec's reference decoder.
std::vector<status> decompress_reference(const codec& codec, const chunked_column& column,
                                         std::span<std::byte> out, unsigned threads = 0);

}  // namespace codag
