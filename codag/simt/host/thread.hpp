// simt::host::thread: what a kernel sees of its thread on the host backend.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <source_location>
#include <type_traits>

#include "codag/simt/host/access_log.hpp"
#include "codag/simt/host/address_sanitizer.hpp"
#include "codag/simt/host/block_runner.hpp"
#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"
#include "codag/simt/thread.hpp"

namespace codag::simt::host {

class thread {
  using here = std::source_location;

 public:
  /// Where a misuse is reported.
  using place = std::source_location;

  thread(block_runner& runner, unsigned index, unsigned block, unsigned grid_blocks)
      : runner_(&runner), index_(index), block_(block), grid_blocks_(grid_blocks) {}

  [[nodiscard]] unsigned lane() const { return index_ % warp_size; }
  [[nodiscard]] unsigned warp() const { return index_ / warp_size; }
  [[nodiscard]] unsigned thread_index() const { return index_; }
  [[nodiscard]] unsigned block() const { return block_; }
  [[nodiscard]] unsigned block_threads() const { return runner_->threads(); }
  [[nodiscard]] unsigned grid_blocks() const { return grid_blocks_; }

  void sync_warp(here where = here::current()) const {
    runner_->meet_warp(index_, collective::sync_warp, 0, where);
  }
  void sync_lanes(unsigned n, here where = here::current()) const {
    require(n != 0 && n <= warp_size && (n & (n - 1)) == 0, "a part of a warp has 2^k lanes",
            where);
    runner_->meet_lanes(index_, n, where);
  }
  template <class T>
  T shuffle(T v, unsigned source_lane, here where = here::current()) const {
    return of_bits<T>(meet(collective::shuffle, v, where).values[source_lane % warp_size]);
  }
  template <class T>
  T shuffle_up(T v, unsigned distance, here where = here::current()) const {
    return shuffle(v, distance <= lane() ? lane() - distance : lane(), where);
  }
  template <class T>
  T shuffle_down(T v, unsigned distance, here where = here::current()) const {
    return shuffle(v, distance < warp_size - lane() ? lane() + distance : lane(), where);
  }
  template <class T>
  T shuffle_xor(T v, unsigned bits, here where = here::current()) const {
    return shuffle(v, lane() ^ bits, where);
  }
  template <word T>
  T add_from_below(T v, unsigned distance, here where = here::current()) const {
    const T below = shuffle_up(v, distance, where);
    return lane() >= distance ? plus{}(v, below) : v;
  }
  [[nodiscard]] unsigned ballot(bool p, here where = here::current()) const {
    return meet(collective::ballot, p, where).nonzero;
  }
  [[nodiscard]] bool any(bool p, here where = here::current()) const {
    return meet(collective::any, p, where).nonzero != 0;
  }
  [[nodiscard]] bool all(bool p, here where = here::current()) const {
    return meet(collective::all, p, where).nonzero == full_mask;
  }
  template <word T>
  [[nodiscard]] unsigned match_any(T v, here where = here::current()) const {
    return meet(collective::match_any, v, where).lanes_with(to_bits(v));
  }
  template <word T, reduction Op>
  [[nodiscard]] T reduce(T v, Op op, here where = here::current()) const {
    T result = Op::template identity<T>;
    for (const std::uint64_t bits : meet(collective::reduce, v, where).values)
      result = op(result, of_bits<T>(bits));
    return result;
  }

  void sync_block(here where = here::current()) const {
    runner_->meet_block(index_, collective::sync_block, false, where);
  }
  [[nodiscard]] bool sync_block_or(bool p, here where = here::current()) const {
    return runner_->meet_block(index_, collective::sync_block_or, p, where);
  }
  void sync_block_diverged(here where = here::current()) const {
    runner_->meet_block(index_, collective::sync_block_diverged, false, where);
  }

  template <class T>
  T load(const T* p, here where = here::current()) const {
    static_assert(sizeof(T) <= max_access_bytes);
    runner_->access(index_, false, p, sizeof(T), alignof(T), where);
    return *p;
  }
  template <class T>
  void store(T* p, T v, here where = here::current()) const {
    static_assert(sizeof(T) <= max_access_bytes);
    runner_->access(index_, true, p, sizeof(T), alignof(T), where);
    *p = v;
  }

  template <class T>
  T* keep_shared(T* shared, here where = here::current()) const {
    meet(collective::keep_shared, 0, where);
    return shared;
  }
  // The interpreter has no caches.
  void prefetch(const void* p, here where = here::current()) const {
    require(may_be_memory(p), "a prefetch outside allocated memory", where);
  }

  // Until the thread waits, the memory holds something else than what was and what will be there:
  // a read that comes too early is wrong, and a race with either write is found.
  template <class T>
  void copy_async(T* shared, const T* global, here where = here::current()) const {
    static_assert(sizeof(T) == 16 && alignof(T) == 16);
    const auto words = std::bit_cast<std::array<std::uint32_t, 4>>(load(global, where));
    auto* const to = reinterpret_cast<std::uint32_t*>(shared);
    for (unsigned i = 0; i < 4; ++i) to[i] = ~words[i];
    runner_->begin_copy(index_, {to, words});
  }
  void wait_for_copies(here /*where*/ = here::current()) const {
    for (const block_runner::started_copy& copy : runner_->take_copies(index_))
      for (unsigned i = 0; i < 4; ++i) copy.to[i] = copy.words[i];
  }

  // Other blocks run on other cores, so the orders are real: as weak as the GPU's, no stronger.
  template <word T>
  T atomic_add(T* p, T v, here where = here::current()) const {
    return atomic(p, where).fetch_add(v, std::memory_order_relaxed);
  }
  template <word T>
  T atomic_or(T* p, T v, here where = here::current()) const {
    return atomic(p, where).fetch_or(v, std::memory_order_relaxed);
  }
  template <atomic_word T>
  T load_acquire(const T* p, here where = here::current()) const {
    return atomic(p, where).load(std::memory_order_acquire);
  }
  template <atomic_word T>
  void store_release(T* p, T v, here where = here::current()) const {
    atomic(p, where).store(v, std::memory_order_release);
  }
  template <atomic_word T, class Predicate>
  T poll(const T* p, const Predicate& holds, here where = here::current()) const {
    return poll_in_order(p, holds, std::memory_order_acquire, where);
  }
  // C++ has no scopes: only the race detector tells these two from the two of device scope.
  template <atomic_word T>
  void store_release_in_block(T* p, T v, here where = here::current()) const {
    atomic(p, where, race::atomic_scope::block).store(v, std::memory_order_release);
  }
  template <atomic_word T, class Predicate>
  T poll_in_block(const T* p, const Predicate& holds, here where = here::current()) const {
    return poll_in_order(p, holds, std::memory_order_acquire, where, race::atomic_scope::block);
  }

  template <atomic_word T>
  void store_relaxed(T* p, T v, here where = here::current()) const {
    atomic(p, where).store(v, std::memory_order_relaxed);
  }
  template <atomic_word T, class Predicate>
  T poll_relaxed(const T* p, const Predicate& holds, here where = here::current()) const {
    return poll_in_order(p, holds, std::memory_order_relaxed, where);
  }
  // The interpreter never spins, so there is nothing to pause.
  template <atomic_word T, class Predicate>
  T wait_relaxed(const T* p, const Predicate& holds, here where = here::current()) const {
    return poll_relaxed(p, holds, where);
  }

  void require(bool p, const char* message, here where = here::current()) const {
    if (!p) runner_->report(index_, message, where);
  }
  void count_rounds(unsigned rounds) const { runner_->count_rounds(rounds); }

 private:
  template <class T, class Predicate>
  T poll_in_order(const T* p, const Predicate& holds, std::memory_order order, here where,
                  race::atomic_scope scope = race::atomic_scope::device) const {
    const auto value = atomic(p, where, scope);
    T v;
    runner_->poll(index_, where, [&] {
      v = value.load(order);
      return holds(v);
    });
    return v;
  }
  template <class T>
  const block_runner::exchange& meet(collective kind, T v, here where) const {
    return runner_->meet_warp(index_, kind, to_bits(v), where);
  }
  template <class T>
  static std::uint64_t to_bits(T v) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8);
    std::uint64_t bits = 0;
    std::memcpy(&bits, &v, sizeof(T));
    return bits;
  }
  template <class T>
  static T of_bits(std::uint64_t bits) {
    T v;
    std::memcpy(&v, &bits, sizeof(T));
    return v;
  }

  /// Counts one access to *p. C++20 has no atomic_ref to const.
  template <class T>
  std::atomic_ref<std::remove_const_t<T>> atomic(
      T* p, here where, race::atomic_scope scope = race::atomic_scope::device) const {
    runner_->atomic(index_, p, alignof(T), scope, where);
    return std::atomic_ref<std::remove_const_t<T>>(const_cast<std::remove_const_t<T>&>(*p));
  }

  block_runner* runner_;
  unsigned index_, block_, grid_blocks_;
};

static_assert(device_thread<thread>);

}  // namespace codag::simt::host
