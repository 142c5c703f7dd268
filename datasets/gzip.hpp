// gzip files (RFC 1952) in memory: reports may be packed, because they keep every sample.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace codag::datasets {

/// Whether the bytes begin as a gzip file does.
bool is_gzip(std::string_view bytes);

/// What a gzip file holds: the bytes of its members, one after the other; zeros may follow each.
/// The text ends early, with more than `max_bytes`, if it would be longer. Null if the file is
/// damaged or cut off. Throws std::runtime_error if zlib has no memory.
std::optional<std::string> gunzip(std::string_view packed, std::uint64_t max_bytes);

/// A gzip file with one member and without a time: a version of zlib makes the same file of the
/// same text. Throws std::runtime_error if zlib has no memory.
std::string gzip(std::string_view text);

}  // namespace codag::datasets
