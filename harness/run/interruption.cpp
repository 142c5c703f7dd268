#include "harness/run/interruption.hpp"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace codag::harness {
namespace {

/// Ends the watcher. The process itself sends it, so no other signal can be mistaken for it.
constexpr int stop_watching = SIGUSR2;

bool is_ignored(int signal) {
  struct sigaction now {};
  return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

interruption::interruption(std::function<void()> last_words) : last_words_(std::move(last_words)) {
  sigemptyset(&watched_);
  sigaddset(&watched_, stop_watching);
  for (const int signal : {SIGINT, SIGTERM})
    if (!is_ignored(signal)) sigaddset(&watched_, signal);
  pthread_sigmask(SIG_BLOCK, &watched_, &before_);
  watcher_ = std::thread([this] { wait_for_a_signal(); });
}

interruption::~interruption() {
  pthread_kill(watcher_.native_handle(), stop_watching);
  watcher_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void interruption::pass_on_to(pid_t child) {
  const std::lock_guard lock(changes_);
  children_.push_back(child);
  if (signal_ != 0) kill(child, signal_);
}

void interruption::has_ended(pid_t child) {
  const std::lock_guard lock(changes_);
  std::erase(children_, child);
}

void interruption::wait_for_a_signal() {
  int signal = 0;
  sigwait(&watched_, &signal);
  if (signal == stop_watching) return;
  std::vector<pid_t> children;
  {
    const std::lock_guard lock(changes_);
    signal_ = signal;
    children = children_;
    for (const pid_t child : children) kill(child, signal);
  }
  for (const pid_t child : children) {
    // WNOWAIT leaves how it ended to the thread that started it. If that one was faster, this fails
    // at once.
    siginfo_t ended{};
    while (waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) != 0 &&
           errno == EINTR) {
    }
  }
  // Held until the process ends, so that no other thread changes the report any more.
  const std::unique_lock held(held_);
  if (finished_) return;
  last_words_();
  _exit(128 + signal);
}

void unblock_interruptions() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {stop_watching, SIGINT, SIGTERM}) sigaddset(&signals, signal);
  sigprocmask(SIG_UNBLOCK, &signals, nullptr);
}

}  // namespace codag::harness
