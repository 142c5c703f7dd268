// The steps of the reference encoder, which the CPU encoders share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "codag/codec/vle/codebook.hpp"
#include "codag/codec/vle/vle.hpp"

namespace codag::vle {

/// The canonical code with these lengths. Each length is at most max_code_bits.
codebook codebook_of(const code_lengths& lengths);

/// The number of bits of the codewords of `raw`.
std::uint64_t code_bits(std::span<const std::byte> raw, const codebook& book);

/// Writes the codewords of `raw` from bit `bit` of `words` on. If that is inside a word, somebody
/// else writes this word's lower bits: the word is left alone, and the bits that it lacks are
/// returned. The bits after the last codeword, up to the next word, are 0.
std::uint32_t put_codewords(std::span<const std::byte> raw, const codebook& book, std::uint64_t bit,
                            std::span<std::byte> words);

}  // namespace codag::vle
