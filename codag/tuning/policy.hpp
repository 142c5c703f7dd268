// The thresholds by which launches choose, a policy per architecture.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "codag/simt/gpu_facts.hpp"
#include "codag/simt/simt.hpp"

namespace codag::tuning {

/// How many warps decompress a chunk together, if a multiprocessor has at most
/// chunks_per_multiprocessor chunks.
struct warps_for {
  std::uint32_t chunks_per_multiprocessor, warps;
};

/// What parse_then_write lets blocks do (docs/performance.md).
struct block_writing {
  /// The bytes of a chunk from which a block writes it if its values repeat: if the GPU holds a
  /// warp for each chunk, and if it does not. Warps write many short chunks faster.
  std::uint32_t repeated_bytes_with_few_chunks, repeated_bytes_with_many_chunks;
  /// A chunk's bytes per token, below which a block writes it, whatever the number of chunks.
  std::uint32_t short_token_bytes;
  /// With few chunks, blocks begin while the chunks are being parsed if the column is compressed to
  /// 1/least_ratio_to_begin_early or less. Parsing more than that takes so long that it is better
  /// not to let blocks slow it down.
  std::uint32_t least_ratio_to_begin_early;
  /// They expect long tokens, too, if it is compressed to 1/least_ratio_of_long_tokens or less. A
  /// token takes about 2.5 bytes or more. The kernel for that is slower if tokens are short.
  std::uint32_t least_ratio_of_long_tokens;
};

struct policy {
  unsigned architecture;  ///< the oldest one that it is for, as in simt::gpu_facts
  /// For warps_per_chunk, from few chunks to many; with more, a chunk has one warp.
  std::array<warps_for, 3> warps_per_chunk;
  block_writing blocks;
};

/// Measured on the H100 and the H200 (docs/characterization.md, docs/performance.md).
inline constexpr std::array policies{
    policy{.architecture = 90,
           .warps_per_chunk = {{{2, 8}, {4, 6}, {8, 3}}},
           .blocks = {.repeated_bytes_with_few_chunks = 32 * 1024,
                      .repeated_bytes_with_many_chunks = 128 * 1024,
                      .short_token_bytes = 16,
                      .least_ratio_to_begin_early = 3,
                      .least_ratio_of_long_tokens = 32}}};

/// The policy of the newest architecture that is not newer than the GPU's. A GPU that is older than
/// all of them has the oldest one's.
constexpr const policy& policy_of(const simt::gpu_facts& gpu) {
  const auto newer =
      std::ranges::upper_bound(policies, gpu.architecture, {}, &policy::architecture);
  return newer == policies.begin() ? *newer : *(newer - 1);
}

/// The warps that share a chunk. They are one block, with `shared_bytes(warps)` bytes of shared
/// memory. Fewer chunks fill a GPU that holds fewer blocks than the policy assumes.
template <class SharedBytes>
constexpr std::uint32_t warps_of_a_chunk(const simt::gpu_facts& gpu, std::uint32_t chunks,
                                         const SharedBytes& shared_bytes) {
  for (const warps_for& its : policy_of(gpu).warps_per_chunk) {
    const std::uint32_t held =
        simt::blocks_held(gpu, its.warps * simt::warp_size, shared_bytes(its.warps));
    if (chunks <= gpu.multiprocessors * std::min(its.chunks_per_multiprocessor, held))
      return its.warps;
  }
  return 1;
}

}  // namespace codag::tuning
