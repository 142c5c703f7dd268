// resolve_group: the back-references of a group, with the barrier before them.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/lz/sequences/back_reference.hpp"
#include "codag/lz/sequences/resolution.hpp"

namespace codag::lz {

/// Resolves the group's back-references, and counts the rounds. Before the call, each lane has
/// written its literals of the group. After the call, a lane may read what other lanes have copied
/// only after a barrier; the call for the next group begins with one. Collective over the warp.
template <class Resolution, class Thread>
  requires resolution<Resolution, Thread>
CODAG_DEVICE void resolve_group(const Thread& t, std::uint8_t* out, const back_reference& mine,
                                std::uint32_t group_begin) {
  // The literals and all earlier groups are there before a back-reference copies them.
  t.sync_warp();
  const unsigned rounds = Resolution::resolve(t, out, mine, group_begin);
  if (t.lane() == 0) t.count_rounds(rounds);
}

}  // namespace codag::lz
