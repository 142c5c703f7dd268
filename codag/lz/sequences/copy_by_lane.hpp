// copy_by_lane: one lane copies bytes in global memory.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag::lz {

/// As many bytes as a lane loads before it stores them, so that their loads overlap.
inline constexpr std::uint32_t bytes_at_once = 8;

/// Copies `length` bytes. If `to` is less than `bytes_at_once` bytes after `from`, `distance` says
/// how many, and the bytes between them are repeated; otherwise it is any greater number.
template <class Thread>
CODAG_DEVICE void copy_by_lane(const Thread& t, const std::uint8_t* from, std::uint8_t* to,
                               std::uint32_t length, std::uint32_t distance) {
  const std::uint32_t step = distance < bytes_at_once ? distance : bytes_at_once;
  for (std::uint32_t done = 0; done < length; done += step) {
    const std::uint32_t now = length - done < step ? length - done : step;
    std::uint8_t bytes[bytes_at_once] = {};
    CODAG_UNROLL
    for (std::uint32_t k = 0; k < bytes_at_once; ++k)
      if (k < now) bytes[k] = t.load(from + done + k);
    CODAG_UNROLL
    for (std::uint32_t k = 0; k < bytes_at_once; ++k)
      if (k < now) t.store(to + done + k, bytes[k]);
  }
}

}  // namespace codag::lz
