#include "harness/run/interruption.hpp"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

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

void interruption::wait_for_a_signal() {
  int signal = 0;
  sigwait(&watched_, &signal);
  if (signal == stop_watching) return;
  if (const pid_t child = child_; child != 0) {
    kill(child, signal);
    // The thread that started the child may have waited for it already; then this fails at once.
    waitpid(child, nullptr, 0);
  }
  // Held until the process ends, so that no other thread changes the report any more.
  held_.lock();
  last_words_();
  _exit(128 + signal);
}

}  // namespace codag::harness
