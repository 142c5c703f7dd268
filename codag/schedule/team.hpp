// Who runs a decoder: what a schedule gives it beside the streams.
#pragma once

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"

// A decoder's code runs once on each of a team's size() threads, all with the same values. Work
// that can be split (building a table, say) is split by rank(), between two sync().

namespace codag {

/// All lanes of a warp: all-thread decoding (CODAG section IV-D).
template <class Thread>
class warp_team {
 public:
  CODAG_DEVICE explicit warp_team(const Thread& t) : thread_(t) {}
  CODAG_DEVICE unsigned rank() const { return thread_.lane(); }
  static CODAG_DEVICE constexpr unsigned size() { return simt::warp_size; }
  /// What each wrote to scratch before it, all see behind it.
  CODAG_DEVICE void sync() const { thread_.sync_warp(); }

 private:
  const Thread& thread_;
};

/// One thread alone.
struct lone_thread {
  static CODAG_DEVICE constexpr unsigned rank() { return 0; }
  static CODAG_DEVICE constexpr unsigned size() { return 1; }
  CODAG_DEVICE void sync() const {}
};

}  // namespace codag
