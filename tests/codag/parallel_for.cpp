// The loop on all cores, and the pool whose threads it uses.
#include "codag/parallel_for.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace codag {
namespace {

using namespace std::chrono_literals;

/// Where threads wait for each other. It gives up after a time, so that a test fails and does not
/// hang.
class meeting {
 public:
  explicit meeting(unsigned threads) : threads_(threads) {}
  /// Returns whether all came.
  bool come() {
    ++here_;
    const auto latest = std::chrono::steady_clock::now() + 20s;
    while (here_ < threads_ && std::chrono::steady_clock::now() < latest) std::this_thread::yield();
    return here_ >= threads_;
  }

 private:
  const unsigned threads_;
  std::atomic<unsigned> here_ = 0;
};

/// The kernel's number of this thread, which unlike std::thread::id no later thread has.
pid_t this_thread() {
  return static_cast<pid_t>(syscall(SYS_gettid));
}

std::set<pid_t> threads_of_process() {
  std::set<pid_t> all;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task"))
    all.insert(std::stoi(entry.path().filename()));
  return all;
}

/// The threads of a loop on so many, all at the same time.
std::set<pid_t> threads_that_meet(unsigned count) {
  meeting all(count);
  std::vector<pid_t> seen(count);
  std::atomic<bool> met = true;
  parallel_for(count, count, [&](std::size_t i) {
    seen[i] = this_thread();
    if (!all.come()) met = false;
  });
  EXPECT_TRUE(met);
  return {seen.begin(), seen.end()};
}

TEST(parallel_for, calls_each_index_once) {
  for (const unsigned threads : {0u, 1u, 2u, 3u, 8u})
    for (const std::size_t count : {0, 1, 2, 7, 1000}) {
      std::vector<unsigned> calls(count);
      parallel_for(count, threads, [&](std::size_t i) { ++calls[i]; });
      EXPECT_EQ(std::ranges::count(calls, 1u), count) << threads << " threads";
    }
}

TEST(parallel_for, hands_out_ascending_indices) {
  static unsigned loops = 0;
  for (const unsigned threads : {1u, 2u, 8u}) {
    ++loops;
    std::vector<pid_t> taken_by(20'000);
    std::atomic<std::size_t> begun = 0;
    std::atomic<bool> ascending = true;
    parallel_for(taken_by.size(), threads, [&](std::size_t i) {
      // Each other thread may have taken one that is smaller, and not have begun with it.
      if (i >= begun++ + threads) ascending = false;
      thread_local unsigned loop = 0;
      thread_local std::size_t last = 0;
      if (loop == loops && i <= last) ascending = false;
      loop = loops;
      last = i;
      taken_by[i] = this_thread();
    });
    EXPECT_TRUE(ascending);
    EXPECT_LE(std::set(taken_by.begin(), taken_by.end()).size(), threads);
  }
}

TEST(parallel_for, a_body_may_wait_for_those_before_it) {
  std::atomic<std::size_t> next = 0;
  parallel_for(300, 4, [&](std::size_t i) {
    while (next != i) std::this_thread::yield();
    next = i + 1;
  });
  EXPECT_EQ(next, 300u);
}

TEST(parallel_for, has_as_many_threads_as_asked_for) {
  for (const unsigned count : {2u, 8u, 61u}) {
    const std::set<pid_t> met = threads_that_meet(count);
    EXPECT_EQ(met.size(), count);
    EXPECT_TRUE(met.contains(this_thread())) << "the caller works, too";
  }
}

TEST(parallel_for, a_later_call_uses_the_same_threads) {
  for (const unsigned count : {2u, 5u}) {
    threads_that_meet(count);
    const std::set<pid_t> there = threads_of_process();
    for (int call = 0; call < 20; ++call)
      for (const pid_t thread : threads_that_meet(count)) EXPECT_TRUE(there.contains(thread));
  }
}

TEST(parallel_for, throws_the_first_exception_and_stops) {
  for (const unsigned threads : {1u, 2u, 8u}) {
    std::atomic<std::size_t> calls = 0;
    const auto throws_at = [&](std::size_t count, std::size_t at) -> std::string {
      try {
        parallel_for(count, threads, [&](std::size_t i) {
          ++calls;
          if (i == at) throw std::runtime_error("at " + std::to_string(i));
        });
      } catch (const std::runtime_error& e) {
        return e.what();
      }
      return "";
    };
    EXPECT_EQ(throws_at(1'000'000'000, 5), "at 5");
    EXPECT_LT(calls, 1'000'000'000u);
    EXPECT_EQ(throws_at(100, 99), "at 99");
    calls = 0;
    EXPECT_EQ(throws_at(100, 100), "") << "the loop after an exception is a whole one";
    EXPECT_EQ(calls, 100u);
  }
}

TEST(parallel_for, only_one_of_many_exceptions_is_thrown) {
  for (int call = 0; call < 50; ++call) {
    meeting all(4);
    EXPECT_THROW(parallel_for(4, 4,
                              [&](std::size_t i) {
                                all.come();
                                throw std::runtime_error(std::to_string(i));
                              }),
                 std::runtime_error);
  }
  EXPECT_EQ(threads_that_meet(4).size(), 4u);
}

TEST(parallel_for, calls_in_calls_have_threads_of_their_own) {
  meeting outer(4), inner(16);
  std::atomic<unsigned> calls = 0;
  parallel_for(4, 4, [&](std::size_t) {
    EXPECT_TRUE(outer.come());
    parallel_for(4, 4, [&](std::size_t) {
      EXPECT_TRUE(inner.come());
      ++calls;
    });
  });
  EXPECT_EQ(calls, 16u);
}

TEST(parallel_for, an_exception_of_a_call_in_a_call) {
  std::atomic<unsigned> caught = 0;
  parallel_for(20, 3, [&](std::size_t) {
    try {
      parallel_for(20, 3, [&](std::size_t i) {
        if (i == 7) throw std::runtime_error("inner");
      });
    } catch (const std::runtime_error&) {
      ++caught;
    }
  });
  EXPECT_EQ(caught, 20u);
}

TEST(parallel_for, several_threads_call_at_once) {
  std::vector<std::thread> callers;
  std::atomic<unsigned> wrong = 0;
  for (unsigned caller = 0; caller < 6; ++caller)
    callers.emplace_back([&, caller] {
      for (std::size_t call = 0; call < 500; ++call) {
        // What the threads write without atomics is there after the call.
        std::vector<std::size_t> got(call % 40);
        parallel_for(got.size(), caller % 4, [&](std::size_t i) { got[i] = i + call; });
        for (std::size_t i = 0; i < got.size(); ++i) wrong += got[i] != i + call;
      }
    });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0u);
}

TEST(parallel_for, a_call_does_not_wait_for_another_ones_threads) {
  meeting busy(4);
  std::atomic<bool> go_on = false;
  std::thread other([&] {
    parallel_for(3, 3, [&](std::size_t) {
      busy.come();
      while (!go_on) std::this_thread::yield();
    });
  });
  EXPECT_TRUE(busy.come());
  EXPECT_EQ(threads_that_meet(3).size(), 3u);
  go_on = true;
  other.join();
}

TEST(parallel_for, its_threads_leave_signals_to_the_others) {
  sigset_t before;
  pthread_sigmask(SIG_SETMASK, nullptr, &before);
  meeting both(2);
  const pid_t caller = this_thread();
  parallel_for(2, 2, [&](std::size_t) {
    EXPECT_TRUE(both.come());
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, nullptr, &now);
    for (const int signal : {SIGINT, SIGTERM, SIGUSR2, SIGCHLD})
      EXPECT_EQ(sigismember(&now, signal),
                this_thread() == caller ? sigismember(&before, signal) : 1);
    EXPECT_EQ(sigismember(&now, SIGSEGV), 0);
  });
  // The thread that blocks a signal after the pool has started is the one that gets it.
  sigset_t waited_for;
  sigemptyset(&waited_for);
  sigaddset(&waited_for, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &waited_for, nullptr);
  kill(getpid(), SIGTERM);
  const timespec at_most{.tv_sec = 20, .tv_nsec = 0};
  EXPECT_EQ(sigtimedwait(&waited_for, nullptr, &at_most), SIGTERM);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// How the child of a fork ends that runs a loop on threads that meet.
int end_of_child_with_a_loop() {
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);  // what waits for a thread of the parent waits for ever
    for (int call = 0; call < 3; ++call)
      if (threads_that_meet(3).size() != 3) _exit(1);
    _exit(42);
  }
  int state = 0;
  EXPECT_EQ(waitpid(child, &state, 0), child);
  return state;
}

TEST(parallel_for, works_in_the_child_of_a_fork) {
  threads_that_meet(3);
  const int state = end_of_child_with_a_loop();
  ASSERT_TRUE(WIFEXITED(state)) << WTERMSIG(state);
  EXPECT_EQ(WEXITSTATUS(state), 42);
  EXPECT_EQ(threads_that_meet(3).size(), 3u) << "the parent's pool is as before";
}

TEST(parallel_for, a_thread_that_cannot_be_started_is_an_error) {
  pthread_attr_t usual, huge;
  pthread_getattr_default_np(&usual);
  pthread_getattr_default_np(&huge);
  pthread_attr_setstacksize(&huge, std::size_t{1} << 47);  // more than there are addresses
  pthread_setattr_default_np(&huge);
  const auto more = static_cast<unsigned>(threads_of_process().size()) + 3;
  unsigned calls = 0;
  std::string what;
  try {
    parallel_for(more, more, [&](std::size_t) { ++calls; });
  } catch (const std::system_error& e) {
    what = e.what();
  }
  pthread_setattr_default_np(&usual);
  pthread_attr_destroy(&usual);
  pthread_attr_destroy(&huge);
  EXPECT_NE(what.find("ulimit -u"), std::string::npos) << what;
  EXPECT_EQ(calls, 0u);
  EXPECT_EQ(threads_that_meet(more).size(), more);
}

/// Ends after main(), when a thread of the pool may sleep or, as here, work.
const struct calls_at_exit {
  ~calls_at_exit() {
    if (threads_that_meet(3).size() != 3) _exit(1);
  }
} at_exit;

}  // namespace
}  // namespace codag
