// The wrappers that Deflate streams come in: zlib (RFC 1950) and gzip (RFC 1952).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/status.hpp"

namespace codag::datasets {

enum class deflate_wrapper : std::uint8_t { raw, zlib, gzip };

/// What the first bytes look like: gzip's two, or a valid zlib header, or else a raw stream.
deflate_wrapper recognise_wrapper(std::span<const std::byte> in);

/// A raw stream found in its wrapper.
struct deflate_payload {
  std::span<const std::byte> stream;  ///< the raw stream, to the byte
  std::uint64_t output_bytes = 0;     ///< what it decodes to
  std::uint64_t symbols = 0;          ///< literals and matches
  std::uint32_t checksum = 0;         ///< of the output: zlib's Adler-32, gzip's CRC-32
  std::span<const std::byte> rest;    ///< what follows the wrapper's end
};

/// Finds the stream that `in` begins with, without decoding it. Returns ok; truncated_input if the
/// header, the stream or the trailer is not all there; malformed_symbol for a header that the RFC
/// does not allow, a preset dictionary, a malformed stream, a wrong header CRC or a wrong gzip
/// size. Of several gzip members it finds the first.
status find_payload(std::span<const std::byte> in, deflate_wrapper kind, deflate_payload& found);

/// Whether `out`, decoded from `found.stream`, has the wrapper's checksum; a raw stream has none.
bool checksum_matches(const deflate_payload& found, deflate_wrapper kind,
                      std::span<const std::byte> out);

}  // namespace codag::datasets
