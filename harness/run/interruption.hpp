// Ending a run on SIGINT or SIGTERM without losing anything.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace codag::harness {

/// While it lives, SIGINT and SIGTERM end the process only between changes of the report. It must
/// be created before any other thread: a thread inherits the set of blocked signals. A signal that
/// the process was started to ignore (as `nohup` and a shell's `&` do) stays ignored.
///
/// A child inherits the blocked signals, too, and must not: see signals_of_a_child().
class interruption {
 public:
  /// `last_words` runs in another thread, at a moment when no one holds the report, and the process
  /// then ends with exit code 128 + the signal's number.
  explicit interruption(std::function<void()> last_words);
  ~interruption();
  interruption(const interruption&) = delete;
  interruption& operator=(const interruption&) = delete;

  /// Keeps the process from being ended while the result lives.
  [[nodiscard]] std::unique_lock<std::mutex> hold() { return std::unique_lock(held_); }

  /// From now on a signal does not end the process, and there are no last words: nothing is left
  /// that they could tell. Call it while the process is held, when the result has been written.
  void finish() { finished_ = true; }

  /// Adds a child process that gets the signal, too, and whose end is waited for before the last
  /// words. If the signal has come already, the child gets it at once.
  void pass_on_to(pid_t child);
  /// The child has ended, and was waited for.
  void has_ended(pid_t child);

  /// The signals that were blocked before, which are those that a child should block.
  [[nodiscard]] const sigset_t& signals_of_a_child() const { return before_; }

 private:
  void wait_for_a_signal();

  std::function<void()> last_words_;
  std::mutex held_;
  bool finished_ = false;        // of `held_`
  std::mutex changes_;           // of the two below
  std::vector<pid_t> children_;  // that run
  int signal_ = 0;               // that came
  sigset_t watched_{}, before_{};
  std::thread watcher_;
};

/// Unblocks the signals that an interruption blocks, in a process that was forked and has not
/// executed its program yet: all calls are safe in a signal handler.
void unblock_interruptions();

}  // namespace codag::harness
