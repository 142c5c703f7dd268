#include "codag/thread_pool.hpp"

#include <pthread.h>

#include <condition_variable>
#include <csignal>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <type_traits>

namespace codag {
namespace {

/// One call of run_with_helpers(), on its caller's stack.
struct team {
  void (*work)(const void* object) noexcept;
  const void* object;
  unsigned missing;              ///< helpers that have not begun
  unsigned inside = 0;           ///< helpers that have begun and not ended
  std::condition_variable left;  ///< none is inside
  team* next = nullptr;          ///< that misses helpers, too
};

/// A thread of the pool, on its own stack.
struct worker {
  std::condition_variable wake;
  bool called = false;     ///< it is not in the list of idle workers any more
  worker* next = nullptr;  ///< that is idle, too
};

/// Blocks all signals but those of faults in this thread, and so in threads that it starts. A
/// thread of the pool is there longer than its first caller knows: it must not take a signal that
/// another thread will block later, to wait for it.
class only_faults {
 public:
  only_faults() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT})
      sigdelset(&blocked, fault);
    pthread_sigmask(SIG_SETMASK, &blocked, &before_);
  }
  ~only_faults() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  only_faults(const only_faults&) = delete;
  only_faults& operator=(const only_faults&) = delete;

 private:
  sigset_t before_;
};

/// Its lists are of objects on the threads' stacks, so that it owns nothing. The mutex guards all
/// of it, and all that changes in teams and workers. It also orders memory: a worker that takes a
/// team sees what the caller wrote before add(), and the caller sees what the worker wrote when
/// remove() has seen that the worker left.
class thread_pool {
 public:
  void add(team& t) {
    std::unique_lock lock(mutex_);
    // With the mutex, for which new threads wait: the pool grows seldom, and then it is simple.
    for (; free_ < missing_ + t.missing; ++free_) start_thread();
    missing_ += t.missing;
    t.next = teams_;
    teams_ = &t;
    // As many are woken as helpers are missing, or all that sleep: a free worker that is awake
    // looks at the teams before it sleeps.
    for (unsigned to_call = t.missing; to_call > 0 && idle_ != nullptr; --to_call) {
      worker& called = *idle_;
      idle_ = called.next;
      called.called = true;
      // Without the mutex, which the worker takes first. The worker never ends, so it is there.
      lock.unlock();
      called.wake.notify_one();
      lock.lock();
    }
  }

  /// Waits for the helpers that have begun. Each of them has a thread, which works on nothing else.
  void remove(team& t) {
    std::unique_lock lock(mutex_);
    if (t.missing > 0) {
      team** at = &teams_;
      while (*at != &t) at = &(*at)->next;
      *at = t.next;
      missing_ -= t.missing;
      t.missing = 0;
    }
    t.left.wait(lock, [&] { return t.inside == 0; });
  }

 private:
  void start_thread() {
    try {
      const only_faults inherited;
      // Detached: it ends with the process. Until then it waits in this object, which stays.
      std::thread([this] { serve(); }).detach();
    } catch (const std::system_error& e) {
      throw std::system_error(e.code(),
                              "a thread cannot be started; raise the limits of processes and "
                              "memory (ulimit -u, ulimit -v), or use fewer cores (taskset)");
    }
  }

  [[noreturn]] void serve() {
    worker self;
    std::unique_lock lock(mutex_);
    for (;;) {
      while (teams_ == nullptr) {
        // The last to sleep is the first to be called: its caches are warm.
        self.next = idle_;
        idle_ = &self;
        // Each worker has its own condition, so that a call wakes this one and no other.
        self.wake.wait(lock, [&] { return self.called; });
        self.called = false;
      }
      team& t = *teams_;
      if (--t.missing == 0) teams_ = t.next;
      ++t.inside;
      --missing_;
      --free_;
      lock.unlock();
      t.work(t.object);
      lock.lock();
      ++free_;
      // With the mutex: as soon as the caller has it, the team may be gone.
      if (--t.inside == 0) t.left.notify_one();
    }
  }

  std::mutex mutex_;
  team* teams_ = nullptr;   ///< those that miss helpers
  worker* idle_ = nullptr;  ///< workers that sleep
  unsigned missing_ = 0;    ///< of all teams
  unsigned free_ = 0;       ///< workers that are in no team; never fewer than are missing
};

// It is there before any constructor and after any destructor runs, so a thread may wait in it
// until the process ends.
constinit thread_pool pool;
static_assert(std::is_trivially_destructible_v<thread_pool>);

// The child of a fork() has none of the threads, and another thread may have held the mutex. It may
// not allocate memory here, and need not.
[[maybe_unused]] const int empty_after_fork =
    pthread_atfork(nullptr, nullptr, [] { std::construct_at(&pool); });

}  // namespace

void run_with_helpers(unsigned helpers, void (*work)(const void* object) noexcept,
                      const void* object) {
  team t{.work = work, .object = object, .missing = helpers, .left = {}};
  pool.add(t);
  work(object);
  pool.remove(t);
}

}  // namespace codag
