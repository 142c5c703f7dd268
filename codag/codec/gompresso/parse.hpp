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
/// least min_match bytes. The last sequence lacks a back-reference if the chunk ends with literals;
/// so do sequences that cut a long literal string. With eliminate_dependencies, no match ends after
/// the high-water mark of the paper's Fig. 4.
///
/// parse_chain: at each position, the longest match is taken (greedy).
///
/// parse_lz4: the parse of LZ4's fast compressor (lz4_Block_format.md, and lib/lz4.c of
/// https://github.com/lz4/lz4). A table has one position per hash. The first match is taken and
/// extended in both directions, and the steps grow where nothing is found. No match begins in the
/// chunk's last 12 bytes or ends in its last 5.
///
/// parse_cheapest: the sequences that cost least, from the begin of each group on. A literal costs
/// 1, and a match min_match - 1, whatever its length: a match of min_match bytes is cheaper than
/// they are as literals.
///
/// parse_warp: what a warp finds at 32 positions at once (warp_parse.hpp).
std::vector<sequence> parse_chain(std::span<const std::byte> raw, const settings& s);
std::vector<sequence> parse_lz4(std::span<const std::byte> raw, const settings& s);
std::vector<sequence> parse_cheapest(std::span<const std::byte> raw, const settings& s);
std::vector<sequence> parse_warp(std::span<const std::byte> raw, const settings& s);

/// The parse that the settings choose.
inline std::vector<sequence> parse(std::span<const std::byte> raw, const settings& s) {
  switch (s.parse) {
    case parse_kind::lz4:
      return parse_lz4(raw, s);
    case parse_kind::cheapest:
      return parse_cheapest(raw, s);
    case parse_kind::warp:
      return parse_warp(raw, s);
    case parse_kind::chain:
      break;
  }
  return parse_chain(raw, s);
}

}  // namespace codag::gompresso
