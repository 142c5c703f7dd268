// Shuffle-merge: groups of codewords in shared memory are merged pair by pair.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/vle/vle.hpp"
#include "codag/simt/simt.hpp"

namespace codag::vle {

/// Words per slot of a thread that has this many symbols: a word for each, because codewords have
/// up to 32 bits, and the one after them. With an odd number, lanes that access the same word of
/// their slots use different banks of shared memory.
CODAG_HOST_DEVICE constexpr unsigned merged_slot_words(unsigned thread_symbols) {
  static_assert(max_code_bits == 32);
  return thread_symbols + 1;
}

/// The merging half of cuSZ's encoder (Tian et al., "Revisiting Huffman Coding", IPDPS 2021,
/// REDUCE-SHUFFLE-MERGE; arXiv 2010.10039). Each thread of a block begins with a group of its own:
/// the codewords of `thread_symbols` symbols. In each step, the threads of two neighbouring groups
/// move the words of the right one to the end of the left one. After log2(threads) steps one group
/// is left.
///
/// A group of n threads lies in n consecutive slots. Its last word, the one in which it ends, is
/// filled with 0; if it ends at the end of a word, the next word is 0. cuSZ has one word per
/// thread, and codewords that do not fit it go elsewhere ("breaking points"). A slot here has room
/// for every codeword, because the stream has to hold them all in order.
template <unsigned thread_symbols>
class merged_slots {
  static constexpr unsigned slot_words = merged_slot_words(thread_symbols);
  static_assert(slot_words % 2 == 1);

 public:
  CODAG_DEVICE merged_slots(std::uint32_t* words, std::uint32_t* bits)
      : words_(words), bits_(bits) {}

  /// Where a thread's group begins.
  CODAG_DEVICE std::uint32_t* slot(unsigned thread) const { return words_ + thread * slot_words; }
  /// Says how many bits a thread's group has.
  CODAG_DEVICE void set_bits(unsigned thread, std::uint32_t bits) const { bits_[thread] = bits; }
  /// After merge_all: the bits of the only group, which begins in slot 0.
  CODAG_DEVICE std::uint32_t bits() const { return bits_[0]; }

  /// All threads of the block call it, each after it has filled its slot. The number of threads is
  /// a power of two. After it, all threads may read the group.
  template <class Thread>
  CODAG_DEVICE void merge_all(const Thread& t) const {
    for (unsigned threads = 2; threads <= t.block_threads(); threads *= 2) merge_pair(t, threads);
    t.sync_block();  // the group is whole before any thread reads it
  }

 private:
  /// Words that a thread moves at most: a right group of n slots has n * thread_symbols words and
  /// one more, it may touch one more word where it goes, and 2 * n threads move it.
  static constexpr unsigned most_moved = thread_symbols / 2 + 1;

  template <class Thread>
  static CODAG_DEVICE void sync(const Thread& t, unsigned threads) {
    if (threads <= simt::warp_size)
      t.sync_warp();
    else
      t.sync_block();
  }

  /// The calling thread's part in merging the groups of `threads` threads.
  template <class Thread>
  CODAG_DEVICE void merge_pair(const Thread& t, unsigned threads) const {
    const unsigned rank = t.thread_index() % threads;
    const unsigned left = t.thread_index() - rank, right = left + threads / 2;
    sync(t, threads);  // both groups are whole before any thread reads them
    const std::uint32_t left_bits = bits_[left], right_bits = bits_[right];
    const std::uint32_t* const from = slot(right);
    std::uint32_t* const to = slot(left) + left_bits / 32;
    const std::uint32_t shift = left_bits % 32;
    const std::uint32_t last_from = right_bits / 32, last_to = (shift + right_bits) / 32;
    std::uint32_t moved[most_moved];
    for (unsigned i = 0; i < most_moved; ++i) {
      const std::uint32_t word = rank + i * threads;
      if (word > last_to) break;
      const std::uint32_t here = word <= last_from ? from[word] : 0;
      const std::uint32_t before = word > 0 ? from[word - 1] : 0;
      moved[i] = funnel_shift_left(here, before, shift) | (word > 0 ? 0 : *to);
    }
    sync(t, threads);  // all words have been read: the right group may lie where they go
    for (unsigned i = 0; i < most_moved; ++i) {
      const std::uint32_t word = rank + i * threads;
      if (word > last_to) break;
      to[word] = moved[i];
    }
    if (rank == 0) bits_[left] = left_bits + right_bits;
  }

  std::uint32_t* words_;
  std::uint32_t* bits_;  ///< one per thread; that of a group's first thread counts
};

}  // namespace codag::vle
