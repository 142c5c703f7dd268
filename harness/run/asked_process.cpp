#include "harness/run/asked_process.hpp"
#include "harness/config/json_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
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

/// Descriptors of the started process, as this one has them.
struct child_ends {
  int socket = -1;
  int errors = -1;  ///< -1: its standard error is this process's own
};

/// The file that a process writes its errors to, of a fixed size. What does not fit is dropped.
constexpr std::size_t most_error_bytes = 1 << 16;
int file_for_errors() {
  const int file = memfd_create("errors", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file >= 0 && ftruncate(file, most_error_bytes) == 0)
    fcntl(file, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK);
  return file;
}

/// The last line with something in it.
std::string last_line(int errors) {
  std::string text(most_error_bytes, '\0');
  const ssize_t got = pread(errors, text.data(), text.size(), 0);
  text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
  text.resize(std::min(text.find('\0'), text.size()));
  const auto last = text.find_last_not_of("\r\n ");
  if (last == std::string::npos) return {};
  text.resize(last + 1);
  const auto before = text.find_last_of('\n');
  return before == std::string::npos ? text : text.substr(before + 1);
}

/// What the new process does between fork and exec, where only calls are allowed that are safe in a
/// signal handler: another thread of its parent may have held any lock.
[[noreturn]] void become(const char* program, char* const* argv, child_ends ends, pid_t parent) {
  setpgid(0, 0);  // a group of its own, so that processes that it starts are ended with it
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);  // the parent ended before the call
  const int in = open("/dev/null", O_RDONLY), out = open("/dev/null", O_WRONLY);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  for (const int opened : {in, out})
    if (opened > STDERR_FILENO) close(opened);
  if (ends.errors >= 0) dup2(ends.errors, STDERR_FILENO);
  dup2(ends.socket, asker_socket);
  unblock_interruptions();
  execve(program, argv, environ);
  const char* why = strerrordesc_np(errno);
  for (const char* text : {program, ": cannot be executed: ", why, "\n"})
    if (write(STDERR_FILENO, text, std::strlen(text)) < 0) break;
  _exit(127);
}

}  // namespace

asked_process::asked_process(std::vector<std::string> arguments, const std::string& program,
                             error_lines errors) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
    throw std::runtime_error(program + ": socketpair: " + std::strerror(errno));
  // This process may have been started without standard streams. The socket must not take their
  // places, nor the child's: dup2 of a descriptor to itself would keep its close-on-exec flag.
  child_ends ends;
  for (int* end : {&socket_, &ends.socket}) {
    const int original = pair[end == &socket_ ? 0 : 1];
    *end = fcntl(original, F_DUPFD_CLOEXEC, asker_socket + 1);
    close(original);
  }
  if (errors == error_lines::last_in_failure) {
    const int original = file_for_errors();
    ends.errors = errors_ = fcntl(original, F_DUPFD_CLOEXEC, asker_socket + 1);
    close(original);
  }
  const bool opened =
      socket_ >= 0 && ends.socket >= 0 && (errors == error_lines::shown || errors_ >= 0);
  const pid_t parent = getpid();
  child_ = opened ? fork() : -1;
  if (child_ == 0) become(program.c_str(), argv.data(), ends, parent);
  const int error = errno;
  close(ends.socket);
  if (child_ < 0) {
    child_ = 0;
    close(socket_);
    close(errors_);
    throw std::runtime_error(
        program + (opened
                       ? std::string(": cannot be started: ") + std::strerror(error)
                       : ": this process may not open enough files; raise the limit (ulimit -n)"));
  }
  child_ended_ = static_cast<int>(syscall(SYS_pidfd_open, child_, 0));
}

asked_process::~asked_process() {
  end(false);
  close(socket_);
  for (const int opened : {child_ended_, errors_})
    if (opened >= 0) close(opened);
}

void asked_process::send(const json& line) {
  send_line(socket_, line);  // a process that has gone is noticed when its answer is read
}

std::optional<json> asked_process::receive(std::optional<clock::time_point> deadline) {
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
    // that it started may hold. poll() ignores a descriptor of -1.
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

void asked_process::refuse() {
  end(false);
  failure_.how = "its process sent something other than codag's lines";
}

void asked_process::end(bool hung) {
  if (child_ == 0) return;
  shutdown(socket_, SHUT_RDWR);
  siginfo_t ended{};
  const auto wait_a_second = [&] {
    // WNOWAIT leaves it there, so that its group still has its number.
    for (int i = 0; ended.si_pid == 0 && i < 100; ++i) {
      waitid(P_PID, static_cast<id_t>(child_), &ended, WEXITED | WNOHANG | WNOWAIT);
      if (ended.si_pid == 0) usleep(10'000);
    }
  };
  // A process that has closed the socket is about to end by itself, and its own end says more than
  // ours.
  if (!hung) wait_a_second();
  kill(child_, SIGTERM);  // a keeper ends whatever the peer has started, and then itself
  wait_a_second();
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
  if (errors_ < 0) return;
  if (const std::string last = last_line(errors_); !last.empty()) failure_.how += ": " + last;
}

std::optional<json> asker_channel::receive() {
  for (;;) {
    if (auto line = take_line(received_)) return line;
    if (!read_some(asker_socket, received_)) return std::nullopt;
  }
}

void asker_channel::send(const json& line) {
  if (!send_line(asker_socket, line)) _exit(0);
}

void become_asked_process() {
  fcntl(asker_socket, F_SETFD, FD_CLOEXEC);
}

}  // namespace codag::harness
