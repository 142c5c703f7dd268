// What a sink's launch begins with: its total is 0.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// Sets the total of a sink that counts or adds up. It is timed with the kernel that follows, so
/// that every launch gives the total of the column, and a selection begins at the output's start.
struct clear_total {
  static constexpr const char* name = "clear_total";
  static constexpr unsigned max_threads = simt::warp_size, min_blocks = 1;
  struct shared_storage {};

  std::uint64_t* total;

  [[nodiscard]] constexpr simt::launch_shape shape() const { return {1, max_threads}; }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& /*shared*/) const {
    if (t.thread_index() == 0) t.store(total, std::uint64_t{0});
  }
};

}  // namespace codag
