// LZ77: dividing a chunk into sequences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec/gompresso/sequence.hpp"
#include "codag/codec/gompresso/settings.hpp"

namespace codag::gompresso {

/// The sequences of a chunk, in order. Together they have all of its bytes. At each position the
/// longest match is taken (greedy), if it has at least `least_length` bytes. The last sequence
/// lacks a back-reference if the chunk ends with literals; so do sequences that cut a long literal
/// string. With eliminate_dependencies this is the algorithm of the paper's Fig. 4.
std::vector<sequence> parse(std::span<const std::byte> raw, const settings& s,
                            std::uint32_t least_length);

}  // namespace codag::gompresso
