// What a chunk of Gompresso/Byte consists of, for the host and for kernels (format.md).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/limits.hpp"
#include "codag/codec/gompresso/sequence.hpp"

namespace codag::gompresso_byte {

using gompresso::limits, gompresso::sequence, gompresso::sequence_of, gompresso::word_of;

/// The number of sequences, and the limits.
inline constexpr std::uint32_t header_bytes = 8;
inline constexpr std::uint32_t sequence_bytes = 4;

}  // namespace codag::gompresso_byte
