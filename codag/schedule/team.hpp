// Who runs a decoder: what a schedule gives it besides the streams.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/simt/group.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// The threads that run one decoder, each with the same values. Work that can be split (building a
/// table, for example) is split by rank(), between two calls of sync().
template <class T>
concept team = requires(const T& t) {
  /// This thread's number, 0 to size() - 1.
  { t.rank() } -> std::same_as<unsigned>;
  /// Known at compile time.
  typename std::integral_constant<unsigned, T::size()>;
  /// What each thread wrote to scratch memory before it, all threads see after it.
  t.sync();
};

/// The lanes of a warp that decode different symbols of one chunk.
template <class T>
concept lanes_team =
    team<T> && simt::warp_like<T> && requires(const T& t, std::uint32_t* p, std::uint32_t v) {
      /// For any lane by itself: ORs into a word of shared memory.
      t.atomic_or(p, v);
    };

/// All lanes of a warp (CODAG section IV-D).
template <class Thread>
class warp_team {
 public:
  CODAG_DEVICE explicit warp_team(const Thread& t) : thread_(t) {}
  CODAG_DEVICE unsigned rank() const { return thread_.lane(); }
  static CODAG_DEVICE constexpr unsigned size() { return simt::warp_size; }
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
static_assert(team<lone_thread>);

}  // namespace codag
