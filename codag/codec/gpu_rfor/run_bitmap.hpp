// Where the runs of a block begin, as a bitmap: the run of a value is the number of bits up to it.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/codec/gpu_rfor/gpu_rfor.hpp"
#include "codag/simt/warp_group.hpp"

namespace codag::gpu_rfor {

/// A bit for each value of a block, in a warp's shared memory. It takes the place of two steps of
/// section 6 of the paper: an array of marks, and a prefix sum over it.
struct run_bitmap {
  static constexpr unsigned count = block_values / 32;
  std::uint32_t words[count];

  /// For the warp: no run begins anywhere. A barrier must follow before mark().
  template <class Thread>
  CODAG_DEVICE void clear(const Thread& t) {
    if (t.lane() < count) words[t.lane()] = 0;
  }

  /// For any lane by itself: of four consecutive runs with these lengths, the first one begins at
  /// value `begin` of the block, and the first `valid` of them are runs. What begins after the
  /// block is left out.
  template <class Thread>
  CODAG_DEVICE void mark(const Thread& t, std::uint32_t begin, const std::uint32_t (&lengths)[4],
                         std::uint32_t valid) {
    std::uint32_t begins[4], bits[4];
    CODAG_UNROLL
    for (unsigned i = 0; i < 4; ++i) {
      begins[i] = begin;
      bits[i] = i < valid && begin < block_values ? 1u << begin % 32 : 0;
      begin += lengths[i];
    }
    // Short runs are often in one word, which many lanes then change at once: once for each lane.
    if (begins[0] / 32 == begins[3] / 32) {
      bits[0] |= bits[1] | bits[2] | bits[3];
      bits[1] = bits[2] = bits[3] = 0;
    }
    CODAG_UNROLL
    for (unsigned i = 0; i < 4; ++i)
      if (bits[i] != 0) t.atomic_or(words + begins[i] / 32, bits[i]);
  }
};

/// The runs of a block's values. All lanes of a warp make it, after a barrier after the last
/// mark().
template <class Thread>
class runs_of_values {
 public:
  CODAG_DEVICE runs_of_values(const Thread& t, const run_bitmap& bitmap) : thread_(t) {
    word_ = t.lane() < run_bitmap::count ? bitmap.words[t.lane()] : 0;
    before_ = simt::warp_group<Thread>(t).exclusive_sum(popcount(word_), count_);
  }

  /// The number of values at which a run begins.
  CODAG_DEVICE std::uint32_t count() const { return count_; }

  /// The runs of the values 128 * row + 4 * lane and the next three, in a block whose first value
  /// begins a run. Collective.
  CODAG_DEVICE void of_four(unsigned row, std::uint32_t (&runs)[4]) const {
    const unsigned source = 4 * row + thread_.lane() / 8, bit = thread_.lane() % 8 * 4;
    const std::uint32_t word = thread_.shuffle(word_, source), bits = word >> bit;
    std::uint32_t run = thread_.shuffle(before_, source) + popcount(word & ((1u << bit) - 1)) - 1;
    CODAG_UNROLL
    for (unsigned i = 0; i < 4; ++i) runs[i] = run += bits >> i & 1;
  }

 private:
  const Thread& thread_;
  std::uint32_t count_;
  std::uint32_t word_, before_;  // of the lane's word: its bits, and how many bits are before it
};

}  // namespace codag::gpu_rfor
