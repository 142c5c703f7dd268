// token_pipeline: a decoder of several kernels with the chunks' tokens in device memory between
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "codag/annotate.hpp"
#include "codag/launch/pipeline.hpp"
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

/// The first step: nothing of the lists is taken, and no chunk has a window.
struct reset_step {
  template <class Plan>
  static constexpr reset_workspace of(const Plan& plan) {
    return reset_workspace{plan.launch.workspace};
  }
};

/// The last step: `Fallback`, a kernel with a warp per chunk, decodes the chunks that the steps
/// before have left, from their start.
template <class Fallback>
struct rest_step {
  static constexpr const char* name = "rest";
  static constexpr bool launched_ahead = true;
  static constexpr unsigned max_threads = Fallback::max_threads;
  static constexpr unsigned min_blocks = Fallback::min_blocks;
  Fallback decode;
  token_workspace workspace;

  template <class Plan>
  static constexpr rest_step of(const Plan& plan) {
    return {plan.fallback(), plan.launch.workspace};
  }

  [[nodiscard]] constexpr simt::launch_shape shape() const { return decode.shape(); }
  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const {
    const std::uint32_t index = decode.chunk_of(t);
    if (index < decode.column.chunk_count && t.load(&workspace.records()[index].left))
      decode(t, shared);
  }
};

/// The steps between the first one and the last one find tokens and write their output. The Plan
/// has `launch`, a token_launch, `fallback()`, the kernel of the last step, and
/// `list_bytes(column)`, the memory for the tokens.
template <class Plan, class... Steps>
struct token_pipeline : pipeline<Plan, reset_step, Steps...,
                                 rest_step<decltype(std::declval<const Plan&>().fallback())>> {
  /// The beginning of the workspace that has the chunks' records, in bytes.
  static constexpr std::uint64_t record_bytes(const device_column& column) {
    return token_workspace::lists_begin(column.chunk_count);
  }
  static constexpr std::uint64_t workspace_bytes(const device_column& column) {
    return record_bytes(column) + Plan::list_bytes(column);
  }
  static constexpr token_workspace workspace(const device_column& column, std::byte* memory) {
    return {memory, column.chunk_count, Plan::list_bytes(column)};
  }
};

}  // namespace codag
