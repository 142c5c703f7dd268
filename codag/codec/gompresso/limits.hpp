// The second word of a chunk of Gompresso, which both formats have.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/codec/gompresso/sequence.hpp"

namespace codag::gompresso {

struct limits {
  std::uint32_t flags;       ///< bit 0: no back-reference copies what its own group writes
  std::uint32_t look_ahead;  ///< the greatest length of a back-reference, in bytes
  std::uint32_t window;      ///< the greatest distance of one, in bytes

  static CODAG_HOST_DEVICE constexpr limits of(std::uint32_t word) {
    return {word & 0xff, word >> 8 & 0xff, word >> 16};
  }
  [[nodiscard]] constexpr std::uint32_t word() const {
    return flags | look_ahead << 8 | window << 16;
  }

  [[nodiscard]] CODAG_HOST_DEVICE constexpr bool independent() const { return (flags & 1) != 0; }
  [[nodiscard]] CODAG_HOST_DEVICE constexpr bool well_formed() const {
    return flags <= 1 && window <= max_window;
  }
  /// Whether a chunk with these limits may have that sequence, wherever it stands.
  [[nodiscard]] CODAG_HOST_DEVICE constexpr bool allow(const sequence& s) const {
    return s.length <= look_ahead && s.distance <= window && (s.length == 0) == (s.distance == 0);
  }
};

}  // namespace codag::gompresso
