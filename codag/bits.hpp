// Bit operations that both backends have under different names.
#pragma once

#include <cstdint>
#ifndef __CUDACC__
#include <bit>
#endif

#include "codag/annotate.hpp"

namespace codag {

/// The high bit of every byte: four flags in a word. The flag of byte k is bit 8k + 7.
inline constexpr std::uint32_t high_bits = 0x80808080;

/// The flags of a word: that of byte k is bit 28 + k.
CODAG_DEVICE std::uint32_t four_flags(std::uint32_t v) {
  return (v & high_bits) * 0x00204081u;
}

/// The number of bits that are set.
CODAG_DEVICE unsigned popcount(std::uint32_t v) {
#ifdef __CUDACC__
  return static_cast<unsigned>(__popc(v));
#else
  return static_cast<unsigned>(std::popcount(v));
#endif
}
CODAG_DEVICE unsigned popcount(std::uint64_t v) {
#ifdef __CUDACC__
  return static_cast<unsigned>(__popcll(v));
#else
  return static_cast<unsigned>(std::popcount(v));
#endif
}

/// The index of the lowest bit that is set. At least one bit is set.
CODAG_DEVICE unsigned lowest_bit(std::uint32_t v) {
#ifdef __CUDACC__
  return static_cast<unsigned>(__ffs(static_cast<int>(v))) - 1;
#else
  return static_cast<unsigned>(std::countr_zero(v));
#endif
}
CODAG_DEVICE unsigned lowest_bit(std::uint64_t v) {
#ifdef __CUDACC__
  return static_cast<unsigned>(__ffsll(static_cast<long long>(v))) - 1;
#else
  return static_cast<unsigned>(std::countr_zero(v));
#endif
}

/// The number of bits above the highest bit that is set; 32 if none is.
CODAG_DEVICE unsigned leading_zeros(std::uint32_t v) {
#ifdef __CUDACC__
  return static_cast<unsigned>(__clz(static_cast<int>(v)));
#else
  return static_cast<unsigned>(std::countl_zero(v));
#endif
}

/// The index of the set bit that has `n` set bits below it; 31 if there is none.
CODAG_DEVICE unsigned nth_set_bit(std::uint32_t v, unsigned n) {
  unsigned at = 0;
  for (unsigned step = 16; step > 0; step /= 2)
    // Whether more than n bits are set below at + step.
    if (popcount(v & ((1u << (at + step)) - 1)) <= n) at += step;
  return at;
}

/// Byte `K` of the word; byte 0 is the lowest.
template <unsigned K>
CODAG_HOST_DEVICE constexpr std::uint32_t byte_of(std::uint32_t v) {
  static_assert(K < 4);
#ifdef __CUDA_ARCH__
  // One instruction, where the compiler would make a shift and a mask.
  if (!__builtin_is_constant_evaluated()) return __byte_perm(v, 0, 0x4440 + K);
#endif
  return v >> 8 * K & 0xff;
}

/// The sum of the word's four bytes and `sum`.
CODAG_DEVICE std::uint32_t sum_of_bytes(std::uint32_t v, std::uint32_t sum) {
#ifdef __CUDACC__
  return __dp4a(v, 0x01010101u, sum);
#else
  return sum + byte_of<0>(v) + byte_of<1>(v) + byte_of<2>(v) + byte_of<3>(v);
#endif
}

/// The word with its four bytes in the opposite order.
CODAG_DEVICE std::uint32_t byte_swap(std::uint32_t v) {
#ifdef __CUDACC__
  return __byte_perm(v, 0, 0x0123);
#else
  return __builtin_bswap32(v);
#endif
}

/// Four bytes chosen from eight: byte k of the result is byte (selector >> 4k) % 8 of (high:low).
/// With the selector's bit 4k + 3 set, all of its bits are that byte's high bit.
CODAG_DEVICE std::uint32_t byte_permute(std::uint32_t low, std::uint32_t high,
                                        std::uint32_t selector) {
#ifdef __CUDACC__
  // __byte_perm ignores bit 4k + 3.
  std::uint32_t result;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(low), "r"(high), "r"(selector));
  return result;
#else
  const std::uint64_t bytes = static_cast<std::uint64_t>(high) << 32 | low;
  std::uint32_t result = 0;
  for (unsigned k = 0; k < 4; ++k) {
    const std::uint32_t choice = selector >> 4 * k;
    const auto byte = static_cast<std::uint32_t>(bytes >> 8 * (choice & 7)) & 0xff;
    result |= ((choice & 8) == 0 ? byte : (byte >> 7) * 0xff) << 8 * k;
  }
  return result;
#endif
}

/// The word with its 32 bits in the opposite order.
CODAG_DEVICE std::uint32_t bit_reverse(std::uint32_t v) {
#ifdef __CUDACC__
  return __brev(v);
#else
  v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
  v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
  v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
  v = (v >> 8 & 0x00ff00ff) | (v & 0x00ff00ff) << 8;
  return v >> 16 | v << 16;
#endif
}

/// The word shifted to the left by 0 to 255 bits; 0 from 32 on.
CODAG_DEVICE std::uint32_t shifted_left(std::uint32_t v, unsigned shift) {
#ifdef __CUDACC__
  // In C++, a shift by 32 has no meaning; in PTX it gives 0.
  std::uint32_t result;
  asm("shl.b32 %0, %1, %2;" : "=r"(result) : "r"(v), "r"(shift));
  return result;
#else
  return shift < 32 ? v << shift : 0;
#endif
}

// The compiler knows these two only as instructions. It does not merge them with the multiplication
// of an index by an element's size, so an address takes two instructions instead of three.

/// The word shifted to the right by 0 to 255 bits; 0 from 32 on.
CODAG_DEVICE std::uint32_t shifted_right(std::uint32_t v, unsigned shift) {
#ifdef __CUDACC__
  std::uint32_t result;
  asm("shr.u32 %0, %1, %2;" : "=r"(result) : "r"(v), "r"(shift));
  return result;
#else
  return shift < 32 ? v >> shift : 0;
#endif
}
/// The word's lowest `count` bits, for a count from 0 to 32.
CODAG_DEVICE std::uint32_t lowest_bits(std::uint32_t v, unsigned count) {
#ifdef __CUDACC__
  // One instruction; bfe.u32 takes five if the compiler does not know the count.
  std::uint32_t result;
  asm("szext.clamp.u32 %0, %1, %2;" : "=r"(result) : "r"(v), "r"(count));
  return result;
#else
  return count < 32 ? v & ((1u << count) - 1) : v;
#endif
}

/// The low 32 bits of (high:low) >> shift % 32.
CODAG_DEVICE std::uint32_t funnel_shift_right(std::uint32_t low, std::uint32_t high,
                                              unsigned shift) {
#ifdef __CUDACC__
  return __funnelshift_r(low, high, shift);
#else
  return static_cast<std::uint32_t>(((static_cast<std::uint64_t>(high) << 32) | low) >> shift % 32);
#endif
}

/// The low 32 bits of (high:low) >> shift, for a shift from 0 to 32.
CODAG_DEVICE std::uint32_t funnel_shift_right_whole(std::uint32_t low, std::uint32_t high,
                                                    unsigned shift) {
#ifdef __CUDACC__
  return __funnelshift_rc(low, high, shift);
#else
  return static_cast<std::uint32_t>(((static_cast<std::uint64_t>(high) << 32) | low) >> shift);
#endif
}

/// The lowest `count` bits, for a count from 0 to 32.
CODAG_DEVICE std::uint32_t low_bits(unsigned count) {
  return funnel_shift_right_whole(0xffffffff, 0, 32 - count);
}

/// The high 32 bits of (high:low) << shift % 32.
CODAG_DEVICE std::uint32_t funnel_shift_left(std::uint32_t high, std::uint32_t low,
                                             unsigned shift) {
#ifdef __CUDACC__
  return __funnelshift_l(low, high, shift);
#else
  return static_cast<std::uint32_t>(
      ((static_cast<std::uint64_t>(high) << 32) | low) << shift % 32 >> 32);
#endif
}

}  // namespace codag
