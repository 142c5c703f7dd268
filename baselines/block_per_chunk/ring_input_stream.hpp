// How block_per_chunk's leader thread reads the ring if its decoder looks ahead.
#pragma once

#include <cstdint>

#include "baselines/block_per_chunk/ring_source.hpp"
#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/look_ahead.hpp"

namespace codag::baselines {

/// An input (see the concept) that holds a position and no words. Each peek loads its words anew,
/// and skipping is one addition.
template <class Storage>
class ring_input_stream {
 public:
  CODAG_DEVICE ring_input_stream(Storage& shared, const compressed_words& input)
      : shared_(shared), position_(input.begin_bit()) {
    shared.end_bit = input.end_bit();
  }

  CODAG_DEVICE std::uint32_t peek_bits(unsigned n) const {
    const std::uint32_t* words = words_at_position();
    const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << n) - 1);
    return funnel_shift_right(words[0], words[1], position_) & mask;
  }
  CODAG_DEVICE void skip_bits(unsigned n) { position_ += n; }
  CODAG_DEVICE void skip_word() { position_ += 32; }
  CODAG_DEVICE std::uint32_t fetch_bits(unsigned n) {
    const std::uint32_t bits = peek_bits(n);
    skip_bits(n);
    return bits;
  }
  CODAG_DEVICE void align_to_byte() { position_ = (position_ + 7) / 8 * 8; }
  CODAG_DEVICE codag::look_ahead look_ahead() const { return {words_at_position(), position_}; }
  CODAG_DEVICE void follow(const codag::look_ahead& ahead) { skip_bits(ahead.skipped()); }

  CODAG_DEVICE std::uint32_t position() const { return position_; }
  CODAG_DEVICE std::uint32_t word() const { return position_ / 32; }
  CODAG_DEVICE void seek(std::uint32_t bit) { position_ = bit; }
  CODAG_DEVICE words_in_ring<Storage> words() const { return {shared_}; }
  CODAG_DEVICE bool overrun() const { return position_ > shared_.end_bit; }
  CODAG_DEVICE bool at_end() const { return position_ == shared_.end_bit; }

 private:
  /// The word that the position is in, and the next two: the ring repeats its first words after its
  /// end.
  CODAG_DEVICE const std::uint32_t* words_at_position() const {
    static_assert(Storage::repeated_words >= 2);
    return shared_.ring + word() % Storage::ring_words;
  }

  const Storage& shared_;
  std::uint32_t position_;  // in bits, counted from word 0
};

}  // namespace codag::baselines
