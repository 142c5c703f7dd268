// simt::host::thread: what a kernel sees of its thread on the host backend.
#pragma once

#include <atomic>
#include <cstring>
#include <source_location>
#include <type_traits>

#include "codag/simt/host/block_runner.hpp"

namespace codag::simt::host {

class thread {
  using here = std::source_location;

 public:
  thread(block_runner& runner, unsigned index, unsigned block, unsigned grid_blocks)
      : runner_(&runner), index_(index), block_(block), grid_blocks_(grid_blocks) {}

  [[nodiscard]] unsigned lane() const { return index_ % warp_size; }
  [[nodiscard]] unsigned warp() const { return index_ / warp_size; }
  [[nodiscard]] unsigned thread_index() const { return index_; }
  [[nodiscard]] unsigned block() const { return block_; }
  [[nodiscard]] unsigned block_threads() const { return runner_->threads(); }
  [[nodiscard]] unsigned grid_blocks() const { return grid_blocks_; }

  void sync_warp(const here& where = here::current()) const {
    runner_->meet_warp(index_, collective::sync_warp, 0, where);
  }
  template <class T>
  T shuffle(T v, unsigned source_lane, const here& where = here::current()) const {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8);
    std::uint64_t bits = 0;
    std::memcpy(&bits, &v, sizeof(T));
    bits = runner_->meet_warp(index_, collective::shuffle, bits, where)[source_lane % warp_size];
    std::memcpy(&v, &bits, sizeof(T));
    return v;
  }
  [[nodiscard]] unsigned ballot(bool p, const here& where = here::current()) const {
    const auto& votes = runner_->meet_warp(index_, collective::ballot, p ? 1 : 0, where);
    unsigned mask = 0;
    for (unsigned i = 0; i < warp_size; ++i) mask |= static_cast<unsigned>(votes[i]) << i;
    return mask;
  }

  void sync_block(const here& where = here::current()) const {
    runner_->meet_block(index_, collective::sync_block, where);
  }
  void sync_block_diverged(const here& where = here::current()) const {
    runner_->meet_block(index_, collective::sync_block_diverged, where);
  }

  template <class T>
  T load(const T* p, const here& where = here::current()) const {
    runner_->access(index_, false, p, where);
    return *p;
  }
  template <class T>
  void store(T* p, T v, const here& where = here::current()) const {
    runner_->access(index_, true, p, where);
    *p = v;
  }
  template <class T>
  T atomic_add(T* p, T v, const here& where = here::current()) const {
    runner_->atomic(index_, p, where);
    // Relaxed, as atomicAdd is: other blocks run on other cores.
    return std::atomic_ref<T>(*p).fetch_add(v, std::memory_order_relaxed);
  }

 private:
  block_runner* runner_;
  unsigned index_, block_, grid_blocks_;
};

}  // namespace codag::simt::host
