// Checks a lane's sequence, for groups in any kind of memory.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/limits.hpp"
#include "codag/codec/gompresso/sequence.hpp"
#include "codag/lz/sequences/sequence_group.hpp"

namespace codag::gompresso {

/// Whether the lane's sequence is above the chunk's limits, or copies from before the chunk, which
/// begins at `chunk_begin`. If the chunk says that no sequence copies what its own group writes,
/// from `group_begin` on, that is wrong, too.
CODAG_DEVICE bool is_wrong(const sequence& s, const lz::sequence_group& group,
                           const limits& allowed, std::uint32_t chunk_begin,
                           std::uint32_t group_begin) {
  // Up to here, a match may copy.
  const std::uint32_t limit = allowed.independent() && s.length > 0 ? group_begin : group.end();
  return !allowed.allow(s) || s.distance > group.match_at() - chunk_begin ||
         group.source_end() > limit;
}

}  // namespace codag::gompresso
