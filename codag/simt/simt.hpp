// codag/simt: the one seam between CUDA and the host backend.
//
// A kernel is a functor. It is written once, against a `Thread` that either backend supplies
// (simt::cuda::thread or simt::host::thread):
//
//     struct my_kernel {
//       static constexpr const char* name = "my_kernel";
//       static constexpr unsigned max_threads = 128;  // a block
//       static constexpr unsigned min_blocks = 1;     // a multiprocessor: bounds the registers
//       struct shared_storage { ... };                // trivial; uninitialised, one a block
//       template <class Thread>
//       CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const;
//     };
//
// A kernel whose shared memory has no fixed size has no shared_storage, and is given the bytes that
// its launch_shape asks for:
//
//       template <class Thread>
//       CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const;
//
// What a Thread offers, with the names of the CUDA C++ Programming Guide:
//
//     t.lane() t.warp() t.thread_index() t.block() t.block_threads() t.grid_blocks()
//
//     t.sync_warp()              __syncwarp: every lane of the warp, from any place in the code
//     t.shuffle(v, source_lane)  __shfl_sync: every lane; v is at most 8 bytes
//     t.ballot(p)                __ballot_sync: every lane; bit i is lane i's p
//
//     t.sync_block()             __syncthreads: every thread of the block, lanes of a warp together
//     t.sync_block_diverged()    barrier.cta.sync (PTX ISA): the same barrier, but the lanes of one
//                                warp may arrive from different places in the code
//
//     t.load(p) t.store(p, v)    global memory, naturally aligned; what the host backend counts
//     t.atomic_add(p, v)         global or shared memory, relaxed, device scope; the old value
//
// Shared memory is plain C++ on what is passed. Blocks have whole warps.
#pragma once

#include <cstddef>

namespace codag::simt {

inline constexpr unsigned warp_size = 32;
inline constexpr unsigned full_mask = 0xffffffffu;

/// A grid of `blocks` blocks of `threads` threads each; threads is a multiple of warp_size.
struct launch_shape {
  unsigned blocks;
  unsigned threads;
  unsigned shared_bytes = 0;  ///< a block; of a kernel without shared_storage
};

/// Of shared memory whose size a launch chooses.
inline constexpr std::size_t shared_alignment = 16;

/// Whether its launches choose the size of the kernel's shared memory.
template <class Kernel>
concept shared_by_launch = !requires {
  typename Kernel::shared_storage;
};

}  // namespace codag::simt
