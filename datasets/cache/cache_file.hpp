// The bytes of a cache file: a chunked column with what it was made from and a digest of it all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codag/chunked_column.hpp"

namespace codag::datasets {

/// To be raised with every change of the file's layout and of any encoder's choices: files of
/// another version are not read.
inline constexpr std::uint32_t cache_format_version = 1;

/// What a cached column depends on.
struct cache_key {
  std::string raw_sha256;  ///< of the uncompressed column
  std::string codec;
  element_type type = element_type::uint8;
  std::uint32_t chunk_bytes = default_chunk_bytes;
  std::string encoder = {};  ///< codec::encoder

  /// The key in one line, with cache_format_version.
  [[nodiscard]] std::string text() const;
};

/// The file's bytes. Layout, integers little-endian: 8 bytes magic; key length (u64) and key; type,
/// chunk_bytes (u32); raw_bytes, symbols, chunks, compressed bytes (u64); the chunk table; the
/// compressed bytes; SHA-256 of all before it (64 hexadecimal digits).
std::vector<std::byte> write_cache_file(const cache_key& key, const chunked_column& column);

/// The column of a file made for `key`; nothing if the file is damaged, cut short, of another
/// version or another key. Any bytes are safe.
std::optional<chunked_column> read_cache_file(const cache_key& key,
                                              std::span<const std::byte> file);

}  // namespace codag::datasets
