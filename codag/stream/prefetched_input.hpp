// prefetched_input: the words that another warp puts into a ring ahead of this one.
#pragma once

#include <cstdint>

#include "codag/annotate.hpp"
#include "codag/stream/compressed_words.hpp"
#include "codag/stream/prefetch_ring.hpp"

namespace codag {

/// A source (see the concept). Collective over the warp that reads the ring.
template <class Thread>
class prefetched_input {
 public:
  CODAG_DEVICE prefetched_input(const Thread& t, const prefetch_ring& ring,
                                const compressed_words& input)
      : thread_(t), ring_(ring), input_(input), taken_(input.first()) {
    wait_until_filled(1);
  }

  CODAG_DEVICE std::uint32_t next_word() {
    if (taken_ >= line_end_) begin_line(taken_ / words_per_line);
    return ring_.word(taken_++);
  }
  CODAG_DEVICE std::uint32_t taken() const { return taken_; }
  CODAG_DEVICE std::uint32_t begin_bit() const { return input_.begin_bit(); }
  CODAG_DEVICE std::uint32_t end_bit() const { return input_.end_bit(); }
  CODAG_DEVICE void jump(std::uint32_t index) { taken_ = index; }
  CODAG_DEVICE global_words<Thread> words() const { return {thread_, input_}; }

  /// Ends the prefetch warp. No word is taken afterwards.
  CODAG_DEVICE void finish() {
    // Relaxed: who sees this number puts nothing into the ring, so no read must come before that.
    if (thread_.lane() == 0)
      thread_.store_relaxed(&ring_.progress.wanted, prefetch_progress::no_line);
  }

 private:
  /// Leaves the lines before this one, and waits for it.
  CODAG_DEVICE void begin_line(std::uint32_t line) {
    line_end_ = (line + 1) * words_per_line;
    // Every lane has read the words of the lines that are left: lanes do not run in lock-step.
    thread_.sync_warp();
    // Release: those reads come before what the prefetch warp puts there.
    if (thread_.lane() == 0) thread_.store_release_in_block(&ring_.progress.wanted, line);
    wait_until_filled(line + 1);
  }

  /// Waits until the prefetch warp has filled all lines before this one that it has not skipped.
  CODAG_DEVICE void wait_until_filled(std::uint32_t end) const {
    // Acquire, by each lane for itself: it sees what the prefetch warp has put. All lanes load one
    // word at once; lane 0 alone would take as long, and a barrier after it.
    thread_.poll_in_block(&ring_.progress.filled, [=](std::uint32_t now) { return now >= end; });
  }

  const Thread& thread_;
  prefetch_ring ring_;
  compressed_words input_;
  std::uint32_t taken_;                      // the next word to hand out
  std::uint32_t line_end_ = words_per_line;  // of the line that is read
};

}  // namespace codag
