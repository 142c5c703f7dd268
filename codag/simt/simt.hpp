// codag/simt: the one seam between CUDA and the host backend.
//
// A kernel is a functor. It is written once, against a `Thread` that either backend supplies
// (simt::cuda::thread or simt::host::thread):
//
//     struct my_kernel {
//       static constexpr const char* name = "my_kernel";
//       static constexpr unsigned max_threads = 128;  // per block
//       static constexpr unsigned min_blocks = 1;     // per multiprocessor: bounds the registers
//       struct shared_storage { ... };                // per block; trivial and uninitialised
//       template <class Thread>
//       CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const;
//     };
//
// If each launch chooses the size of the shared memory, the kernel has no shared_storage. It is
// given the number of bytes that launch_shape asks for:
//
//       template <class Thread>
//       CODAG_DEVICE void operator()(const Thread& t, std::byte* shared) const;
//
// Blocks consist of whole warps. The kernel uses shared memory by plain C++.
//
// What a Thread offers (the concept is device_thread, in thread.hpp)
// ------------------------------------------------------------------
// The names are those of the CUDA C++ Programming Guide.
//
//     t.lane() t.warp() t.thread_index() t.block() t.block_threads() t.grid_blocks()
//
// Every lane of the warp calls these together. `v` has at most 8 bytes; match_any and reduce take
// integers of 4 or 8 bytes.
//
//     t.sync_warp()              __syncwarp; lanes may arrive from different places in the code
//     t.sync_lanes(n)            the same for a part of the warp: the n lanes, a power of two, that
//                                have the same lane() / n; the other parts need not call it
//     t.shuffle(v, lane)         __shfl_sync: that lane's v
//     t.shuffle_up(v, n)         __shfl_up_sync: the v of the lane n below; v itself if none
//     t.shuffle_down(v, n)       __shfl_down_sync: the v of the lane n above; v itself if none
//     t.shuffle_xor(v, bits)     __shfl_xor_sync: the v of lane (lane() ^ bits)
//     t.add_from_below(v, n)     v + shuffle_up(v, n); v itself if there is no such lane
//     t.ballot(p)                __ballot_sync: bit i is lane i's p
//     t.any(p) t.all(p)          __any_sync, __all_sync
//     t.match_any(v)             __match_any_sync: the lanes whose v is the same
//     t.reduce(v, op)            op over all lanes: plus, minimum or maximum (operators.hpp)
//     t.keep_shared(p)           p, which points into shared memory; a GPU keeps the address in a
//                                register, by a shuffle that the host backend does not count
//
// Every thread of the block calls these together.
//
//     t.sync_block()             __syncthreads: the lanes of a warp arrive together
//     t.sync_block_or(p)         __syncthreads_or: the same, and returns whether p holds in any
//                                thread; all threads wait there, and none at sync_block
//     t.sync_block_diverged()    barrier.cta.sync (PTX ISA): the same barrier, but the lanes of one
//                                warp may arrive from different places in the code
//
// Any thread calls these at any time. Addresses are naturally aligned.
//
//     t.load(p) t.store(p, v)    global memory; what the host backend counts
//
//     t.atomic_add(p, v)         global or shared memory; integers of 4 or 8 bytes; returns the old
//     t.atomic_or(p, v)          value. Relaxed: neither orders any other access.
//     t.load_acquire(p)          global or shared memory; any trivial type of 4 or 8 bytes.
//     t.store_release(p, v)      A thread that loads with acquire what was stored with release also
//                                sees all that the storing thread had written or seen before.
//     t.poll(p, holds)           load_acquire until holds(value); returns that value
//     t.store_release_in_block(p, v)
//     t.poll_in_block(p, holds)  store_release and poll between threads of one block; p points into
//                                shared memory. On a GPU, the first takes a fence of the block
//                                instead of one of the device, and the second none: L1 stays valid
//     t.store_relaxed(p, v)      A store and a poll without that order: the word says nothing about
//     t.poll_relaxed(p, holds)   other memory. The poll has no pause on a GPU: it is for chains of
//                                blocks in which each waits for the one before, and for a warp that
//                                waits for another. In shared memory, both are atomics.
//     t.wait_relaxed(p, holds)   poll_relaxed with a pause, for a wait that may be long
//     t.prefetch(p)              asks for the cache line; a hint. p points to allocated memory:
//                                from elsewhere nothing is read, but an H200 takes microseconds
//     t.copy_async(to, from)     begins to copy 16 bytes from global to shared memory, which holds
//                                anything until this thread has waited
//     t.wait_for_copies()        this thread's copies have arrived. Others see them after a
//                                barrier
//     t.require(p, message)      misuse on the host backend unless p; nothing on a GPU
//     t.count_rounds(n)          one more group of work, which took n rounds: the host backend's
//                                counts have the sums; nothing on a GPU
//
// All of these but the two _in_block have device scope: they hold between any two threads of the
// grid. A whole block releases by sync_block, then one thread's store_release; it acquires by one
// thread's poll, then sync_block. The barrier passes on what the one thread gives or has seen, as
// sync_warp does for a warp. Inside a block, use barriers, the two _in_block where warps run ahead
// of each other, or a relaxed poll for a single word.
//
// Groups
// ------
// warp_group (warp_group.hpp) and block_group (block_group.hpp) add rank, size, sync, sums,
// reductions and broadcasts, with the same names for both; a warp has ballots and shuffles, too.
// group.hpp states them as concepts.
//
// Kernels that overlap
// --------------------
// Kernel B follows kernel A on a stream.
//
// If B has `static constexpr bool launched_ahead = true`, blocks of B may take their places on the
// GPU while A still runs, and wait there until A has ended. The order of the stream stays; only the
// time from the end of A to the beginning of B becomes shorter.
//
// If B has `static constexpr bool begins_early = true`, B may begin before A has ended: as soon as
// each block of A has ended or, if A is launched_ahead, has begun. Both need CUDA's programmatic
// dependent launch.
//
// - B may poll for what A stores, because all blocks of A are running. It sees A's other stores
//   only through acquire and release. It sees the stores of kernels before A without these.
// - B ends after A has ended.
// - On GPUs below compute capability 9.0, B begins after A has ended.
// - On a stream of the host backend (host/stream.hpp), B also begins after A has ended. A launch
//   option lets B begin there when all blocks of A have begun.
//
// Blocks that wait for each other
// -------------------------------
// A block may poll for what another block stores. Both backends run such a kernel to its end if
// each block waits only for blocks that came before it, in the order of tickets:
//
//     the first thread takes t.atomic_add(&tickets, 1u) and broadcasts it; the ticket, and not
//     t.block(), says which part of the work is the block's, and whom it waits for.
//
// Why that cannot hang: a block that holds a ticket is already running, and only its own polls can
// stop a running block. The holder of the lowest unfinished ticket waits for nobody, so it
// finishes; then the next one does. A GPU may start blocks in any order, so t.block() cannot take
// the ticket's place there.
//
// A persistent grid has resident_blocks<Kernel>(shape) blocks, each of which takes tickets until
// the work is done: cuda/resident_blocks.cuh asks the GPU; host/resident_blocks.hpp gives a fixed
// number. It is a size, not a promise: a barrier across the grid is not offered.
//
// The host backend runs each block to its end on one of `workers` OS threads. A lane that polls
// lets the other lanes of its block run, and then the other OS threads. So a grid of at most
// `workers` blocks may also wait in any order. If no running block can ever go on, the launch
// throws misuse and names the lanes that poll, where a GPU would hang. Loops over load_acquire that
// spin by hand are not interrupted: use poll.
//
// Counts stay exact under polling. A poll counts once, however often it looks. The lanes of one
// warp that poll at the same time must take the same path until their next collective; otherwise
// timing decides which of them share a load or store instruction.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace codag::simt {

inline constexpr unsigned warp_size = 32;
inline constexpr unsigned full_mask = 0xffffffffu;

/// An integer that lanes add, compare and exchange.
template <class T>
concept word = std::integral<T> && !std::same_as<T, bool> && (sizeof(T) == 4 || sizeof(T) == 8);

/// What one memory transaction reads or writes whole: an integer, or a struct with alignas.
template <class T>
concept atomic_word = std::is_trivially_copyable_v<T> && (sizeof(T) == 4 || sizeof(T) == 8) &&
                      alignof(T) == sizeof(T);

/// A grid of `blocks` blocks of `threads` threads each. `threads` is a multiple of warp_size.
struct launch_shape {
  unsigned blocks;
  unsigned threads;
  unsigned shared_bytes = 0;  ///< per block, for a kernel without shared_storage
};

/// The alignment of shared memory whose size a launch chooses.
inline constexpr std::size_t shared_alignment = 16;

/// Whether each launch chooses the size of the kernel's shared memory.
template <class Kernel>
concept shared_by_launch = !requires { typename Kernel::shared_storage; };

/// Whether the kernel may begin before the one before it has ended.
template <class Kernel>
concept early_kernel = requires { requires Kernel::begins_early; };

/// Whether the kernel's blocks may wait on the GPU for the end of the kernel before it.
template <class Kernel>
concept ahead_kernel = !early_kernel<Kernel> && requires { requires Kernel::launched_ahead; };

}  // namespace codag::simt
