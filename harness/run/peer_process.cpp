#include "harness/run/peer_process.hpp"
#include "harness/config/json_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

extern char** environ;

namespace codag::harness {
namespace {

using nlohmann::json;

/// Far more than a case's row has.
constexpr std::size_t most_line_bytes = 64 << 20;

bool send_line(int socket, const json& line) {
  const std::string text = line.dump() + "\n";
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t now = ::send(socket, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (now < 0 && errno == EINTR) continue;
    if (now <= 0) return false;
    sent += static_cast<std::size_t>(now);
  }
  return true;
}

/// Takes the first line out of the text, if it has a whole one.
std::optional<json> take_line(std::string& text) {
  const auto end = text.find('\n');
  if (end == std::string::npos) return std::nullopt;
  json line = json_of(text.substr(0, end));
  text.erase(0, end + 1);
  return line;
}

/// Appends what the socket has. Returns false at its end.
bool read_some(int socket, std::string& to) {
  char buffer[65536];
  ssize_t got = 0;
  do {
    got = read(socket, buffer, sizeof(buffer));
  } while (got < 0 && errno == EINTR);
  if (got <= 0) return false;
  to.append(buffer, static_cast<std::size_t>(got));
  return true;
}

}  // namespace

peer_process::peer_process(std::vector<std::string> arguments) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    throw std::runtime_error(std::string("a peer's process: socketpair: ") + std::strerror(errno));
  // This process may have been started without standard streams. The socket must not take their
  // places, nor the child's: dup2 of a descriptor to itself would keep its close-on-exec flag.
  int child_end = -1;
  for (int* end : {&socket_, &child_end}) {
    const int original = pair[end == &socket_ ? 0 : 1];
    *end = fcntl(original, F_DUPFD_CLOEXEC, peer_socket + 1);
    close(original);
  }
  if (socket_ < 0 || child_end < 0) {
    close(socket_);
    close(child_end);
    throw std::runtime_error(
        "a peer's process: this process may not open enough files; raise the limit (ulimit -n)");
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, child_end, peer_socket);
  // In a group of its own, so that processes that the peer starts are ended with it.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  const int error =
      posix_spawn(&child_, "/proc/self/exe", &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(child_end);
  if (error != 0) {
    child_ = 0;
    close(socket_);
    throw std::runtime_error(std::string("a peer's process could not be started: ") +
                             std::strerror(error));
  }
  child_ended_ = static_cast<int>(syscall(SYS_pidfd_open, child_, 0));
}

peer_process::~peer_process() {
  end(false);
  close(socket_);
  if (child_ended_ >= 0) close(child_ended_);
}

void peer_process::send(const json& line) {
  send_line(socket_, line);  // a process that has gone is noticed when its answer is read
}

std::optional<json> peer_process::receive(std::optional<clock::time_point> deadline) {
  // Once the process has ended, nothing counts that it sent before and that was not read yet.
  while (child_ != 0) {
    if (auto line = take_line(received_)) {
      if (!line->is_discarded()) return line;
      refuse();
      return std::nullopt;
    }
    if (received_.size() > most_line_bytes) {
      refuse();
      return std::nullopt;
    }
    int wait_ms = -1;
    if (deadline) {
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(*deadline - clock::now()).count();
      if (left <= 0) {
        end(true);
        return std::nullopt;
      }
      wait_ms = static_cast<int>(std::min<std::int64_t>(left, 1'000'000));
    }
    // The end of the process is watched apart from its end of the socket, which another process
    // that the peer started may hold. poll() ignores a descriptor of -1.
    pollfd ready[] = {{socket_, POLLIN, 0}, {child_ended_, POLLIN, 0}};
    const int events = poll(ready, 2, wait_ms);
    if (events <= 0) continue;
    if (ready[0].revents != 0) {
      if (read_some(socket_, received_)) continue;
    } else if (ready[1].revents == 0) {
      continue;
    }
    end(false);
  }
  return std::nullopt;
}

void peer_process::refuse() {
  end(false);
  failure_.how = "its process sent something other than codag's lines";
}

void peer_process::end(bool hung) {
  if (child_ == 0) return;
  shutdown(socket_, SHUT_RDWR);
  siginfo_t ended{};
  // A process that has closed the socket is about to end by itself, and its own end says more than
  // ours. WNOWAIT leaves it there, so that its group still has its number.
  for (int i = 0; !hung && ended.si_pid == 0 && i < 100; ++i) {
    waitid(P_PID, static_cast<id_t>(child_), &ended, WEXITED | WNOHANG | WNOWAIT);
    if (ended.si_pid == 0) usleep(10'000);
  }
  kill(-child_, SIGKILL);
  kill(child_, SIGKILL);  // if it left its group
  int state = 0;
  while (waitpid(child_, &state, 0) < 0 && errno == EINTR) {
  }
  child_ = 0;
  failure_.hung = hung;
  if (hung)
    failure_.how = "it did not return in time, and its process was ended";
  else if (WIFSIGNALED(state))
    failure_.how = "its process was ended by signal " + std::to_string(WTERMSIG(state)) + " (" +
                   strsignal(WTERMSIG(state)) + ")";
  else
    failure_.how = "its process exited with " + std::to_string(WEXITSTATUS(state));
}

std::optional<json> peer_channel::receive() {
  for (;;) {
    if (auto line = take_line(received_)) return line;
    if (!read_some(peer_socket, received_)) return std::nullopt;
  }
}

void peer_channel::send(const json& line) {
  if (!send_line(peer_socket, line)) _exit(0);
}

void become_peer_process() {
  fcntl(peer_socket, F_SETFD, FD_CLOEXEC);
  const pid_t parent = getppid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before the call.
  if (getppid() != parent) _exit(0);
}

}  // namespace codag::harness
