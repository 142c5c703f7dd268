// The little-endian words of a chunk of Gompresso, on the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codag/codec/gompresso/limits.hpp"

namespace codag::gompresso {

inline void put_word(std::uint32_t word, std::vector<std::byte>& out) {
  for (unsigned shift = 0; shift < 32; shift += 8)
    out.push_back(static_cast<std::byte>(word >> shift));
}

/// The word at byte `at`, of which all four bytes are there.
inline std::uint32_t word_at(std::span<const std::byte> in, std::size_t at) {
  std::uint32_t word = 0;
  for (unsigned i = 0; i < 4; ++i) word |= std::to_integer<std::uint32_t>(in[at + i]) << 8 * i;
  return word;
}

/// Whether a compressed chunk says that no back-reference copies what its own group writes. Any
/// bytes are safe.
inline bool says_independent(std::span<const std::byte> in) {
  return in.size() >= 8 && limits::of(word_at(in, 4)).independent();
}

}  // namespace codag::gompresso
