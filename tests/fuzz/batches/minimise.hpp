// Makes a batch smaller that a launch decodes wrongly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/fuzz/batches/batch.hpp"

namespace codag::fuzz {

/// A smaller batch for which `is_wrong` holds, after at most `tries` calls: first fewer chunks,
/// then fewer bytes at the ends of those that are left. A launch that is wrong only at times may
/// keep more than it needs.
template <class IsWrong>
batch minimised(batch b, const IsWrong& is_wrong, unsigned tries) {
  const auto try_it = [&](const batch& smaller) {
    if (tries == 0) return false;
    --tries;
    if (!is_wrong(smaller)) return false;
    b = smaller;
    return true;
  };
  // Without a half, a quarter, ... of the chunks.
  for (std::size_t count = b.chunks.size() / 2; count > 0; count /= 2)
    for (std::size_t first = 0; first < b.chunks.size() && b.chunks.size() > 1;) {
      std::vector<std::size_t> kept;
      for (std::size_t i = 0; i < b.chunks.size(); ++i)
        if (i < first || i >= first + count) kept.push_back(i);
      if (kept.empty() || !try_it(with_chunks(b, kept))) first += count;
    }
  for (std::size_t i = 0; i < b.chunks.size(); ++i)
    for (std::uint32_t less = b.chunks[i].in_bytes / 2; less > 0; less /= 2)
      for (;;) {
        batch shorter = b;
        if (shorter.chunks[i].in_bytes < less) break;
        shorter.chunks[i].in_bytes -= less;
        if (!try_it(shorter)) break;
      }
  return b;
}

}  // namespace codag::fuzz
