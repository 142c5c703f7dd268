// The warp that a thread belongs to, as a group.
#pragma once

#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/thread.hpp"

namespace codag::simt {

/// A group of warp_size lanes; a model of warp_like. Every operation that takes a `place` is a
/// collective: all lanes call it, from the same place in the code.
template <device_thread Thread>
class warp_group {
  using place = typename Thread::place;

 public:
  CODAG_DEVICE explicit warp_group(const Thread& t) : thread_(t) {}

  CODAG_DEVICE unsigned rank() const { return thread_.lane(); }
  static CODAG_DEVICE constexpr unsigned size() { return warp_size; }
  CODAG_DEVICE void sync(place where = place::current()) const { thread_.sync_warp(where); }

  template <word T>
  CODAG_DEVICE T inclusive_sum(T v, place where = place::current()) const {
    for (unsigned step = 1; step < warp_size; step *= 2) v = thread_.add_from_below(v, step, where);
    return v;
  }
  template <word T>
  CODAG_DEVICE T inclusive_sum(T v, T& total, place where = place::current()) const {
    const T sum = inclusive_sum(v, where);
    total = broadcast(sum, warp_size - 1, where);
    return sum;
  }
  // A subtraction costs less than one more shuffle.
  template <word T>
  CODAG_DEVICE T exclusive_sum(T v, place where = place::current()) const {
    return without(inclusive_sum(v, where), v);
  }
  template <word T>
  CODAG_DEVICE T exclusive_sum(T v, T& total, place where = place::current()) const {
    return without(inclusive_sum(v, total, where), v);
  }
  template <word T, reduction Op = plus>
  CODAG_DEVICE T reduce(T v, Op op = {}, place where = place::current()) const {
    return thread_.reduce(v, op, where);
  }
  template <word T>
  CODAG_DEVICE T broadcast(T v, unsigned rank, place where = place::current()) const {
    return thread_.shuffle(v, rank, where);
  }

  CODAG_DEVICE unsigned ballot(bool p, place where = place::current()) const {
    return thread_.ballot(p, where);
  }
  CODAG_DEVICE bool any(bool p, place where = place::current()) const {
    return thread_.any(p, where);
  }
  CODAG_DEVICE bool all(bool p, place where = place::current()) const {
    return thread_.all(p, where);
  }
  template <word T>
  CODAG_DEVICE unsigned match_any(T v, place where = place::current()) const {
    return thread_.match_any(v, where);
  }

  template <class T>
  CODAG_DEVICE T shuffle(T v, unsigned source, place where = place::current()) const {
    return thread_.shuffle(v, source, where);
  }
  template <class T>
  CODAG_DEVICE T shuffle_up(T v, unsigned distance, place where = place::current()) const {
    return thread_.shuffle_up(v, distance, where);
  }
  template <class T>
  CODAG_DEVICE T shuffle_down(T v, unsigned distance, place where = place::current()) const {
    return thread_.shuffle_down(v, distance, where);
  }
  template <class T>
  CODAG_DEVICE T shuffle_xor(T v, unsigned bits, place where = place::current()) const {
    return thread_.shuffle_xor(v, bits, where);
  }

  /// For any lane by itself: ORs into a word of shared memory.
  CODAG_DEVICE void atomic_or(std::uint32_t* p, std::uint32_t v,
                              place where = place::current()) const {
    thread_.atomic_or(p, v, where);
  }

  /// The lanes of `mask` below this one: the place of a lane's item when the lanes of a ballot each
  /// write one.
  CODAG_DEVICE unsigned rank_among(unsigned mask) const {
    return popcount(mask & ((1u << rank()) - 1));
  }
  /// The lowest lane of `mask`; size() if it is empty.
  static CODAG_DEVICE unsigned first_of(unsigned mask) {
    return mask == 0 ? warp_size : lowest_bit(mask);
  }
  /// The highest lane of `mask`; size() if it is empty.
  static CODAG_DEVICE unsigned last_of(unsigned mask) {
    return mask == 0 ? warp_size : warp_size - 1 - lowest_bit(bit_reverse(mask));
  }

 private:
  template <word T>
  static CODAG_DEVICE T without(T sum, T v) {
    using unsigned_word = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<unsigned_word>(sum) - static_cast<unsigned_word>(v));
  }

  const Thread& thread_;
};

}  // namespace codag::simt
