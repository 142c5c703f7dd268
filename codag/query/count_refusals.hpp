// What runs after a query whose columns were decompressed first: their chunks' statuses are
// counted.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/query/star_query.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"

namespace codag::query {

/// Adds, for each status but ok, the number of chunks that have it. It is not timed.
struct count_refusals {
  static constexpr const char* name = "count_refusals";
  static constexpr unsigned max_threads = 128, min_blocks = 1;
  struct shared_storage {};

  const status* statuses;
  std::uint32_t chunk_count;
  std::uint64_t* refused;  ///< status_count counts

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    const std::uint32_t blocks = (chunk_count + max_threads - 1) / max_threads;
    return {blocks == 0 ? 1 : blocks, max_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& /*shared*/) const {
    const std::uint32_t index = t.block() * max_threads + t.thread_index();
    if (index >= chunk_count) return;
    const auto s = static_cast<std::uint32_t>(t.load(statuses + index));
    if (s != 0 && s < status_count) t.atomic_add(refused + s, std::uint64_t{1});
  }
};

}  // namespace codag::query
