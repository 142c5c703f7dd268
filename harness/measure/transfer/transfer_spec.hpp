// The options of measuring a case with its transfers.
#pragma once

#include <cstdint>

namespace codag::harness {

inline constexpr std::uint64_t least_piece_bytes = 4 << 10, most_piece_bytes = 1 << 30;
inline constexpr unsigned most_transfer_streams = 16;

/// The defaults are those of configs/schema.json.
struct transfer_spec {
  /// Bytes of output that are copied and decoded together, from least_piece_bytes to
  /// most_piece_bytes. A piece has as many whole chunks as fit, and one at least.
  std::uint64_t piece_bytes = 16 << 20;
  unsigned streams = 2;   ///< that the pieces take in turn: 1 (nothing overlaps) to 16
  bool copy_back = true;  ///< also measure with the values copied back to the host
};

}  // namespace codag::harness
