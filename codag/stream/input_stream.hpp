// input_stream: the bits of a compressed chunk, one after the other (CODAG Table I).
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"

namespace codag {

/// A window of up to 64 bits over the words that `Source` hands out in order. Bits are taken from
/// the low end of each byte, as Deflate packs them; 8 bits at a byte boundary are that byte.
///
/// A Source has:
///     std::uint32_t next_word();             // the next word; 0 behind the chunk's end
///     std::uint32_t taken() const;           // index of the word behind the last one handed out
///     std::uint32_t begin_bit(), end_bit();  // of the chunk, counted from word 0
///
/// Reading past the chunk is harmless and yields zeros; overrun() then stays true.
template <class Source>
class input_stream {
 public:
  CODAG_DEVICE explicit input_stream(Source& source) : source_(source) {
    const std::uint32_t unused =
        source.begin_bit() % 32;  // bits of the first word before the chunk
    window_ = source.next_word() >> unused;
    held_ = 32 - unused;
  }

  /// The next n bits (0 to 32), left in the stream.
  CODAG_DEVICE std::uint32_t peek_bits(unsigned n) {
    if (held_ < n) {
      window_ |= static_cast<std::uint64_t>(source_.next_word()) << held_;
      held_ += 32;
    }
    return static_cast<std::uint32_t>(window_) &
           static_cast<std::uint32_t>((std::uint64_t{1} << n) - 1);
  }

  /// Drops n bits, at most as many as were peeked.
  CODAG_DEVICE void skip_bits(unsigned n) {
    window_ >>= n;
    held_ -= n;
  }

  /// The next n bits (0 to 32), taken from the stream.
  CODAG_DEVICE std::uint32_t fetch_bits(unsigned n) {
    const std::uint32_t bits = peek_bits(n);
    skip_bits(n);
    return bits;
  }

  /// Whether more bits were taken than the chunk has.
  CODAG_DEVICE bool overrun() const { return position() > source_.end_bit(); }
  /// Whether exactly the chunk's bits were taken.
  CODAG_DEVICE bool at_end() const { return position() == source_.end_bit(); }

 private:
  // 32 bits hold every position: max_chunk_bytes is 2^28.
  CODAG_DEVICE std::uint32_t position() const { return source_.taken() * 32 - held_; }

  Source& source_;
  std::uint64_t window_;
  unsigned held_;  // bits of window_ that are stream; at most 63
};

}  // namespace codag
