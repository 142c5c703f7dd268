// Kernels whose blocks wait for each other, for both backends.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/block_group.hpp"
#include "codag/simt/simt.hpp"

namespace codag::test {

/// The sum of all tiles up to and including one, and whether it is known yet. One access reads
/// both.
struct alignas(8) known_sum {
  std::uint32_t known;
  std::uint32_t sum;
};

/// The exclusive sum of a column: adjacent synchronisation, in which each block waits for the sum
/// of the tile before its own. Blocks take tiles until none is left.
struct chained_sum {
  static constexpr const char* name = "chained_sum";
  static constexpr unsigned max_threads = 256;
  static constexpr unsigned min_blocks = 1;
  struct shared_storage {
    simt::block_group_storage<max_threads> sums;
  };
  const std::uint32_t* in;
  std::uint32_t* out;
  unsigned tiles;          // each as long as a block has threads
  std::uint32_t* tickets;  // zero
  known_sum* sums;         // zero; one per tile

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    const simt::block_group<Thread, max_threads> block(t, shared.sums);
    for (;;) {
      const std::uint32_t ticket = t.thread_index() == 0 ? t.atomic_add(tickets, 1u) : 0;
      const std::uint32_t tile = block.broadcast(ticket, 0);
      if (tile >= tiles) return;
      const std::uint32_t i = tile * block.size() + block.rank();
      std::uint32_t total;
      const std::uint32_t in_tile = block.exclusive_sum(t.load(in + i), total);
      std::uint32_t before = 0;
      if (block.rank() == 0) {
        if (tile > 0)
          before = t.poll(sums + tile - 1, [](known_sum s) { return s.known != 0; }).sum;
        t.store_release(sums + tile, known_sum{1, before + total});
      }
      t.store(out + i, block.broadcast(before, 0) + in_tile);
    }
  }
};

/// Passes an array of values, one per thread, from block to block. Each block adds one to every
/// value with plain loads and stores: only release and acquire order them.
struct relay {
  static constexpr const char* name = "relay";
  static constexpr unsigned max_threads = 256;
  static constexpr unsigned min_blocks = 1;
  struct shared_storage {
    std::uint32_t ticket;
  };
  std::uint32_t* values;   // one per thread of a block
  std::uint64_t* turn;     // zero; counts the blocks that are done
  std::uint32_t* tickets;  // zero

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    if (t.thread_index() == 0) {
      shared.ticket = t.atomic_add(tickets, 1u);
      t.poll(turn, [mine = shared.ticket](std::uint64_t done) { return done == mine; });
    }
    t.sync_block();  // the block sees the ticket, and what thread 0 has acquired
    std::uint32_t* const value = values + (t.thread_index() + shared.ticket) % t.block_threads();
    t.store(value, t.load(value) + 1);
    t.sync_block();  // thread 0 releases what the whole block has written
    if (t.thread_index() == 0) t.store_release(turn, std::uint64_t{shared.ticket} + 1);
  }
};

/// Atomics of every kind and width on global and shared memory.
struct atomics {
  static constexpr const char* name = "atomics";
  static constexpr unsigned max_threads = 256;
  static constexpr unsigned min_blocks = 1;
  struct shared_storage {
    std::uint64_t sum;
    std::uint32_t bits;
  };
  struct results {
    std::int32_t down;     // each thread subtracts one
    std::uint32_t bits;    // thread i sets bit i % 32
    std::uint64_t wide;    // each thread adds 2^31
    std::uint64_t high;    // thread i sets bit 32 + i % 32
    std::uint64_t blocks;  // each block adds the sum that its threads made in shared memory
    std::uint64_t block_bits;
  };
  results* all;        // zero
  std::uint32_t* old;  // one per thread: how many threads came before it

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& shared) const {
    if (t.thread_index() == 0) {
      shared.sum = 0;
      shared.bits = 0;
    }
    t.sync_block();  // both are zero before any thread adds
    const std::uint32_t i = t.block() * t.block_threads() + t.thread_index();
    t.store(old + i, static_cast<std::uint32_t>(-t.atomic_add(&all->down, -1)));
    t.atomic_or(&all->bits, 1u << i % 32);
    t.atomic_add(&all->wide, std::uint64_t{1} << 31);
    t.atomic_or(&all->high, std::uint64_t{1} << (32 + i % 32));
    t.atomic_add(&shared.sum, std::uint64_t{i});
    t.atomic_or(&shared.bits, 1u << t.warp());
    t.sync_block();  // every thread has added before thread 0 reads
    if (t.thread_index() == 0) {
      t.atomic_add(&all->blocks, shared.sum);
      t.atomic_or(&all->block_bits, std::uint64_t{shared.bits});
    }
  }
};

}  // namespace codag::test
