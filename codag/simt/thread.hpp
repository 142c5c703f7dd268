// What a kernel's Thread offers, as a concept. Both backends' threads are checked against it.
#pragma once

#include <concepts>
#include <cstdint>

#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"

namespace codag::simt {

/// The operations on values of one type that moves between lanes and is added and compared.
template <class Thread, class T>
concept exchanges = requires(const Thread& t, T v, unsigned n, typename Thread::place where) {
  { t.shuffle(v, n, where) } -> std::same_as<T>;
  { t.shuffle_up(v, n, where) } -> std::same_as<T>;
  { t.add_from_below(v, n, where) } -> std::same_as<T>;
  { t.shuffle_down(v, n, where) } -> std::same_as<T>;
  { t.shuffle_xor(v, n, where) } -> std::same_as<T>;
  { t.match_any(v, where) } -> std::same_as<unsigned>;
  { t.reduce(v, plus{}, where) } -> std::same_as<T>;
  { t.reduce(v, minimum{}, where) } -> std::same_as<T>;
  { t.reduce(v, maximum{}, where) } -> std::same_as<T>;
};

/// The operations on memory that other blocks use at the same time.
template <class Thread, class T>
concept shares_memory = requires(const Thread& t, T* p, const T* q, T v, bool (*holds)(T),
                                 typename Thread::place where) {
  { t.load(q, where) } -> std::same_as<T>;
  { t.store(p, v, where) } -> std::same_as<void>;
  { t.atomic_add(p, v, where) } -> std::same_as<T>;
  { t.atomic_or(p, v, where) } -> std::same_as<T>;
  { t.load_acquire(q, where) } -> std::same_as<T>;
  { t.store_release(p, v, where) } -> std::same_as<void>;
  { t.poll(q, holds, where) } -> std::same_as<T>;
  { t.store_release_in_block(p, v, where) } -> std::same_as<void>;
  { t.poll_in_block(q, holds, where) } -> std::same_as<T>;
  { t.store_relaxed(p, v, where) } -> std::same_as<void>;
  { t.poll_relaxed(q, holds, where) } -> std::same_as<T>;
  { t.wait_relaxed(q, holds, where) } -> std::same_as<T>;
};

/// What a copy to shared memory moves at once: any type of this size and alignment.
struct alignas(16) bytes_16 {
  std::uint32_t words[4];
};

/// A thread of a kernel (simt.hpp says what each operation means). Every operation that can be
/// misused takes the place in the source that it is called from, by default the caller's.
template <class Thread>
concept device_thread =
    requires(const Thread& t, bool p, unsigned n, typename Thread::place where) {
      { Thread::place::current() } -> std::same_as<typename Thread::place>;
      { t.lane() } -> std::same_as<unsigned>;
      { t.warp() } -> std::same_as<unsigned>;
      { t.thread_index() } -> std::same_as<unsigned>;
      { t.block() } -> std::same_as<unsigned>;
      { t.block_threads() } -> std::same_as<unsigned>;
      { t.grid_blocks() } -> std::same_as<unsigned>;
      { t.sync_warp(where) } -> std::same_as<void>;
      { t.sync_lanes(n, where) } -> std::same_as<void>;
      { t.sync_block(where) } -> std::same_as<void>;
      { t.sync_block_or(p, where) } -> std::same_as<bool>;
      { t.sync_block_diverged(where) } -> std::same_as<void>;
      { t.ballot(p, where) } -> std::same_as<unsigned>;
      { t.any(p, where) } -> std::same_as<bool>;
      { t.all(p, where) } -> std::same_as<bool>;
      { t.require(p, "what is wrong", where) } -> std::same_as<void>;
      { t.count_rounds(1u) } -> std::same_as<void>;
      { t.prefetch(static_cast<const void*>(nullptr), where) } -> std::same_as<void>;
      {
        t.copy_async(static_cast<bytes_16*>(nullptr), static_cast<const bytes_16*>(nullptr), where)
      } -> std::same_as<void>;
      { t.wait_for_copies(where) } -> std::same_as<void>;
      {
        t.keep_shared(static_cast<std::uint32_t*>(nullptr), where)
      } -> std::same_as<std::uint32_t*>;
    } && exchanges<Thread, std::int32_t> && exchanges<Thread, std::uint32_t> &&
    exchanges<Thread, std::int64_t> && exchanges<Thread, std::uint64_t> &&
    shares_memory<Thread, std::uint32_t> && shares_memory<Thread, std::uint64_t>;

}  // namespace codag::simt
