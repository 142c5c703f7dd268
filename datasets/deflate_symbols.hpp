// Counting the symbols of a raw Deflate stream: the paper's average symbol length needs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace codag::datasets {

/// Symbols of a Deflate stream. A stored block's bytes are literals; ends of blocks are no symbols.
struct deflate_symbols {
  std::uint64_t literals = 0;
  std::uint64_t matches = 0;
  std::uint64_t output_bytes = 0;  ///< literals plus the bytes that the matches copy

  [[nodiscard]] std::uint64_t total() const { return literals + matches; }
};

/// Walks the raw Deflate stream (RFC 1951) that begins `in` and counts its symbols; nothing is
/// written out. Throws std::invalid_argument if the stream is malformed or ends early.
deflate_symbols count_deflate_symbols(std::span<const std::byte> in);

}  // namespace codag::datasets
