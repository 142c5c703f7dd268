// The block that a thread belongs to, as a group.
#pragma once

#include <cstdint>
#include <type_traits>

#include "codag/annotate.hpp"
#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/thread.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::simt {

/// Shared memory for the sums of a block of up to `max_threads` threads: one word per warp.
template <unsigned max_threads>
struct block_group_storage {
  static_assert(max_threads % warp_size == 0 && max_threads / warp_size <= warp_size,
                "one warp reads a word of every warp");
  union {
    std::uint32_t of_4_bytes[max_threads / warp_size];
    std::uint64_t of_8_bytes[max_threads / warp_size];
  };
};

/// A group of all threads of a block; a model of group. Every operation that takes a `place` is a
/// collective: all threads call it, from the same place in the code. The storage is free again when
/// an operation returns. Kernel::max_threads is the `max_threads` to give.
template <device_thread Thread, unsigned max_threads = 1024>
class block_group {
  using place = typename Thread::place;

 public:
  using storage = block_group_storage<max_threads>;

  CODAG_DEVICE block_group(const Thread& t, storage& shared, place where = place::current())
      : thread_(t), shared_(shared) {
    t.require(t.block_threads() <= max_threads,
              "the block has more threads than its block_group's max_threads", where);
  }

  CODAG_DEVICE unsigned rank() const { return thread_.thread_index(); }
  CODAG_DEVICE unsigned size() const { return thread_.block_threads(); }
  CODAG_DEVICE void sync(place where = place::current()) const { thread_.sync_block(where); }

  template <word T>
  CODAG_DEVICE T inclusive_sum(T v, T& total, place where = place::current()) const {
    T of_warp;
    const T in_warp = warp().inclusive_sum(v, of_warp, where);
    return plus{}(sum_of_lower_warps(of_warp, total, where), in_warp);
  }
  template <word T>
  CODAG_DEVICE T exclusive_sum(T v, T& total, place where = place::current()) const {
    T of_warp;
    const T in_warp = warp().exclusive_sum(v, of_warp, where);
    return plus{}(sum_of_lower_warps(of_warp, total, where), in_warp);
  }
  template <word T>
  CODAG_DEVICE T inclusive_sum(T v, place where = place::current()) const {
    T unused;
    return inclusive_sum(v, unused, where);
  }
  template <word T>
  CODAG_DEVICE T exclusive_sum(T v, place where = place::current()) const {
    T unused;
    return exclusive_sum(v, unused, where);
  }
  template <word T, reduction Op = plus>
  CODAG_DEVICE T reduce(T v, Op op = {}, place where = place::current()) const {
    return warp().reduce(warp_values<Op>(warp().reduce(v, op, where), where), op, where);
  }
  template <word T>
  CODAG_DEVICE T broadcast(T v, unsigned rank, place where = place::current()) const {
    auto& slot = slots<sizeof(T)>()[0];
    if (thread_.thread_index() == rank) slot = static_cast<std::make_unsigned_t<T>>(v);
    thread_.sync_block(where);  // the value is written before any thread reads it
    const T result = static_cast<T>(slot);
    thread_.sync_block(where);  // every thread has read before the next operation writes
    return result;
  }

 private:
  CODAG_DEVICE warp_group<Thread> warp() const { return warp_group<Thread>(thread_); }

  template <unsigned bytes>
  CODAG_DEVICE auto& slots() const {
    if constexpr (bytes == 4)
      return shared_.of_4_bytes;
    else
      return shared_.of_8_bytes;
  }

  /// Lane i of every warp gets what warp i brought, and Op's identity if there is no warp i.
  template <reduction Op, word T>
  CODAG_DEVICE T warp_values(T of_this_warp, place where) const {
    auto& slot = slots<sizeof(T)>();
    if (thread_.lane() == 0)
      slot[thread_.warp()] = static_cast<std::make_unsigned_t<T>>(of_this_warp);
    thread_.sync_block(where);  // every warp's value is written before any warp reads it
    const T value = thread_.lane() < thread_.block_threads() / warp_size
                        ? static_cast<T>(slot[thread_.lane()])
                        : Op::template identity<T>;
    thread_.sync_block(where);  // every warp has read before the next operation writes
    return value;
  }

  // Two reductions in place of a scan: for 4 bytes each is one instruction from sm_80 on.
  template <word T>
  CODAG_DEVICE T sum_of_lower_warps(T of_this_warp, T& total, place where) const {
    const T value = warp_values<plus>(of_this_warp, where);
    total = warp().reduce(value, plus{}, where);
    return warp().reduce(thread_.lane() < thread_.warp() ? value : T{0}, plus{}, where);
  }

  const Thread& thread_;
  storage& shared_;
};

}  // namespace codag::simt
