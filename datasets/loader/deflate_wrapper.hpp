// The wrappers around Deflate streams in files: zlib (RFC 1950) and gzip (RFC 1952).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/status.hpp"

namespace codag::datasets {

/// What is around a Deflate stream.
enum class deflate_wrapper : std::uint8_t { raw, zlib, gzip };

/// What the first bytes are: gzip's magic bytes, a valid zlib header, or else a raw stream.
deflate_wrapper recognise_wrapper(std::span<const std::byte> in);

/// A raw stream that was found in its wrapper.
struct deflate_payload {
  std::span<const std::byte> stream;  ///< exactly the bytes of the raw stream
  std::uint64_t output_bytes = 0;     ///< of the decoded stream
  std::uint64_t symbols = 0;          ///< literals and matches
  std::uint32_t checksum = 0;         ///< of the output: zlib's Adler-32 or gzip's CRC-32
  std::span<const std::byte> rest;    ///< what follows the wrapper
};

/// Finds the stream at the beginning of `in`, without decoding it. Returns ok; truncated_input if
/// the header, the stream or the trailer is incomplete; or malformed_symbol for a header that the
/// RFC does not allow, a preset dictionary, a malformed stream, a wrong header CRC or a wrong gzip
/// size. If there are several gzip members, it finds the first.
status find_payload(std::span<const std::byte> in, deflate_wrapper kind, deflate_payload& found);

/// Whether `out`, decoded from `found.stream`, matches the wrapper's checksum. A raw stream has no
/// checksum and always matches.
bool checksum_matches(const deflate_payload& found, deflate_wrapper kind,
                      std::span<const std::byte> out);

}  // namespace codag::datasets
