// A part of a warp that decodes a chunk of its own.
#pragma once

#include "codag/annotate.hpp"
#include "codag/schedule/team.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// A thread among Lanes of its warp, a power of two. It stands for a Thread where all threads of a
/// warp decode together: a "warp" here is the part.
template <class Thread, unsigned Lanes>
class warp_part {
  static_assert(Lanes >= 1 && Lanes <= simt::warp_size && (Lanes & (Lanes - 1)) == 0);
  using place = typename Thread::place;

 public:
  CODAG_DEVICE explicit warp_part(const Thread& t) : thread_(t) {}

  CODAG_DEVICE unsigned lane() const { return thread_.lane() % Lanes; }
  CODAG_DEVICE void sync_warp(place where = place::current()) const {
    thread_.sync_lanes(Lanes, where);
  }
  template <class T>
  CODAG_DEVICE T load(const T* p, place where = place::current()) const {
    return thread_.load(p, where);
  }
  template <class T>
  CODAG_DEVICE void store(T* p, T v, place where = place::current()) const {
    thread_.store(p, v, where);
  }

  // As a team.

  CODAG_DEVICE unsigned rank() const { return lane(); }
  static CODAG_DEVICE constexpr unsigned size() { return Lanes; }
  CODAG_DEVICE void sync() const { sync_warp(); }

  // As the lanes of an output_stream.

  static CODAG_DEVICE unsigned rank(const warp_part& part) { return part.lane(); }
  static constexpr unsigned count = Lanes;

 private:
  const Thread& thread_;
};

}  // namespace codag
