#include "harness/run/child_processes.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

extern char** environ;

namespace codag::harness {
namespace {

/// A line that is longer comes in pieces, so that a process that writes no line end fills no
/// memory.
constexpr std::size_t longest_line = 1 << 16;

/// As much as Linux lets a process keep in a pipe, if its size is not changed (pipe(7)).
constexpr std::size_t most_pipe_bytes = 1 << 16;

/// Pointers to the texts, and a null pointer, as exec takes them.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// This process's environment, with the variables in `changes` in place of its own.
std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
  std::vector<std::string> all = changes;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view own = *variable;
    const std::string_view name = own.substr(0, own.find('=') + 1);
    bool changed = false;
    for (const std::string& change : changes) changed = changed || change.starts_with(name);
    if (!changed) all.emplace_back(own);
  }
  return all;
}

/// One process, and the pipe that its standard error goes to.
class running_child {
 public:
  /// An error is in end().
  running_child(const child_command& command, const sigset_t& signals) {
    int pipe_ends[2];
    if (pipe2(pipe_ends, O_CLOEXEC) != 0) {
      end_.not_started = std::strerror(errno);
      return;
    }
    lines_ = pipe_ends[0];
    start(command, signals, pipe_ends[1]);
    close(pipe_ends[1]);
    if (end_.not_started.empty()) ended_ = static_cast<int>(syscall(SYS_pidfd_open, child_, 0));
  }
  ~running_child() {
    if (lines_ >= 0) close(lines_);
    if (ended_ >= 0) close(ended_);
  }
  running_child(const running_child&) = delete;
  running_child& operator=(const running_child&) = delete;

  [[nodiscard]] bool is_running() const { return child_ != 0; }
  [[nodiscard]] pid_t id() const { return child_; }
  [[nodiscard]] const child_end& end() const { return end_; }

  /// What to wait for: something to read, or the end. Before Linux 5.3 there is no descriptor for
  /// the end; -1, which poll() ignores, is in its place.
  [[nodiscard]] pollfd to_read() const { return {lines_, POLLIN, 0}; }
  [[nodiscard]] pollfd to_end() const { return {ended_, POLLIN, 0}; }

  /// Reads what the pipe has now, and gives out the lines. At its end the pipe is closed. A writer
  /// that never pauses is left after as much as a pipe holds.
  void read_lines(const std::function<void(const std::string&)>& on_line) {
    char buffer[4096];
    for (std::size_t left = most_pipe_bytes / sizeof(buffer); lines_ >= 0 && left > 0; --left) {
      pollfd ready = to_read();
      if (poll(&ready, 1, 0) <= 0) return;
      const ssize_t got = read(lines_, buffer, sizeof(buffer));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) {
        close(lines_);
        lines_ = -1;
        return;
      }
      text_.append(buffer, static_cast<std::size_t>(got));
      for (std::size_t at = 0; (at = text_.find('\n')) != std::string::npos; text_.erase(0, at + 1))
        on_line(text_.substr(0, at));
      if (text_.size() > longest_line) on_line(std::exchange(text_, {}));
    }
  }

  /// Whether the process has ended by now. Its last words are given out, then. Processes that it
  /// started may still hold the pipe, and are not waited for.
  bool has_ended(const std::function<void(const std::string&)>& on_line) {
    int state = 0;
    pid_t ended = 0;
    do {
      ended = waitpid(child_, &state, WNOHANG);
    } while (ended < 0 && errno == EINTR);
    if (ended != child_) return false;
    child_ = 0;
    if (WIFEXITED(state))
      end_.exit_code = WEXITSTATUS(state);
    else
      end_.signal = WTERMSIG(state);
    read_lines(on_line);
    if (!text_.empty()) on_line(std::exchange(text_, {}));
    return true;
  }

 private:
  void start(const child_command& command, const sigset_t& signals, int errors) {
    std::vector<std::string> arguments = command.arguments;
    std::vector<std::string> environment = environment_with(command.environment);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &signals);
    const int error = posix_spawn(&child_, command.program.c_str(), &actions, &attributes,
                                  pointers_to(arguments).data(), pointers_to(environment).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error == 0) return;
    child_ = 0;
    end_.not_started = std::strerror(error);
  }

  pid_t child_ = 0;
  int lines_ = -1;
  int ended_ = -1;
  std::string text_;  // of a line whose end has not come
  child_end end_;
};

}  // namespace

std::vector<child_end> run_children(
    const std::vector<child_command>& commands, interruption& interruption,
    const std::function<void(std::size_t, const std::string&)>& on_line) {
  std::vector<std::unique_ptr<running_child>> children;
  for (const child_command& command : commands) {
    children.push_back(std::make_unique<running_child>(command, interruption.signals_of_a_child()));
    if (children.back()->is_running()) interruption.pass_on_to(children.back()->id());
  }
  for (;;) {
    std::vector<pollfd> waited_for;
    bool every_end_is_seen = true;
    for (std::size_t i = 0; i < children.size(); ++i) {
      running_child& child = *children[i];
      if (!child.is_running()) continue;
      const auto its_line = [&](const std::string& line) { on_line(i, line); };
      child.read_lines(its_line);
      const pid_t id = child.id();
      if (child.has_ended(its_line)) {
        interruption.has_ended(id);
        continue;
      }
      waited_for.push_back(child.to_read());
      waited_for.push_back(child.to_end());
      every_end_is_seen = every_end_is_seen && child.to_end().fd >= 0;
    }
    if (waited_for.empty()) break;
    poll(waited_for.data(), waited_for.size(), every_end_is_seen ? -1 : 200);
  }
  std::vector<child_end> ends;
  ends.reserve(children.size());
  for (const auto& child : children) ends.push_back(child->end());
  return ends;
}

}  // namespace codag::harness
