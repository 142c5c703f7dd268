// What of a schedule's launch can be chosen, and within which limits.
#pragma once

#include <cstdint>

namespace codag {

/// The choice. Every schedule has one of its own, `defaults`.
struct launch_parameters {
  std::uint32_t warps_per_block;
  std::uint32_t ring_bytes;  ///< of a chunk's input buffer; 0: it has no size to choose

  friend constexpr bool operator==(const launch_parameters&, const launch_parameters&) = default;
};

/// Inclusive; what a schedule leaves no choice of has equal ends.
struct launch_limits {
  launch_parameters least, most;

  /// Whether a schedule can be launched so. A ring's size is a power of two: a position in it is a
  /// mask away.
  [[nodiscard]] constexpr bool allow(const launch_parameters& p) const {
    return p.warps_per_block >= least.warps_per_block &&
           p.warps_per_block <= most.warps_per_block && p.ring_bytes >= least.ring_bytes &&
           p.ring_bytes <= most.ring_bytes && (p.ring_bytes & (p.ring_bytes - 1)) == 0;
  }
};

}  // namespace codag
