#include "harness/run/peer_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
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
  json line = json::parse(text.substr(0, end), nullptr, false);
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
  // dup2 of a descriptor to itself would keep its close-on-exec flag.
  if (pair[1] == peer_socket) pair[1] = fcntl(pair[1], F_DUPFD_CLOEXEC, peer_socket + 1);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pair[1], peer_socket);
  const int error = posix_spawn(&child_, "/proc/self/exe", &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(pair[1]);
  socket_ = pair[0];
  if (error != 0) {
    child_ = 0;
    close(socket_);
    throw std::runtime_error(std::string("a peer's process could not be started: ") +
                             std::strerror(error));
  }
}

peer_process::~peer_process() {
  if (child_ != 0) end(false, 0);
  close(socket_);
}

void peer_process::send(const json& line) {
  send_line(socket_, line);  // a process that has gone is noticed when its answer is read
}

std::optional<json> peer_process::receive(std::optional<std::chrono::duration<double>> limit) {
  using clock = std::chrono::steady_clock;
  const auto until =
      limit ? clock::now() + std::chrono::ceil<clock::duration>(*limit) : clock::time_point::max();
  for (;;) {
    if (auto line = take_line(received_)) {
      if (!line->is_discarded()) return line;
      end(false, 0);
      failure_.how = "its process sent something else than codag's lines";
      return std::nullopt;
    }
    int wait_ms = -1;
    if (limit) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - clock::now()).count();
      wait_ms = static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000));
    }
    pollfd ready{socket_, POLLIN, 0};
    const int events = poll(&ready, 1, wait_ms);
    if (events < 0 && errno == EINTR) continue;
    if (events == 0) {
      if (clock::now() < until) continue;
      end(true, limit->count());
      return std::nullopt;
    }
    if (!read_some(socket_, received_)) {
      end(false, 0);
      return std::nullopt;
    }
  }
}

void peer_process::end(bool hung, double after_seconds) {
  if (child_ == 0) return;
  int state = 0;
  // A process that closed the socket is about to end by itself; its own end says more than ours.
  shutdown(socket_, SHUT_RDWR);
  for (int i = 0; !hung && i < 100; ++i) {
    if (waitpid(child_, &state, WNOHANG) == child_) {
      child_ = 0;
      break;
    }
    usleep(10'000);
  }
  if (child_ != 0) {
    kill(child_, SIGKILL);
    while (waitpid(child_, &state, 0) < 0 && errno == EINTR) {
    }
    child_ = 0;
  }
  failure_.hung = hung;
  if (hung)
    failure_.how = "it did not return within " + std::to_string(static_cast<int>(after_seconds)) +
                   " s, and its process was ended";
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

void die_with_parent() {
  const pid_t parent = getppid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The parent may have ended before the call.
  if (getppid() != parent) _exit(0);
}

}  // namespace codag::harness
