// Concepts: what a decoder reads a chunk's compressed bits from (CODAG Table I, and more).
#pragma once

#include <concepts>
#include <cstdint>

#include "codag/stream/look_ahead.hpp"
#include "codag/stream/source.hpp"

namespace codag {

/// Bits come from the low end of each byte, as Deflate packs them; 8 bits at a byte boundary are
/// that byte. Past the chunk's end all bits are 0. Collective over all threads that decode
/// together.
template <class I>
concept input = requires(I& in, const I& c, unsigned n) {
  /// The next n bits (0 to 32); they stay in the input.
  { in.peek_bits(n) } -> std::same_as<std::uint32_t>;
  /// Drops n bits (0 to 32).
  in.skip_bits(n);
  /// Drops 32 bits.
  in.skip_word();
  /// peek_bits(n), then skip_bits(n).
  { in.fetch_bits(n) } -> std::same_as<std::uint32_t>;
  /// Drops the bits up to the next byte boundary, 0 to 7.
  in.align_to_byte();
  /// Whether more bits than the chunk has were taken.
  { c.overrun() } -> std::same_as<bool>;
  /// Whether exactly the chunk's bits were taken.
  { c.at_end() } -> std::same_as<bool>;
};

/// An input for decoders that decode several codewords with one refill.
template <class I>
concept looking_ahead_input = input<I> && requires(I& in, const look_ahead& ahead) {
  /// The next 64 bits; they stay in the input.
  { in.look_ahead() } -> std::same_as<look_ahead>;
  /// Drops what `ahead` has skipped since look_ahead() returned it.
  in.follow(ahead);
};

/// An input for decoders whose symbols hold packed values that a warp unpacks by itself.
template <class I>
concept seekable_input = input<I> && requires(I& in, const I& c, std::uint32_t bit) {
  /// The next bit, counted from word 0 of the chunk's words.
  { c.position() } -> std::same_as<std::uint32_t>;
  /// Continues at `bit`, which is position() or later.
  in.seek(bit);
  /// The words of the symbol that is being decoded.
  { c.words() } -> words_by_index;
};

}  // namespace codag
