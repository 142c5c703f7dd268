#include "harness/run/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
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
  pid_t child = 0;
  const int error = posix_spawn(&child, this_program, &actions, nullptr, argv.data(), environ);
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

}  // namespace codag::harness
