// token_launch: what the kernels of a decoder with tokens in device memory have in common.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/schedule/device_column.hpp"
#include "codag/schedule/token_workspace.hpp"
#include "codag/simt/simt.hpp"

namespace codag {

/// A warp per chunk, and the chunks' tokens between the kernels.
struct token_launch {
  device_column column;
  token_workspace workspace;
  std::uint32_t warps_per_block;

  [[nodiscard]] constexpr simt::launch_shape shape(unsigned shared_bytes_per_warp) const {
    return {(column.chunk_count + warps_per_block - 1) / warps_per_block,
            warps_per_block * simt::warp_size, warps_per_block * shared_bytes_per_warp};
  }
  /// The chunk of the thread's warp. It is not below chunk_count if there is none.
  template <class Thread>
  [[nodiscard]] CODAG_DEVICE std::uint32_t chunk_of(const Thread& t) const {
    return t.block() * warps_per_block + t.warp();
  }
};

}  // namespace codag
