// clear_total: the kernel that sets a sink's total to 0, before the sink's own kernel.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// Sets `*total` to 0, for a sink that counts or adds up. Every launch has this kernel, so every
/// launch gives the total of the column, and a selection begins at the output's start. Its time is
/// a part of the launch's.
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
