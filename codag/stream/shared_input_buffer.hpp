// The `shared` input buffer: a ring in shared memory, which the whole warp refills (CODAG
// Algorithm 1).
#pragma once

#include <cstdint>

#include "codag/stream/compressed_words.hpp"

namespace codag {

/// A source (see the concept). Collective over a warp: either every lane makes the same calls, or
/// lane 0 makes them alone and the other lanes join it in load_line(). `Lanes` is how many lanes
/// load a line together. If they are fewer than a warp's, Thread is a warp_part.
template <class Thread, unsigned Lanes = words_per_line>
class shared_input_buffer {
 public:
  /// `ring` has ring_bytes bytes: a power of two, at least two lines.
  CODAG_DEVICE shared_input_buffer(const Thread& t, std::uint32_t* ring, std::uint32_t ring_bytes,
                                   const compressed_words& input)
      : thread_(t),
        ring_(ring),
        ring_words_(ring_bytes / 4),
        input_(input),
        taken_(input.first()),
        filled_(line_begin(taken_)) {}

  CODAG_DEVICE std::uint32_t next_word() {
    if (wants_line()) {
      // Every lane has read the words that this line replaces: lanes do not run in lock-step.
      thread_.sync_warp();
      load_line(filled_);
    }
    return ring_[taken_++ & (ring_words_ - 1)];
  }
  /// next_word() for lane 0 alone: `warp.load_line(index)` makes every lane call load_line(index).
  template <class Warp>
  CODAG_DEVICE std::uint32_t next_word_alone(Warp& warp) {
    if (wants_line()) warp.load_line(filled_);
    return ring_[taken_++ & (ring_words_ - 1)];
  }
  CODAG_DEVICE std::uint32_t taken() const { return taken_; }
  CODAG_DEVICE std::uint32_t begin_bit() const { return input_.begin_bit(); }
  CODAG_DEVICE std::uint32_t end_bit() const { return input_.end_bit(); }
  CODAG_DEVICE void jump(std::uint32_t index) {
    taken_ = index;
    // Skipped lines are never read.
    if (filled_ < taken_) filled_ = line_begin(taken_);
  }
  CODAG_DEVICE global_words<Thread> words() const { return {thread_, input_}; }

  CODAG_DEVICE const compressed_words& input() const { return input_; }

  /// The lanes load the line that begins with word `index`: each lane one word, or several if there
  /// are fewer lanes than words.
  CODAG_DEVICE void load_line(std::uint32_t index) {
    for (std::uint32_t k = 0; k < words_per_line; k += Lanes) {
      const std::uint32_t mine = index + k + thread_.lane();
      ring_[mine & (ring_words_ - 1)] = input_.load(thread_, mine);
    }
    filled_ = index + words_per_line;
    // The line is whole before any lane reads another lane's word.
    thread_.sync_warp();
  }

 private:
  /// Whether there is room for a line: Algorithm 1, line 1. Modulo 2^32, because the first line may
  /// begin before the chunk.
  CODAG_DEVICE bool wants_line() const { return filled_ - taken_ + words_per_line <= ring_words_; }

  const Thread& thread_;
  std::uint32_t* ring_;
  std::uint32_t ring_words_;
  compressed_words input_;
  std::uint32_t taken_;   // the next word to hand out
  std::uint32_t filled_;  // the first word that is not yet in the ring: lines are whole
};

/// Chooses shared_input_buffer as warp_per_chunk's InputBuffer.
struct shared_input {
  static constexpr const char* name = "shared";
  /// A line is loaded while words of another are still unread (section IV-E).
  static constexpr std::uint32_t least_ring_bytes = 2 * cache_line_bytes;
  static constexpr std::uint32_t default_ring_bytes = least_ring_bytes;
  static constexpr std::uint32_t max_ring_bytes = 64 * cache_line_bytes;
  static constexpr std::uint32_t fixed_bytes = 0;
  template <class Thread>
  using buffer = shared_input_buffer<Thread>;
};

}  // namespace codag
