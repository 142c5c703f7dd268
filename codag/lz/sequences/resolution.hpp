// Concept: how the lanes of a warp resolve the back-references of a group.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "codag/lz/sequences/back_reference.hpp"

namespace codag::lz {

/// resolve() copies what the lanes' back-references say and returns in how many rounds, the same in
/// all lanes. Collective over the warp, which has synced since the literals and all earlier groups
/// were written, and syncs before other lanes read what is copied. `group_begin` is where the
/// group's bytes begin; no source begins before the output.
///
/// needs_independence says that it is right only if every source ends at or before `group_begin`.
template <class Resolution, class Thread>
concept resolution = requires(const Thread& t, std::uint8_t* out, const back_reference& mine,
                              std::uint32_t group_begin) {
  { Resolution::name } -> std::convertible_to<std::string_view>;
  { Resolution::needs_independence } -> std::convertible_to<bool>;
  { Resolution::resolve(t, out, mine, group_begin) } -> std::same_as<unsigned>;
};

}  // namespace codag::lz
