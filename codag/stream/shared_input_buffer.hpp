// The `shared` input buffer: a ring in shared memory that the whole warp refills (CODAG Algorithm
// 1).
#pragma once

#include <cstdint>

#include "codag/stream/compressed_words.hpp"

namespace codag {

/// A warp's ring in shared memory.
template <unsigned RingBytes>
struct input_ring {
  std::uint32_t words[RingBytes / 4];
};

/// A Source for input_stream, collective over a warp: every lane makes the same calls.
template <class Thread, unsigned RingBytes = 2 * cache_line_bytes>
class shared_input_buffer {
  static constexpr std::uint32_t ring_words = RingBytes / 4;
  static_assert((ring_words & (ring_words - 1)) == 0, "word index modulo ring size is a mask");
  static_assert(RingBytes >= 2 * cache_line_bytes,
                "room for a whole line while unread words are left (section IV-E)");

 public:
  CODAG_DEVICE shared_input_buffer(const Thread& t, input_ring<RingBytes>& ring,
                                   const compressed_words& input)
      : thread_(t),
        ring_(ring),
        input_(input),
        taken_(input.first()),
        filled_(taken_ / words_per_line * words_per_line) {}

  CODAG_DEVICE std::uint32_t next_word() {
    // Room for a line: Algorithm 1, line 1. Modulo 2^32, as the first line may begin before the
    // chunk.
    if (filled_ - taken_ + words_per_line <= ring_words) refill();
    return ring_.words[taken_++ % ring_words];
  }
  CODAG_DEVICE std::uint32_t taken() const { return taken_; }
  CODAG_DEVICE std::uint32_t begin_bit() const { return input_.begin_bit(); }
  CODAG_DEVICE std::uint32_t end_bit() const { return input_.end_bit(); }
  CODAG_DEVICE void jump(std::uint32_t index) {
    taken_ = index;
    // Lines that are jumped over are never read.
    if (filled_ < taken_) filled_ = taken_ / words_per_line * words_per_line;
  }
  CODAG_DEVICE global_words<Thread> words() const { return {thread_, input_}; }

 private:
  CODAG_DEVICE void refill() {
    // Every lane has read the words that this line replaces: lanes do not run in lock-step.
    thread_.sync_warp();
    const std::uint32_t index = filled_ + thread_.lane();
    const bool inside = index >= input_.first() && index < input_.end();
    ring_.words[index % ring_words] = inside ? input_.load(thread_, index) : 0;
    filled_ += words_per_line;
    // The line is whole before any lane reads a word of it.
    thread_.sync_warp();
  }

  const Thread& thread_;
  input_ring<RingBytes>& ring_;
  compressed_words input_;
  std::uint32_t taken_;   // words handed out
  std::uint32_t filled_;  // words in the ring or handed out: whole lines
};

}  // namespace codag
