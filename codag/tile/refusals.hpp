// Why tiles were refused: a record per group, and the kernel that turns them into the status of
// each chunk.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/chunked_column.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/simt/operators.hpp"
#include "codag/simt/simt.hpp"
#include "codag/status.hpp"

namespace codag {

/// The first tile that a group has refused, and why. Of two, the lower is the earlier tile's.
using refusal = std::uint32_t;
inline constexpr refusal nothing_refused = 0xffffffff;
static_assert(status_values <= 16, "a status has four bits");
static_assert(max_chunk_bytes < 1u << 28, "a tile's number, less than the chunk's bytes, has 28");

CODAG_DEVICE refusal refusal_of(std::uint32_t tile, status why) {
  return tile << 4 | static_cast<std::uint32_t>(why);
}

/// Gives each chunk the status of its first tile that was refused. A warp does a chunk.
struct status_kernel {
  static constexpr const char* name = "statuses";
  static constexpr unsigned max_threads = 128, min_blocks = 1;
  struct shared_storage {};

  const refusal* refusals;  ///< `groups` for each chunk
  std::uint32_t groups;
  status* statuses;
  std::uint32_t chunk_count;

  [[nodiscard]] constexpr simt::launch_shape shape() const {
    constexpr unsigned warps = max_threads / simt::warp_size;
    return {(chunk_count + warps - 1) / warps, max_threads};
  }

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& /*shared*/) const {
    const std::uint32_t chunk = t.block() * (max_threads / simt::warp_size) + t.warp();
    if (chunk >= chunk_count) return;  // the whole warp leaves
    refusal first = nothing_refused;
    for (std::uint32_t g = t.lane(); g < groups; g += simt::warp_size) {
      const refusal of_group = t.load(refusals + std::uint64_t{chunk} * groups + g);
      if (of_group < first) first = of_group;
    }
    first = t.reduce(first, simt::minimum{});
    if (t.lane() == 0)
      t.store(statuses + chunk,
              first == nothing_refused ? status::ok : static_cast<status>(first & 15));
  }
};

}  // namespace codag
