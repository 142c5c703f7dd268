// LZ77: dividing a chunk into sequences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec/gompresso/sequence.hpp"
#include "codag/codec/gompresso/settings.hpp"

namespace codag::gompresso {

/// The sequences of a chunk, in order. Together they have all of its bytes, and a match has at
/// least `least_length` bytes, which are at least 4. The last sequence lacks a back-reference if
/// the chunk ends with literals; so do sequences that cut a long literal string. With
/// eliminate_dependencies, no match ends after the high-water mark of the paper's Fig. 4.
///
/// parse_chain: at each position, the longest match is taken (greedy).
///
/// parse_lz4: the parse of LZ4's fast compressor (lz4_Block_format.md, and lib/lz4.c of
/// https://github.com/lz4/lz4). A table has one position per hash. The first match is taken and
/// extended in both directions, and the steps grow where nothing is found. No match begins in the
/// chunk's last 12 bytes or ends in its last 5.
std::vector<sequence> parse_chain(std::span<const std::byte> raw, const settings& s,
                                  std::uint32_t least_length);
std::vector<sequence> parse_lz4(std::span<const std::byte> raw, const settings& s,
                                std::uint32_t least_length);

/// The parse that the settings choose.
inline std::vector<sequence> parse(std::span<const std::byte> raw, const settings& s,
                                   std::uint32_t least_length) {
  return s.parse == parse_kind::lz4 ? parse_lz4(raw, s, least_length)
                                    : parse_chain(raw, s, least_length);
}

}  // namespace codag::gompresso
