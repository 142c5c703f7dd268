// no_dependency: all back-references at once, where none copies what its own group writes (DE;
// Gompresso, section IV-B).
#pragma once

#include <cstdint>
#include <string_view>

#include "codag/annotate.hpp"
#include "codag/lz/sequences/back_reference.hpp"

namespace codag::lz {

/// A resolution (see the concept), in one round.
struct no_dependency {
  static constexpr std::string_view name = "no_dependency";
  static constexpr bool needs_independence = true;

  template <class Thread>
  static CODAG_DEVICE unsigned resolve(const Thread& t, std::uint8_t* out,
                                       const back_reference& mine, std::uint32_t group_begin) {
    mine.copy(t, out, group_begin);
    return 1;
  }
};

}  // namespace codag::lz
