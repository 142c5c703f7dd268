// The bytes of a cache file: a chunked column, what it was made from, and a digest of both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codag/chunked_column.hpp"

namespace codag::datasets {

/// Raise this with every change to the file's layout or to what an encoder writes. Files of another
/// version are not read.
inline constexpr std::uint32_t cache_format_version = 1;

/// What a cached column depends on.
struct cache_key {
  std::string raw_sha256;  ///< of the uncompressed column
  std::string codec;
  element_type type = element_type::uint8;
  std::uint32_t chunk_bytes = default_chunk_bytes;
  std::string encoder = {};  ///< codec::encoder

  /// The key as one line, with cache_format_version.
  [[nodiscard]] std::string text() const;
};

/// The bytes of the file. Its layout, with little-endian integers: 8 magic bytes; the key's length
/// (u64) and the key; type and chunk_bytes (u32); raw_bytes, symbols, the number of chunks and of
/// compressed bytes (u64); the chunk table; the compressed bytes; the SHA-256 of everything before
/// it (64 hexadecimal digits).
std::vector<std::byte> write_cache_file(const cache_key& key, const chunked_column& column);

/// The column in a file that was written for `key`; empty if the file is damaged or truncated, or
/// has another version or key. Any bytes are safe.
std::optional<chunked_column> read_cache_file(const cache_key& key,
                                              std::span<const std::byte> file);

}  // namespace codag::datasets
