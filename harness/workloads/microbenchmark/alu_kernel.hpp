// The micro-benchmark's kernel.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/simt/simt.hpp"

namespace codag::harness {

/// `operations` dependent operations on a value: a multiply-add (the low halves of MMIX's
/// constants, Knuth) and an exclusive or, in turn. Each is one machine instruction and counts as
/// one operation. Neither distributes over the other, so a compiler cannot merge two of them. Both
/// are one-to-one, so a wrong operand never gives the right result.
CODAG_HOST_DEVICE inline std::uint32_t alu_chain(std::uint32_t value, std::uint32_t operations) {
  constexpr std::uint32_t multiplier = 0x4c957f2d, increment = 0xf767814f, mask = 0x9e3779b9;
  for (std::uint32_t i = 0; i < operations / 2; ++i) {
    value = value * multiplier + increment;
    value ^= mask;
  }
  if (operations % 2 != 0) value = value * multiplier + increment;
  return value;
}

/// Each warp reads its range of `in` word by word. As in decoding, each word is combined with the
/// current value; the exclusive or that does this is not counted. In both modes lane 0 stores, and
/// all lanes wait at the warp's barrier after each access.
template <bool all_threads>
struct alu_kernel {
  static constexpr const char* name = all_threads ? "alu/all_threads" : "alu/single_thread";
  static constexpr unsigned max_threads = 256;
  static constexpr unsigned min_blocks = 8;  // every warp that a multiprocessor can hold
  struct shared_storage {};

  const std::uint32_t* in;
  std::uint32_t* out;        ///< one word per access
  std::uint32_t* agreeing;   ///< one word per warp: a bit per lane that agrees with lane 0
  std::uint32_t accesses;    ///< per warp
  std::uint32_t operations;  ///< per access

  template <class Thread>
  CODAG_DEVICE void operator()(const Thread& t, shared_storage& /*none*/) const {
    const std::uint32_t warp = t.block() * (t.block_threads() / simt::warp_size) + t.warp();
    const std::size_t begin = std::size_t{warp} * accesses;
    std::uint32_t value = 0;
    for (std::size_t i = begin; i < begin + accesses; ++i) {
      if (all_threads || t.lane() == 0) value = alu_chain(value ^ t.load(in + i), operations);
      if (t.lane() == 0) t.store(out + i, value);
      // As in decoding, the idle lanes of single_thread wait here for lane 0.
      t.sync_warp();
    }
    // Every lane's value is used. Otherwise a compiler could remove the work of all lanes but lane
    // 0.
    const std::uint32_t same = t.ballot(value == t.shuffle(value, 0));
    if (t.lane() == 0) t.store(agreeing + warp, same);
  }
};

}  // namespace codag::harness
