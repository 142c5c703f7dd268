// Finds out that blocks which poll will never go on, and lets none of them wait for a block that
// failed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>

namespace codag::simt::host {

/// One per launch.
///
/// A block calls all_failed() after a round: every lane that could run has polled once more, and no
/// predicate held. The launch is stuck when every running block has made such a round since the
/// last change, and no worker is free to begin another block. A change is whatever may have written
/// memory: a block ends, goes on after failed rounds, or reports its first failed round.
class poll_watch {
 public:
  poll_watch(unsigned blocks, unsigned workers) : unfinished_(blocks), workers_(workers) {}

  class block;

  /// Calls run(block&), which runs one block. If it throws, the blocks that poll throw the same.
  template <class Run>
  void while_running(const Run& run) {
    block in_grid(*this);
    try {
      run(in_grid);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      throw;
    }
  }

  /// One block, for as long as it runs.
  class block {
   public:
    explicit block(poll_watch& watch) : watch_(watch) {
      const std::lock_guard lock(watch_.mutex_);
      ++watch_.running_;
    }
    ~block() {
      const std::lock_guard lock(watch_.mutex_);
      --watch_.running_;
      --watch_.unfinished_;
      watch_.changed();
    }
    block(const block&) = delete;
    block& operator=(const block&) = delete;

    /// A lane's predicate held.
    void went_on() {
      if (!waits_) return;
      waits_ = false;
      const std::lock_guard lock(watch_.mutex_);
      watch_.changed();
    }

    /// Returns whether the launch is stuck. Throws the error of another block that failed.
    [[nodiscard]] bool all_failed() {
      // The block that this one waits for may need the core.
      std::this_thread::yield();
      const std::lock_guard lock(watch_.mutex_);
      if (watch_.error_) std::rethrow_exception(watch_.error_);
      if (!waits_) {
        waits_ = true;
        watch_.changed();
      } else if (round_of_ == watch_.change_ && confirmed_ != watch_.change_) {
        confirmed_ = watch_.change_;
        ++watch_.confirmations_;
      }
      round_of_ = watch_.change_;
      return watch_.confirmations_ == watch_.running_ &&
             watch_.running_ == std::min(watch_.workers_, watch_.unfinished_);
    }

   private:
    poll_watch& watch_;
    bool waits_ = false;           // since its last round, in which all polls failed
    std::uint64_t round_of_ = 0;   // the last change when the current round began
    std::uint64_t confirmed_ = 0;  // the last change after which a whole round failed
  };

 private:
  // Called with the mutex held.
  void changed() {
    ++change_;
    confirmations_ = 0;
  }

  std::mutex mutex_;
  unsigned unfinished_;         // blocks that have not ended, also those that have not begun
  const unsigned workers_;      // OS threads of the launch
  unsigned running_ = 0;        // blocks
  std::uint64_t change_ = 0;    // changes so far
  unsigned confirmations_ = 0;  // running blocks whose polls all failed since the last change
  std::exception_ptr error_;    // the first block's that failed
};

}  // namespace codag::simt::host
