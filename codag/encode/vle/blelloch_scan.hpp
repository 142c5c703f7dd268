// The scan within a block as PAVLE has it: a tree of sums in shared memory.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag::vle {

/// Replaces each number by the sum of those before it (Blelloch, "Prefix Sums and Their
/// Applications", 1990; on a GPU: Sengupta et al., CUVLE's reference 12). The block has `count`
/// threads, a power of two, and each has written the number of its own index; other accesses to
/// `numbers` come after it without a barrier of theirs.
template <unsigned count, class Thread>
CODAG_DEVICE void blelloch_scan(const Thread& t, std::uint32_t (&numbers)[count]) {
  static_assert((count & (count - 1)) == 0);
  const unsigned k = t.thread_index();
  unsigned distance = 1;
  // Up the tree: the last place of every group gets the group's sum.
  for (unsigned pairs = count / 2; pairs > 0; pairs /= 2, distance *= 2) {
    t.sync_block();  // the groups of the level below have their sums
    if (k < pairs) numbers[distance * (2 * k + 2) - 1] += numbers[distance * (2 * k + 1) - 1];
  }
  // The thread that has just written the sum of all.
  if (k == 0) numbers[count - 1] = 0;
  // Down the tree: a group's left half begins where the group does, and its right half after it.
  for (unsigned pairs = 1; pairs < count; pairs *= 2) {
    distance /= 2;
    t.sync_block();  // the groups of the level above know where they begin
    if (k < pairs) {
      std::uint32_t& left = numbers[distance * (2 * k + 1) - 1];
      std::uint32_t& right = numbers[distance * (2 * k + 2) - 1];
      const std::uint32_t of_left = left;
      left = right;
      right += of_left;
    }
  }
  t.sync_block();  // every place is final before its thread reads it
}

}  // namespace codag::vle
