// What launches choose on a GPU, from its facts: on the H100 and the H200 as it was measured, and
// on others as many chunks per multiprocessor, but no more than one holds.
#include "codag/tuning/policy.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "codag/codec/deflate/lanes_decoder.hpp"
#include "codag/codec/rle_v1/lanes_decoder.hpp"
#include "codag/codec/rle_v1/walker.hpp"
#include "codag/codec/rle_v2/lanes_decoder.hpp"
#include "codag/codec/rle_v2/walker.hpp"
#include "codag/schedule/parse_then_write.hpp"
#include "codag/schedule/warps_per_chunk.hpp"
#include "codag/simt/host/gpu_facts.hpp"
#include "tests/support/each_kernel.hpp"

namespace codag {
namespace {

using simt::gpu_facts;

// As cudaDeviceGetAttribute gives them (CUDA C++ Programming Guide, "Technical Specifications per
// Compute Capability", and NVIDIA's data sheets).
constexpr unsigned kib = 1024;
constexpr gpu_facts v100{70, 80, 2048, 96 * kib, 96 * kib, 0};
constexpr gpu_facts a100{80, 108, 2048, 164 * kib, 163 * kib, kib};
constexpr gpu_facts l4{89, 58, 1536, 100 * kib, 99 * kib, kib};
constexpr gpu_facts h100{90, 132, 2048, 228 * kib, 227 * kib, kib};
constexpr gpu_facts h200{90, 132, 2048, 228 * kib, 227 * kib, kib};
constexpr gpu_facts b200{100, 148, 2048, 228 * kib, 227 * kib, kib};

/// The warps per chunk of a launch: those that were chosen, or as the schedule chooses for 0.
template <class Schedule>
std::uint32_t launched_warps(const gpu_facts& gpu, std::uint32_t chunks, std::uint64_t chosen = 0) {
  device_column column{};
  column.chunk_count = chunks;
  const std::uint64_t values[] = {chosen};
  simt::launch_shape shape{};
  test::each_kernel<Schedule>(gpu, column, {.type = {}, .values = values},
                              [&](const auto& kernel) { shape = kernel.shape(); });
  return shape.blocks * shape.threads / chunks / simt::warp_size;
}

/// The most chunks that have 8, 6 and 3 warps each.
struct most_chunks {
  std::uint32_t with_8, with_6, with_3;
  friend bool operator==(const most_chunks&, const most_chunks&) = default;
};

template <class Schedule>
most_chunks most_chunks_of(const gpu_facts& gpu) {
  most_chunks most{};
  // Each number of chunks is a multiple of what a block of warp_per_chunk may have.
  for (std::uint32_t chunks = 4; chunks <= 2048; chunks += 4) {
    const std::uint32_t warps = launched_warps<Schedule>(gpu, chunks);
    if (warps >= 8) most.with_8 = chunks;
    if (warps >= 6) most.with_6 = chunks;
    if (warps >= 3) most.with_3 = chunks;
  }
  return most;
}

using rle_v1_warps = warps_per_chunk<rle_v1::lanes_decoder<std::uint32_t>, rle_v1::walker>;
using rle_v2_warps = warps_per_chunk<rle_v2::lanes_decoder<std::uint64_t>, rle_v2::walker>;
using deflate_kernels = parse_then_write<deflate::lanes_decoder<std::uint8_t>>;

TEST(policy, of_the_h100_and_the_h200_is_what_was_measured) {
  for (const gpu_facts& gpu : {h100, h200, simt::host::interpreted_gpu}) {
    EXPECT_EQ(most_chunks_of<rle_v1_warps>(gpu), (most_chunks{264, 528, 1056}));
    EXPECT_EQ(most_chunks_of<rle_v2_warps>(gpu), (most_chunks{264, 528, 1056}));
    EXPECT_EQ(launched_warps<rle_v1_warps>(gpu, 265), 6u);
    EXPECT_EQ(deflate_kernels::chunks_held_by_blocks(gpu), 528u);
    EXPECT_EQ(deflate_kernels::chunks_held_by_warps(gpu), 4224u);
    EXPECT_EQ(deflate_kernels::least_repeated_bytes(gpu, 4224), 32 * kib);
    EXPECT_EQ(deflate_kernels::least_repeated_bytes(gpu, 4225), 128 * kib);
    // The blocks of four warps for whose registers the parse kernel is compiled.
    using decoder = deflate::lanes_decoder<std::uint8_t>;
    EXPECT_EQ(4 * simt::blocks_held(gpu, 4 * simt::warp_size, 4 * sizeof(decoder::parse_storage)),
              decoder::parse_warps);
  }
}

TEST(policy, counts_the_multiprocessors) {
  for (const gpu_facts& gpu : {a100, b200}) {
    const std::uint32_t count = gpu.multiprocessors;
    EXPECT_EQ(most_chunks_of<rle_v1_warps>(gpu), (most_chunks{2 * count, 4 * count, 8 * count}));
    EXPECT_EQ(launched_warps<rle_v1_warps>(gpu, 2 * count + 1), 6u);
  }
  EXPECT_EQ(deflate_kernels::chunks_held_by_blocks(b200), 4 * 148u);
  EXPECT_EQ(deflate_kernels::chunks_held_by_warps(a100), 32 * 108u);
  EXPECT_EQ(deflate_kernels::chunks_held_by_warps(b200), 32 * 148u);
}

// A V100's or an L4's multiprocessor has less than half of the shared memory of an H100's.
TEST(policy, counts_on_no_more_blocks_than_a_multiprocessor_holds) {
  EXPECT_EQ(most_chunks_of<rle_v1_warps>(v100), (most_chunks{2 * 80, 3 * 80, 6 * 80}));
  EXPECT_EQ(deflate_kernels::chunks_held_by_blocks(a100), 3 * 108u);
  EXPECT_EQ(deflate_kernels::chunks_held_by_blocks(l4), 2 * 58u);
  EXPECT_EQ(deflate_kernels::chunks_held_by_warps(l4), 20 * 58u);
  const auto shared_bytes = [](std::uint32_t warps) { return warps * 16 * kib; };
  EXPECT_EQ(tuning::warps_of_a_chunk(h100, 132, shared_bytes), 8u);
  EXPECT_EQ(tuning::warps_of_a_chunk(l4, 58, shared_bytes), 6u) << "8 have no room in a block";
  EXPECT_EQ(tuning::warps_of_a_chunk(l4, 59, shared_bytes), 3u) << "6 have room once";
}

TEST(policy, does_what_is_chosen) {
  EXPECT_EQ(launched_warps<rle_v1_warps>(h100, 8192, 4), 4u);
  EXPECT_EQ(launched_warps<rle_v1_warps>(l4, 64, 1), 1u);
}

TEST(policy, is_that_of_the_newest_architecture_that_the_gpu_has) {
  for (const tuning::policy& its : tuning::policies) {
    gpu_facts gpu = h100;
    gpu.architecture = its.architecture;
    EXPECT_EQ(&tuning::policy_of(gpu), &its);
  }
  EXPECT_EQ(&tuning::policy_of(v100), &tuning::policies.front());
  EXPECT_EQ(&tuning::policy_of(b200), &tuning::policies.back());
}

}  // namespace
}  // namespace codag
