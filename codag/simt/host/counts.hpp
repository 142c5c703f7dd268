// What the host backend counts of a launch. Exact, and the same on every machine.
#pragma once

#include <cstdint>

namespace codag::simt::host {

/// Sums over all blocks of a launch. Loads and stores are counted as instructions of a warp: lanes
/// that reach the same load or store together count once. Lanes are taken to be together if they
/// reach the same source line the same number of times, in the same order, between two collectives.
struct counts {
  std::uint64_t block_barriers = 0;      ///< completed barriers, one per block
  std::uint64_t warp_barriers = 0;       ///< sync_warp, one per warp
  std::uint64_t shuffles = 0;            ///< shuffles and reductions, one per warp
  std::uint64_t votes = 0;               ///< ballot, any, all and match_any, one per warp
  std::uint64_t atomics = 0;             ///< atomic and ordered accesses and polls, one per lane
  std::uint64_t load_instructions = 0;   ///< from global memory, one per warp
  std::uint64_t store_instructions = 0;  ///< to global memory, one per warp
  std::uint64_t load_sectors = 0;        ///< distinct 32-byte sectors per instruction, summed
  std::uint64_t store_sectors = 0;
  std::uint64_t load_lanes = 0;  ///< active lanes per instruction, summed
  std::uint64_t store_lanes = 0;
  // What kernels count themselves (count_rounds). visit() leaves these out if no kernel does.
  std::uint64_t groups = 0;  ///< of work that takes a number of rounds
  std::uint64_t rounds = 0;  ///< of all groups

  counts& operator+=(const counts& other) {
    for_each(*this, other,
             [](auto&, std::uint64_t& mine, std::uint64_t theirs) { mine += theirs; });
    groups += other.groups;
    rounds += other.rounds;
    return *this;
  }
  friend bool operator==(const counts&, const counts&) = default;

  /// Calls visit(name, value) for each count, in the order above.
  template <class Visit>
  void visit(Visit&& visit) const {
    counts copy = *this;
    for_each(copy, *this,
             [&](const char* name, std::uint64_t&, std::uint64_t v) { visit(name, v); });
    if (groups == 0) return;
    visit("groups", groups);
    visit("rounds", rounds);
  }

 private:
  template <class F>
  static void for_each(counts& a, const counts& b, F&& f) {
    f("block_barriers", a.block_barriers, b.block_barriers);
    f("warp_barriers", a.warp_barriers, b.warp_barriers);
    f("shuffles", a.shuffles, b.shuffles);
    f("votes", a.votes, b.votes);
    f("atomics", a.atomics, b.atomics);
    f("load_instructions", a.load_instructions, b.load_instructions);
    f("store_instructions", a.store_instructions, b.store_instructions);
    f("load_sectors", a.load_sectors, b.load_sectors);
    f("store_sectors", a.store_sectors, b.store_sectors);
    f("load_lanes", a.load_lanes, b.load_lanes);
    f("store_lanes", a.store_lanes, b.store_lanes);
  }
};

}  // namespace codag::simt::host
