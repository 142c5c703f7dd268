// shared_window: a chunk's next bytes in a ring in shared memory, which all lanes of a warp read.
#pragma once

#include <bit>
#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/bits.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/look_ahead.hpp"

namespace codag {

/// A window (see the concept) over whole cache lines: those from the one that the position is in.
/// As an input it looks at the next few bytes before it reads them.
template <class Thread>
class shared_window {
 public:
  /// `ring` has ring_bytes bytes: a power of two, two lines or more.
  CODAG_DEVICE shared_window(const Thread& t, std::uint32_t* ring, std::uint32_t ring_bytes,
                             const compressed_words& words)
      : thread_(t),
        ring_(ring),
        ring_words_(ring_bytes / 4),
        words_(words),
        position_(words.begin_bit()) {}

  // Window.

  /// Less a line: all of the first line but its last byte may be used up.
  CODAG_DEVICE std::uint32_t capacity() const { return 4 * ring_words_ - cache_line_bytes; }
  CODAG_DEVICE void look(std::uint32_t bytes) {
    const std::uint32_t end = (position_ + 8 * bytes + 31) / 32;  // the word after the last one
    // The same in every lane: they pass the barriers together or not at all.
    if (filled_ >= end) return;
    // Every lane has read the words that are replaced: lanes do not run in lock-step.
    thread_.sync_warp();
    const std::uint32_t first = line_begin(position_ / 32);
    // Lines that were skipped are never read.
    if (filled_ < first) filled_ = first;
    // As many lines as fit: their loads are on their way together.
    for (; filled_ + words_per_line <= first + ring_words_; filled_ += words_per_line) {
      const std::uint32_t index = filled_ + thread_.lane();
      ring_[index & (ring_words_ - 1)] = words_.load(thread_, index);
    }
    // The lines are whole before any lane reads another lane's word.
    thread_.sync_warp();
  }
  CODAG_DEVICE std::uint32_t word_at(std::uint32_t index) const {
    return ring_[index & (ring_words_ - 1)];
  }
  CODAG_DEVICE std::uint32_t bits_at(std::uint32_t bit) const {
    return funnel_shift_right(word_at(bit / 32), word_at(bit / 32 + 1), bit);
  }
  CODAG_DEVICE std::uint32_t end_bit() const { return words_.end_bit(); }

  // Input.

  CODAG_DEVICE std::uint32_t peek_bits(unsigned n) {
    look(4);
    const auto mask = static_cast<std::uint32_t>((std::uint64_t{1} << n) - 1);
    return bits_at(position_) & mask;
  }
  CODAG_DEVICE void skip_bits(unsigned n) { position_ += n; }
  CODAG_DEVICE void skip_word() { position_ += 32; }
  CODAG_DEVICE std::uint32_t fetch_bits(unsigned n) {
    const std::uint32_t bits = peek_bits(n);
    skip_bits(n);
    return bits;
  }
  CODAG_DEVICE void align_to_byte() { position_ = (position_ + 7) / 8 * 8; }
  CODAG_DEVICE bool overrun() const { return position_ > end_bit(); }
  CODAG_DEVICE bool at_end() const { return position_ == end_bit(); }

  CODAG_DEVICE codag::look_ahead look_ahead() {
    look(8);
    const std::uint32_t index = position_ / 32;
    const std::uint32_t words[3] = {word_at(index), word_at(index + 1), word_at(index + 2)};
    return {words, position_};
  }
  CODAG_DEVICE void follow(const codag::look_ahead& ahead) { skip_bits(ahead.skipped()); }

  CODAG_DEVICE std::uint32_t position() const { return position_; }
  CODAG_DEVICE void seek(std::uint32_t bit) { position_ = bit; }
  /// From global memory: a symbol may be larger than the ring.
  CODAG_DEVICE global_words<Thread> words() const { return {thread_, words_}; }

 private:
  const Thread& thread_;
  std::uint32_t* ring_;
  std::uint32_t ring_words_;
  compressed_words words_;
  std::uint32_t position_;    // in bits, counted from word 0
  std::uint32_t filled_ = 0;  // the first word that is not yet in the ring: lines are whole
};

/// The choice of it as warp_per_chunk's InputBuffer, for a decoder that looks at WindowBytes bytes
/// at once.
template <std::uint32_t WindowBytes>
struct shared_window_input {
  static constexpr const char* name = "shared";
  static constexpr std::uint32_t default_ring_bytes = std::bit_ceil(WindowBytes + cache_line_bytes);
  static constexpr std::uint32_t max_ring_bytes = 64 * cache_line_bytes;
  static_assert(default_ring_bytes >= 2 * cache_line_bytes && default_ring_bytes <= max_ring_bytes);
  template <class Thread>
  using buffer = shared_window<Thread>;
};

}  // namespace codag
