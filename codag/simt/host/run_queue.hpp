// The threads of a block that can go on, in the order in which they run.
#pragma once

#include <cstddef>
#include <vector>

namespace codag::simt::host {

/// A first-in, first-out queue that has each of `threads` threads at most once. It is a ring of
/// fixed size, because the interpreter spends its time between two collectives here.
class run_queue {
 public:
  /// Empties the queue.
  void begin(unsigned threads) {
    ring_.resize(threads);
    first_ = count_ = 0;
  }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  void push(unsigned thread) {
    const std::size_t at = first_ + count_++;
    ring_[at < ring_.size() ? at : at - ring_.size()] = thread;
  }
  unsigned pop() {
    const unsigned thread = ring_[first_];
    if (++first_ == ring_.size()) first_ = 0;
    --count_;
    return thread;
  }

 private:
  std::vector<unsigned> ring_;
  std::size_t first_ = 0, count_ = 0;
};

}  // namespace codag::simt::host
