#include "harness/run/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

extern char** environ;

namespace codag::harness {

child_end run_child(std::vector<std::string> arguments, interruption& interruption, bool quiet) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (quiet) posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &interruption.signals_of_a_child());
  pid_t child = 0;
  const int error = posix_spawn(&child, this_program, &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) return {.exit_code = 0, .signal = 0, .not_started = std::strerror(error)};
  interruption.pass_on_to(child);
  int state = 0;
  while (waitpid(child, &state, 0) < 0 && errno == EINTR) {
  }
  interruption.has_ended(child);
  if (WIFEXITED(state)) return {.exit_code = WEXITSTATUS(state), .signal = 0, .not_started = {}};
  return {.exit_code = 0, .signal = WTERMSIG(state), .not_started = {}};
}

void end_with_parent() {
  const pid_t parent = getppid();
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  // The parent may have ended before the call.
  if (getppid() != parent) raise(SIGTERM);
}

}  // namespace codag::harness
