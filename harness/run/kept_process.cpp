#include "harness/run/kept_process.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "harness/measure/gpu/own_processes.hpp"
#include "harness/run/asked_process.hpp"

namespace codag::harness {
namespace {

void kill_children() {
  const auto self = static_cast<unsigned>(getpid());
  std::error_code gone;  // any process may end meanwhile
  for (std::filesystem::directory_iterator at("/proc", gone), end; !gone && at != end;
       at.increment(gone)) {
    const pid_t process = std::atoi(at->path().filename().c_str());
    if (process > 0 && parent_of(static_cast<unsigned>(process)) == self) kill(process, SIGKILL);
  }
}

/// Ends all descendants: the children of a process that was ended become children of this one. Does
/// not wait for ever for one that may not be ended, such as another user's.
void end_descendants() {
  for (int tries = 0; tries < 200; ++tries) {
    kill_children();
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (waitpid(-1, nullptr, WNOHANG) < 0) return;  // there is none
    usleep(5'000);
  }
}

/// Ends this process as a child ended, without a core file of its own.
[[noreturn]] void end_like(int state) {
  if (WIFSIGNALED(state)) {
    prctl(PR_SET_DUMPABLE, 0);
    std::signal(WTERMSIG(state), SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    raise(WTERMSIG(state));
  }
  _exit(WEXITSTATUS(state));
}

/// The keeper's work. `signals` are blocked.
[[noreturn]] void keep(pid_t child, const sigset_t& signals) {
  close(asker_socket);  // its end must be seen when the child has gone
  for (;;) {
    int signal = 0;
    sigwait(&signals, &signal);
    if (signal != SIGCHLD) {
      end_descendants();
      _exit(128 + signal);
    }
    int state = 0;
    // The children of a process that has ended come to the keeper, and end here one by one.
    for (pid_t ended; (ended = waitpid(-1, &state, WNOHANG)) > 0;)
      if (ended == child) {
        end_descendants();
        end_like(state);
      }
  }
}

}  // namespace

void become_kept_process() {
  const pid_t starter = getppid();
  sigset_t signals, before;
  sigemptyset(&signals);
  for (const int signal : {SIGCHLD, SIGTERM, SIGINT}) sigaddset(&signals, signal);
  sigprocmask(SIG_BLOCK, &signals, &before);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // The starter may have ended before the call.
  if (getppid() != starter) _exit(0);
  const pid_t keeper = getpid(), child = fork();
  if (child < 0) _exit(1);
  if (child > 0) keep(child, signals);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != keeper) _exit(0);
}

}  // namespace codag::harness
